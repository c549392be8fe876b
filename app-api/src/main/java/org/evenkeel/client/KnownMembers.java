package org.evenkeel.client;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.evenkeel.wire.link.Endpoint;
import org.jspecify.annotations.Nullable;

/**
 * Where the daemons of a cluster were when a program last heard of them: the file {@code members}
 * beside the certificate that it shows them, a line {@code NODE HOST:PORT} for each; and the one at
 * which this machine joined, {@code HOST:PORT} in the file {@code seed}. It is a help, not a
 * promise: a file that cannot be read or written is as none.
 */
final class KnownMembers {

    /** Most daemons kept. */
    static final int MAX = 1000;

    private static final long MAX_SEED_BYTES = 300;
    private static final long MAX_BYTES = MAX * 600L;

    /** What is kept, by name. */
    static Map<String, Endpoint> read(Path clusterDirectory) {
        Path file = file(clusterDirectory);
        Map<String, Endpoint> members = new TreeMap<>();
        try {
            if (Files.isRegularFile(file) && Files.size(file) <= MAX_BYTES) {
                for (String line : Files.readAllLines(file)) {
                    int space = line.indexOf(' ');
                    Endpoint address = space <= 0 ? null : address(line.substring(space + 1));
                    if (address != null && members.size() < MAX) {
                        members.put(line.substring(0, space), address);
                    }
                }
            }
        } catch (IOException e) {
            return members;
        }
        return members;
    }

    /** Where this machine joined; null when it did not. */
    static @Nullable Endpoint seed(Path clusterDirectory) {
        Path file = file(clusterDirectory).resolveSibling("seed");
        try {
            return Files.isRegularFile(file) && Files.size(file) <= MAX_SEED_BYTES
                    ? address(Files.readString(file).strip())
                    : null;
        } catch (IOException e) {
            return null;
        }
    }

    /** Keeps these instead, where there is a certificate to show them. */
    static void write(Path clusterDirectory, Map<String, Endpoint> members) {
        Path file = file(clusterDirectory);
        if (!Files.isRegularFile(file.resolveSibling("node.pem"))) {
            return;
        }
        List<String> lines = new ArrayList<>();
        members.forEach((node, address) -> lines.add(node + " " + address));
        try {
            Path fresh = Files.createTempFile(file.getParent(), "members", ".new");
            Files.write(fresh, lines);
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            return; // the next time it changes
        }
    }

    private static Path file(Path clusterDirectory) {
        return clusterDirectory.resolve("identity").resolve("members");
    }

    /** Reads {@code host:port}; null for what is none. */
    static @Nullable Endpoint address(String text) {
        try {
            return Endpoint.parse(text) instanceof Endpoint.Tcp tcp ? tcp : null;
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
