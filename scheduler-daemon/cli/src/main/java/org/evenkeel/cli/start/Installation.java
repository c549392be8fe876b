package org.evenkeel.cli.start;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The files this program was started from.
 *
 * @param home the directory that holds {@code lib/}
 */
public record Installation(Path home) {
    private static final String HOME_PROPERTY = "evenkeel.home";

    /**
     * What the launcher says, or where this class comes from.
     *
     * @throws IOException if neither has a {@code lib/} folder
     */
    public static Installation find() throws IOException {
        String told = System.getProperty(HOME_PROPERTY);
        Path home = told != null ? Path.of(told).toAbsolutePath() : homeOfThisJar();
        if (!Files.isDirectory(home.resolve("lib/daemon"))) {
            throw new IOException(
                    home + " holds no lib/daemon; start this program with the command evenkeel");
        }
        return new Installation(home);
    }

    private static Path homeOfThisJar() throws IOException {
        var source = Installation.class.getProtectionDomain().getCodeSource();
        Path jar = Path.of(source == null ? "" : source.getLocation().getPath()).toAbsolutePath();
        Path folder = jar.getParent();
        Path lib = folder == null ? null : folder.getParent();
        Path home = lib == null ? null : lib.getParent();
        if (home == null) {
            throw new IOException("cannot tell where this program is installed: " + jar);
        }
        return home;
    }

    /** All jars of one folder below {@code lib/}, in a fixed order. */
    public List<Path> jars(String folder) throws IOException {
        try (Stream<Path> files = Files.list(home.resolve("lib").resolve(folder))) {
            List<Path> jars = new ArrayList<>();
            files.filter(file -> file.toString().endsWith(".jar")).sorted().forEach(jars::add);
            return jars;
        }
    }

    /** A class path of all jars of these folders below {@code lib/}, in this order. */
    public String classPath(String... folders) throws IOException {
        List<String> jars = new ArrayList<>();
        for (String folder : folders) {
            jars(folder).forEach(jar -> jars.add(jar.toString()));
        }
        return String.join(File.pathSeparator, jars);
    }

    /** The Java that runs this program. */
    public static Path java() {
        return Path.of(System.getProperty("java.home"), "bin", "java");
    }
}
