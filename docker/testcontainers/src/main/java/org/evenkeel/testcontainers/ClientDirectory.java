package org.evenkeel.testcontainers;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A directory like that of a cluster on this machine, for clients in this JVM: their certificate,
 * and for each node that runs where it is reached. When one is lost, they continue at another.
 */
final class ClientDirectory implements AutoCloseable {
    private final Path root;

    ClientDirectory() {
        try {
            root = Files.createTempDirectory("evenkeel-client");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What {@code Evenkeel.builder().daemon(…)} takes. */
    Path node(String name) {
        return root.resolve("nodes").resolve(name);
    }

    /** Key and certificates as {@code evenkeel join} wrote them. */
    void identity(String pem) {
        try {
            Path file = Files.createDirectories(root.resolve("identity")).resolve("node.pem");
            Files.createFile(file, mine());
            Files.writeString(file, pem);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static FileAttribute<?>[] mine() {
        return FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(
                            PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
    }

    /**
     * A node is there.
     *
     * @param address {@code host:port}
     */
    void put(String name, String address) {
        int colon = address.lastIndexOf(':');
        try {
            Path directory = Files.createDirectories(node(name));
            Files.writeString(
                    directory.resolve("daemon.json"),
                    JSON.std.asString(
                            Map.of(
                                    "node", name,
                                    "host", address.substring(0, colon),
                                    "port", Integer.parseInt(address.substring(colon + 1)))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A node is gone. */
    void remove(String name) {
        try {
            Files.deleteIfExists(node(name).resolve("daemon.json"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        List<Path> paths;
        try (Stream<Path> all = Files.walk(root)) {
            paths = all.sorted(Comparator.reverseOrder()).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        for (Path path : paths) {
            try {
                Files.deleteIfExists(path);
            } catch (IOException e) {
                path.toFile().deleteOnExit();
            }
        }
    }
}
