package org.evenkeel.it;

import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * The last build whose daemons and programs named no features, made once from this repository's own
 * history, in some minutes.
 */
public final class EarlierBuild {

    /** The commit it is made from. */
    public static final String COMMIT = "8c2b8024df252ac229ce135ecfb8b040811a827f";

    private static final Path ROOT = Path.of("..", "..");
    private static final long BUILD_MINUTES = 40;

    /** In the directory where it is built: the installation, and programs that use it. */
    private static final String HOME = "docker/dist/target/evenkeel";

    private static final String PROGRAMS = "target/programs";

    private EarlierBuild() {}

    /**
     * The installation, built unless that was done before; empty where the history does not have
     * the commit, as in a source archive or a shallow clone.
     *
     * @throws IOException if it does not build
     */
    public static synchronized Optional<Path> home() throws IOException, InterruptedException {
        Path directory = Path.of("target", "earlier-" + COMMIT.substring(0, 8)).toAbsolutePath();
        Path home = directory.resolve(HOME);
        Files.createDirectories(directory);
        try (FileChannel lock =
                        FileChannel.open(
                                directory.resolve("lock"),
                                StandardOpenOption.CREATE,
                                StandardOpenOption.WRITE);
                FileLock held = lock.lock()) {
            if (held.isValid() && !Files.exists(directory.resolve("complete"))) {
                if (!isInHistory()) {
                    return Optional.empty();
                }
                build(directory);
                Files.createFile(directory.resolve("complete"));
            }
        }
        return Optional.of(home);
    }

    private static boolean isInHistory() throws InterruptedException {
        try {
            return run(ROOT, Path.of("target", "earlier.log"), "git", "cat-file", "-e", COMMIT)
                    == 0;
        } catch (IOException e) {
            return false; // there is no git
        }
    }

    private static void build(Path directory) throws IOException, InterruptedException {
        Path log = directory.resolve("build.log");
        Path archive = directory.resolve("source.tar");
        must(log, run(ROOT, log, "git", "archive", "-o", archive.toString(), COMMIT));
        must(log, run(directory, log, "tar", "-xf", archive.toString()));
        List<String> command =
                new ArrayList<>(
                        List.of(
                                directory.resolve("mvnw").toString(),
                                "-B",
                                "-ntp",
                                "package",
                                "-pl",
                                "docker/dist",
                                "-am",
                                "-Dmaven.test.skip=true",
                                "-Dmaven.gitcommitid.skip=true"));
        must(log, run(directory, log, command.toArray(String[]::new)));
        must(log, run(directory, log, compilePrograms()));
    }

    /** The programs of the chaos tests as they were, for names in the API have changed since. */
    private static String[] compilePrograms() {
        String tests = "docker/it/src/test/java";
        String programs = tests + "/org/evenkeel/chaos/";
        return new String[] {
            Path.of(System.getProperty("java.home"), "bin", "javac").toString(),
            "-nowarn",
            "-proc:none",
            "-d",
            PROGRAMS,
            "-sourcepath",
            tests,
            "-cp",
            HOME + "/lib/client/app-api-standalone.jar" + File.pathSeparator + annotations(),
            programs + "ChaosClient.java",
            programs + "LegacyClient.java"
        };
    }

    private static String annotations() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> Path.of(entry).getFileName().toString().startsWith("jspecify"))
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** The compiled programs of the chaos tests that belong to an installation. */
    public static Path programs(Path home) {
        Path earlier = home.resolve("../../../..").resolve(PROGRAMS).normalize();
        return home.endsWith(HOME) && Files.exists(earlier) ? earlier : Home.code();
    }

    /** The client's jar of an installation; it had another name once. */
    public static Path client(Path home) {
        Path earlier = home.resolve("lib/client/app-api-standalone.jar");
        return Files.exists(earlier) ? earlier : home.resolve("lib/client/evenkeel-client.jar");
    }

    private static void must(Path log, int exit) throws IOException {
        if (exit != 0) {
            throw new IOException("commit " + COMMIT + " does not build: see " + log);
        }
    }

    private static int run(Path in, Path log, String... command)
            throws IOException, InterruptedException {
        Process process =
                new ProcessBuilder(command)
                        .directory(in.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                        .start();
        process.getOutputStream().close();
        if (!process.waitFor(BUILD_MINUTES, TimeUnit.MINUTES)) {
            process.destroyForcibly();
            return -1;
        }
        return process.exitValue();
    }
}
