package org.evenkeel.client.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.evenkeel.api.ClusterUnavailableException;
import org.evenkeel.model.Digest;
import org.jspecify.annotations.Nullable;

/**
 * What daemons and workers are started from: {@code lib/daemon} and {@code lib/worker}, as named by
 * the property {@code evenkeel.home} or the environment variable EVENKEEL_HOME, or unpacked from
 * the class path's evenkeel-dist.
 *
 * @param home holds lib
 */
record EmbeddedInstallation(Path home) {

    private static final String ROOT = "evenkeel-dist/";
    private static final String INDEX = ROOT + "index.txt";

    /** Length of a SHA-256 in hexadecimal digits; two blanks follow. */
    private static final int DIGITS = 64;

    /** The directory that this program was told to take; null if it was told none. */
    static @Nullable String named() {
        return System.getProperty("evenkeel.home", System.getenv("EVENKEEL_HOME"));
    }

    /**
     * Finds it, unpacking if need be.
     *
     * @param named the directory to take if it has {@code lib/daemon}; null for none
     * @param cache where unpacked ones are kept, named by their content
     * @throws ClusterUnavailableException if there is none
     */
    static EmbeddedInstallation find(@Nullable String named, Path cache) throws IOException {
        if (named != null
                && !named.isEmpty()
                && Files.isDirectory(Path.of(named, "lib", "daemon"))) {
            return new EmbeddedInstallation(Path.of(named).toAbsolutePath());
        }
        ClassLoader loader = loaderWithIndex();
        if (loader == null) {
            throw new ClusterUnavailableException(
                    "an embedded cluster needs a distribution: put org.evenkeel:evenkeel-dist on"
                            + " the class path, or name a directory with lib/daemon and lib/worker"
                            + " by EVENKEEL_HOME or -Devenkeel.home"
                            + (named == null || named.isEmpty()
                                    ? ""
                                    : "; " + named + " has no lib/daemon"));
        }
        return new EmbeddedInstallation(unpack(loader, cache));
    }

    private static @Nullable ClassLoader loaderWithIndex() {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        if (context != null && context.getResource(INDEX) != null) {
            return context;
        }
        ClassLoader own = EmbeddedInstallation.class.getClassLoader();
        return own != null && own.getResource(INDEX) != null ? own : null;
    }

    private static Path unpack(ClassLoader loader, Path cache) throws IOException {
        byte[] index;
        try (InputStream in = open(loader, INDEX)) {
            index = in.readAllBytes();
        }
        String name = HexFormat.of().formatHex(Digest.sha256().digest(index), 0, 16);
        Path home = cache.resolve(name);
        if (Files.exists(home.resolve("complete"))) {
            return home;
        }
        Files.createDirectories(cache);
        Path fresh = Files.createTempDirectory(cache, "new");
        for (String line : new String(index, StandardCharsets.UTF_8).lines().toList()) {
            unpack(loader, line, fresh);
        }
        Files.createFile(fresh.resolve("complete"));
        try {
            Files.move(fresh, home, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileAlreadyExistsException | DirectoryNotEmptyException e) {
            delete(fresh); // another process was faster
        }
        return home;
    }

    private static void unpack(ClassLoader loader, String line, Path into) throws IOException {
        String digest = line.substring(0, DIGITS);
        String path = line.substring(DIGITS).strip();
        Path file = into.resolve(path).normalize();
        if (!file.startsWith(into)) {
            throw new IOException("evenkeel-dist contains a path outside of it: " + path);
        }
        Files.createDirectories(file.getParent());
        MessageDigest sha = Digest.sha256();
        try (InputStream in = new DigestInputStream(open(loader, ROOT + path), sha)) {
            Files.copy(in, file);
        }
        if (!HexFormat.of().formatHex(sha.digest()).equals(digest)) {
            throw new IOException("evenkeel-dist is damaged: " + path);
        }
    }

    private static InputStream open(ClassLoader loader, String name) throws IOException {
        InputStream in = loader.getResourceAsStream(name);
        if (in == null) {
            throw new IOException("evenkeel-dist lacks " + name);
        }
        return in;
    }

    /** Jars of a folder of lib, sorted. */
    List<Path> jars(String folder) throws IOException {
        try (Stream<Path> files = Files.list(home.resolve("lib").resolve(folder))) {
            return files.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
        }
    }

    static void delete(Path directory) throws IOException {
        try (Stream<Path> walk = Files.walk(directory)) {
            for (Path path : walk.sorted(java.util.Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }
}
