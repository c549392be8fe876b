package org.evenkeel.client;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.evenkeel.wire.MessageJson;
import org.evenkeel.wire.link.Endpoint;
import org.evenkeel.wire.proto.NodeDescription;
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
     * @throws IOException if it is no JSON
     * @throws IllegalArgumentException if its socket is no path
     */
    static @Nullable NodeFile parse(String text, Path nodeDirectory) throws IOException {
        NodeDescription.Builder file = NodeDescription.newBuilder();
        MessageJson.read(text, file);
        // One port serves every client, unless the file has another one for them.
        long port = file.getClientPort() == 0 ? file.getPort() : file.getClientPort();
        List<Endpoint> endpoints = new ArrayList<>();
        if (!file.getSocket().isEmpty()) {
            endpoints.add(new Endpoint.Unix(Path.of(file.getSocket())));
        }
        if (port > 0 && port < 1 << 16) {
            String host = file.getHost().isEmpty() ? "127.0.0.1" : file.getHost();
            endpoints.add(new Endpoint.Tcp(host, (int) port));
        }
        if (endpoints.isEmpty()) {
            return null;
        }
        String node =
                file.getNode().isEmpty()
                        ? String.valueOf(nodeDirectory.getFileName())
                        : file.getNode();
        return new NodeFile(node, file.getPid(), List.copyOf(endpoints));
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
