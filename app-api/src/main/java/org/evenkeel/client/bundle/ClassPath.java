package org.evenkeel.client.bundle;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Stream;

/** The class path of this JVM as files: wild cards and {@code Class-Path} attributes resolved. */
public final class ClassPath {

    /** Most entries followed. */
    private static final int MAX_ENTRIES = 10_000;

    /** Jars and folders of the running program, in order. */
    public static List<Path> ofProgram() {
        List<Path> entries = new ArrayList<>(split(System.getProperty("java.class.path", "")));
        entries.addAll(split(System.getProperty("jdk.module.path", "")));
        return expand(entries);
    }

    /** Whether no class path was given: the current directory stands for one. */
    public static boolean isUnsaid() {
        String text = System.getProperty("java.class.path", "");
        return text.isEmpty() || text.equals(".");
    }

    private static List<Path> split(String text) {
        return Stream.of(text.split(File.pathSeparator))
                .filter(entry -> !entry.isEmpty())
                .map(entry -> Path.of(entry))
                .toList();
    }

    /** Existing entries, each once, with those their manifests name after them. */
    public static List<Path> expand(List<Path> entries) {
        Set<Path> seen = new LinkedHashSet<>();
        for (Path entry : entries) {
            follow(entry, seen);
        }
        return List.copyOf(seen);
    }

    private static void follow(Path entry, Set<Path> seen) {
        Path path = entry.toAbsolutePath().normalize();
        if (seen.size() >= MAX_ENTRIES
                || !Files.exists(path)
                || !seen.add(path)
                || Files.isDirectory(path)) {
            return;
        }
        try (JarFile jar = new JarFile(path.toFile())) {
            Manifest manifest = jar.getManifest();
            String more =
                    manifest == null
                            ? null
                            : manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
            if (more != null) {
                for (String name : more.strip().split("\\s+")) {
                    followUri(path.toUri(), name, seen);
                }
            }
        } catch (IOException e) {
            seen.remove(path); // not a jar, so the JVM ignores it as well
        }
    }

    private static void followUri(URI base, String name, Set<Path> seen) {
        try {
            URI uri = base.resolve(name);
            if ("file".equals(uri.getScheme())) {
                follow(Path.of(uri), seen);
            }
        } catch (IllegalArgumentException e) {
            // The JVM ignores what is not a file either.
        }
    }
}
