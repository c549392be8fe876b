package org.evenkeel.client;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.evenkeel.link.Endpoint;
import org.jspecify.annotations.Nullable;

/**
 * What a running daemon wrote of itself: {@code daemon.json} in its node directory.
 *
 * @param node its name
 * @param pid its process
 * @param endpoints where it listens for clients, best first
 */
record NodeFile(String node, long pid, List<Endpoint> endpoints) {

    private static final int MAX_BYTES = 64 << 10;
    private static final Pattern TEXT =
            Pattern.compile("\"(\\w+)\"\\s*:\\s*\"((?:[^\"\\\\]|\\\\.)*)\"");
    private static final Pattern NUMBER = Pattern.compile("\"(\\w+)\"\\s*:\\s*(\\d{1,18})");

    /** Reads the file of a node directory; null when there is none or it is of another kind. */
    static @Nullable NodeFile read(Path nodeDirectory) {
        Path file = nodeDirectory.resolve("daemon.json");
        try {
            return Files.size(file) > MAX_BYTES
                    ? null
                    : parse(Files.readString(file), nodeDirectory);
        } catch (IOException | IllegalArgumentException e) {
            return null;
        }
    }

    static @Nullable NodeFile parse(String json, Path nodeDirectory) {
        String socket = text(json, "socket");
        String host = text(json, "host");
        long port = number(json, "clientPort");
        if (port == 0) {
            port = number(json, "port"); // one port serves everybody
        }
        List<Endpoint> endpoints = new ArrayList<>();
        if (!socket.isEmpty()) {
            endpoints.add(new Endpoint.Unix(Path.of(socket)));
        }
        if (port > 0 && port < 1 << 16) {
            endpoints.add(new Endpoint.Tcp(host.isEmpty() ? "127.0.0.1" : host, (int) port));
        }
        if (endpoints.isEmpty()) {
            return null;
        }
        String node = text(json, "node");
        return new NodeFile(
                node.isEmpty() ? String.valueOf(nodeDirectory.getFileName()) : node,
                number(json, "pid"),
                List.copyOf(endpoints));
    }

    private static String text(String json, String field) {
        Matcher matcher = TEXT.matcher(json);
        while (matcher.find()) {
            if (matcher.group(1).equals(field)) {
                return matcher.group(2)
                        .replace("\\/", "/")
                        .replace("\\\"", "\"")
                        .replace("\\\\", "\\");
            }
        }
        return "";
    }

    private static long number(String json, String field) {
        Matcher matcher = NUMBER.matcher(json);
        while (matcher.find()) {
            if (matcher.group(1).equals(field)) {
                return Long.parseLong(matcher.group(2));
            }
        }
        return 0;
    }

    /** Whether that process still runs, as far as can be told. */
    boolean isAlive() {
        return pid <= 0 || ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
    }

    /** The secret of a cluster directory; null when there is none that can be read. */
    static byte @Nullable [] readToken(Path clusterDirectory) {
        try {
            return HexFormat.of()
                    .parseHex(Files.readString(clusterDirectory.resolve("token")).strip());
        } catch (IOException | IllegalArgumentException e) {
            return null;
        }
    }
}
