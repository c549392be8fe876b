package org.evenkeel.client;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.evenkeel.client.link.Endpoint;
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

    /**
     * Reads the file's text; null when it names no place to connect to.
     *
     * @throws IllegalArgumentException if it is no JSON or its socket no path
     */
    static @Nullable NodeFile parse(String text, Path nodeDirectory) {
        Map<String, @Nullable Object> json = JsonReader.object(text);
        String socket = JsonReader.text(json, "socket");
        String host = JsonReader.text(json, "host");
        long port = JsonReader.number(json, "clientPort");
        if (port == 0) {
            port = JsonReader.number(json, "port"); // one port serves every client
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
        String node = JsonReader.text(json, "node");
        return new NodeFile(
                node.isEmpty() ? String.valueOf(nodeDirectory.getFileName()) : node,
                JsonReader.number(json, "pid"),
                List.copyOf(endpoints));
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
