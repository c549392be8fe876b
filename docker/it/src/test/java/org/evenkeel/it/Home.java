package org.evenkeel.it;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** An installation unpacked from evenkeel-dist, once for all tests of a build. */
public final class Home {
    /**
     * A flag of daemons: most of their workers end before optimised code pays, as daemons do, see
     * {@link #daemonJvm}.
     */
    public static final String WORKERS_COMPILE_ONCE = "--worker-options=-XX:TieredStopAtLevel=1";

    private static final String ROOT = "/evenkeel-dist/";

    private Home() {}

    /**
     * The folder of compiled tests, all the code that tasks of tests need. The class path of tests
     * has 47 jars more, which would be sent to each daemon of each cluster.
     */
    public static Path code() {
        return Path.of("target", "test-classes").toAbsolutePath();
    }

    /** The directory that holds {@code lib/}. */
    public static synchronized Path unpack() throws IOException {
        String index = new String(read("index.txt"), StandardCharsets.UTF_8);
        Path home = Path.of("target", "home-" + Integer.toHexString(index.hashCode()));
        Files.createDirectories(home);
        // Tests may be shared out to several JVMs.
        try (FileChannel lock =
                        FileChannel.open(
                                home.resolve("lock"),
                                StandardOpenOption.CREATE,
                                StandardOpenOption.WRITE);
                FileLock held = lock.lock()) {
            if (held.isValid() && !Files.exists(home.resolve("complete"))) {
                unpack(index, home);
            }
        }
        return home.toAbsolutePath();
    }

    private static void unpack(String index, Path home) throws IOException {
        for (String line : index.lines().toList()) {
            Path target = home.resolve(line.substring(66));
            Files.createDirectories(target.resolveSibling("."));
            try (InputStream in = open(line.substring(66))) {
                Files.copy(in, target, StandardCopyOption.REPLACE_EXISTING);
            }
        }
        train(home.toAbsolutePath());
        Files.createFile(home.resolve("complete"));
    }

    /**
     * The launcher makes the caches its commands and daemons start from, as on a user's machine.
     */
    private static void train(Path home) throws IOException {
        Path root = Path.of("..", "..");
        Files.createDirectories(home.resolve(".mvn"));
        for (String file : List.of("evenkeel", ".mvn/find-jdk.sh")) {
            Files.copy(
                    root.resolve(file),
                    home.resolve(file),
                    StandardCopyOption.REPLACE_EXISTING,
                    StandardCopyOption.COPY_ATTRIBUTES);
        }
        ProcessBuilder launcher =
                new ProcessBuilder(home.resolve("evenkeel").toString())
                        .redirectErrorStream(true)
                        .redirectOutput(home.resolve("train.out").toFile());
        launcher.environment().put("EVENKEEL_TRAIN", "1");
        launcher.environment().put("EVENKEEL_JAVA_HOME", System.getProperty("java.home"));
        try {
            int exit = launcher.start().waitFor();
            if (exit != 0) {
                throw new IOException(
                        "the launcher ended with "
                                + exit
                                + ": "
                                + Files.readString(home.resolve("train.out")));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    /**
     * Whether daemons and workers compile once and do not optimise. Only in the long form do most
     * live long enough; {@code -Devenkeel.optimise=false} is for a run in which they do not.
     */
    public static boolean compilesOnce() {
        return !Boolean.getBoolean("evenkeel.long")
                || "false".equals(System.getProperty("evenkeel.optimise"));
    }

    /** The words that start a daemon's JVM, without its arguments. */
    public static List<String> daemonJvm(Path home, List<String> options) throws IOException {
        List<String> all = new ArrayList<>(options);
        if (compilesOnce()) {
            all.add("-XX:TieredStopAtLevel=1");
        }
        return jvm(home, "daemon", all, "org.evenkeel.daemon.DaemonMain");
    }

    /** The words that start a command's JVM, without its arguments. */
    public static List<String> commandJvm(Path home, List<String> options) throws IOException {
        List<String> all = new ArrayList<>(options);
        all.add("-XX:TieredStopAtLevel=1");
        all.add("-Devenkeel.home=" + home);
        all.add("-Devenkeel.terminal=");
        return jvm(home, "cli", all, "org.evenkeel.cli.Main");
    }

    /**
     * The words that start one of the test classes as a program of the client, without arguments.
     */
    static List<String> clientJvm(List<String> options, String program) throws IOException {
        List<String> words = new ArrayList<>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        words.addAll(options);
        Path jar = unpack().resolve("lib/client/evenkeel-client.jar");
        words.addAll(List.of("-cp", code() + File.pathSeparator + jar, program));
        return words;
    }

    private static List<String> jvm(Path home, String cache, List<String> options, String main)
            throws IOException {
        List<String> words = new ArrayList<>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.addAll(
                List.of(
                        "-XX:+UseSerialGC",
                        "-XX:+UseCompactObjectHeaders",
                        "-Xlog:disable",
                        "--enable-native-access=ALL-UNNAMED",
                        "--sun-misc-unsafe-memory-access=allow"));
        words.addAll(options);
        Path file = home.resolve("cache").resolve(cache + ".aot");
        if (Files.exists(file) && Files.size(file) > 0) {
            words.add("-XX:AOTCache=" + file);
        }
        words.add("-cp");
        words.add(
                cache.equals("cli")
                        ? jars(home, "daemon") + File.pathSeparator + jars(home, "cli")
                        : jars(home, "daemon"));
        words.add(main);
        return words;
    }

    /** A class path of all jars in a folder of {@code lib}. */
    public static String jars(Path home, String folder) throws IOException {
        try (Stream<Path> files = Files.list(home.resolve("lib").resolve(folder))) {
            return files.map(Path::toString)
                    .filter(file -> file.endsWith(".jar"))
                    .sorted()
                    .collect(Collectors.joining(File.pathSeparator));
        }
    }

    private static byte[] read(String resource) throws IOException {
        try (InputStream in = open(resource)) {
            return in.readAllBytes();
        }
    }

    private static InputStream open(String resource) throws IOException {
        InputStream in = Home.class.getResourceAsStream(ROOT + resource);
        if (in == null) {
            throw new IOException("evenkeel-dist has no " + resource);
        }
        return in;
    }
}
