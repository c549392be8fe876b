package org.evenkeel.client.bundle;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Jars in a jar, as Spring Boot packs them: the manifest names the folder of the program's classes
 * and that of its libraries. A worker has them side by side. They are unpacked once for each jar.
 */
final class NestedJars {

    private static final String CLASSES = "Spring-Boot-Classes";
    private static final String LIBRARIES = "Spring-Boot-Lib";
    private static final String JAR = ".jar";

    /** Most jars in one. */
    private static final int MAX_JARS = 10_000;

    /**
     * The jars that are in a jar, the program's classes first; the jar itself when there are none.
     *
     * @param cache directory that has a directory for them
     * @param state name of that one; it stands for this state of the jar
     */
    static List<Path> of(Path jar, Path cache, String state) throws IOException {
        Path unpacked = cache.resolve(state);
        try (JarFile file = new JarFile(jar.toFile())) {
            Manifest manifest = file.getManifest();
            Attributes main = manifest == null ? null : manifest.getMainAttributes();
            String classes = main == null ? null : main.getValue(CLASSES);
            String libraries = main == null ? null : main.getValue(LIBRARIES);
            if (classes == null && libraries == null) {
                return List.of(jar);
            }
            if (!Files.isDirectory(unpacked)) {
                Path fresh = Files.createTempDirectory(cache, "nested");
                unpack(file, classes, libraries, fresh);
                move(fresh, unpacked);
            }
        }
        try (Stream<Path> files = Files.list(unpacked)) {
            return files.sorted().toList();
        }
    }

    private static void unpack(
            JarFile jar, @Nullable String classes, @Nullable String libraries, Path fresh)
            throws IOException {
        SortedMap<String, byte[]> own = new TreeMap<>();
        List<JarEntry> nested = new ArrayList<>();
        for (JarEntry entry : (Iterable<JarEntry>) jar.stream()::iterator) {
            String name = entry.getName();
            if (classes != null && name.startsWith(classes) && !entry.isDirectory()) {
                own.put(name.substring(classes.length()), bytes(jar, entry));
            } else if (libraries != null && name.startsWith(libraries) && name.endsWith(JAR)) {
                nested.add(entry);
            }
        }
        if (nested.size() > MAX_JARS) {
            throw new IOException(jar.getName() + " has more than " + MAX_JARS + " jars in it");
        }
        FolderJar.write(own, fresh.resolve("00000-classes.jar"));
        for (int i = 0; i < nested.size(); i++) {
            String name = nested.get(i).getName();
            String last = name.substring(name.lastIndexOf('/') + 1);
            Path to = fresh.resolve("%05d-%s".formatted(i + 1, last));
            try (InputStream in = jar.getInputStream(nested.get(i))) {
                Files.copy(in, to);
            }
        }
    }

    /** Another program may have unpacked it meanwhile. */
    private static void move(Path fresh, Path unpacked) throws IOException {
        try {
            Files.move(fresh, unpacked, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            delete(fresh);
            if (!Files.isDirectory(unpacked)) {
                throw e;
            }
        }
    }

    private static void delete(Path folder) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.list(folder)) {
            files = all.toList();
        }
        for (Path file : files) {
            Files.delete(file);
        }
        Files.delete(folder);
    }

    private static byte[] bytes(JarFile jar, JarEntry entry) throws IOException {
        try (InputStream in = jar.getInputStream(entry)) {
            return in.readAllBytes();
        }
    }
}
