package org.evenkeel.cli;

import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.evenkeel.daemon.files.DaemonFile;

/** Where other machines find a daemon of this one, as {@code HOST:PORT}. */
final class JoinAddress {

    /** What stands for an address that is not known. */
    static final String PLACEHOLDER = "ADDRESS";

    private static final Pattern FORM =
            Pattern.compile(
                    "([A-Za-z0-9._-]{1,253}|\\[[0-9A-Fa-f:.]{2,45}(%[A-Za-z0-9]+)?]):(\\d{1,5})");
    private static final int MAX_PORT = 65_535;

    /** Whether it is an address to print into a command. */
    static boolean isOne(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            return false;
        }
        int port = Integer.parseInt(matcher.group(3));
        return port > 0 && port <= MAX_PORT;
    }

    /** Of the first daemon that other machines can reach. */
    static Optional<String> of(List<DaemonFile> running) {
        return running.stream()
                .filter(file -> isReachable(file.host()))
                .map(JoinAddress::write)
                .filter(JoinAddress::isOne)
                .findFirst();
    }

    private static String write(DaemonFile file) {
        String host = file.host();
        boolean bare = host.contains(":") && !host.startsWith("[");
        return (bare ? "[" + host + "]" : host) + ":" + file.port();
    }

    /** No node is asked what a name means: all but {@code localhost} are taken for another's. */
    private static boolean isReachable(String host) {
        try {
            InetAddress address = InetAddress.ofLiteral(host);
            return !address.isLoopbackAddress() && !address.isAnyLocalAddress();
        } catch (IllegalArgumentException e) {
            return !host.isEmpty() && !host.equals("localhost");
        }
    }
}
