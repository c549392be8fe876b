package org.evenkeel.lab.relay;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.security.Security;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A {@link Relay} as a program, for a container beside a daemon's: {@code RelayMain PORT
 * TARGET-HOST TARGET-PORT SHAPE [HOST=SHAPE]...}. It runs until it is killed.
 */
public final class RelayMain {
    private static final int FIRST_HOST = 4;

    /**
     * Shapes are {@link RelayLinkShape#word}s; links from a host that is named have that host's.
     */
    public static void main(String[] words) throws IOException, InterruptedException {
        if (words.length < FIRST_HOST) {
            System.err.println(
                    "usage: RelayMain PORT TARGET-HOST TARGET-PORT SHAPE [HOST=SHAPE]...");
            System.exit(2);
        }
        // A machine that is started again has another address.
        Security.setProperty("networkaddress.cache.ttl", "0");
        Security.setProperty("networkaddress.cache.negative.ttl", "0");
        Relay relay =
                Relay.listen(
                        new InetSocketAddress(Integer.parseInt(words[0])),
                        new InetSocketAddress(words[1], Integer.parseInt(words[2])),
                        shapes(words[3], List.of(words).subList(FIRST_HOST, words.length)));
        System.out.println("relay listens on " + relay.port());
        Thread.currentThread().join();
    }

    static Relay.Shapes shapes(String all, List<String> some) {
        RelayLinkShape usual = RelayLinkShape.parse(all);
        Map<String, RelayLinkShape> hosts = new LinkedHashMap<>();
        for (String one : some) {
            int equals = one.indexOf('=');
            if (equals < 1) {
                throw new IllegalArgumentException("\"" + one + "\" is not HOST=SHAPE");
            }
            hosts.put(one.substring(0, equals), RelayLinkShape.parse(one.substring(equals + 1)));
        }
        return dialler ->
                hosts.entrySet().stream()
                        .filter(host -> isAt(host.getKey(), dialler))
                        .map(Map.Entry::getValue)
                        .findFirst()
                        .orElse(usual);
    }

    private static boolean isAt(String host, InetAddress address) {
        try {
            return List.of(InetAddress.getAllByName(host)).contains(address);
        } catch (UnknownHostException e) {
            return false; // it does not run now
        }
    }
}
