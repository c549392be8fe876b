package org.evenkeel.container;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The Docker engine of this machine, and the image that is tested. */
final class Engine {
    static final String IMAGE = "evenkeel:test";

    /** On everything that a test starts, so that docker/sweep.sh finds what a killed one left. */
    static final String LABEL = "org.evenkeel.test";

    private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
    private static final long BUILD_SECONDS = 180;

    /** Field 22 of /proc/self/stat, counted behind the name in parentheses. */
    private static final int START_AFTER_NAME = 19;

    private static final String MISSING = prepare();

    private Engine() {}

    /** What keeps containers from being tested here; empty when nothing does. */
    static String missing() {
        return MISSING;
    }

    static boolean isRequired() {
        return System.getProperty("evenkeel.containers", "").equals("required");
    }

    /** This run: its process id and when it started, as docker/sweep.sh reads it. */
    static String run() {
        return ProcessHandle.current().pid() + ":" + startTicks();
    }

    private static String startTicks() {
        try {
            String stat = Files.readString(Path.of("/proc/self/stat"));
            return stat.substring(stat.lastIndexOf(')') + 2).split(" ")[START_AFTER_NAME];
        } catch (IOException e) {
            return "0"; // no Linux
        }
    }

    private static String prepare() {
        String missing = makeImage();
        if (!missing.isEmpty() && !isRequired()) {
            System.out.println(
                    "Left out: tests with containers, because "
                            + missing
                            + ". As root, docker/engine.sh ensure starts an engine; then"
                            + " ./mvnw verify -Pcontainers");
        }
        return missing;
    }

    private static String makeImage() {
        try {
            if (!answers()) {
                return "no Docker engine answers";
            }
            // The distribution is the one that this build has just made; no registry is asked.
            shell("docker/build.sh", "--no-build", "--offline", "--tag", IMAGE);
            shell("docker/sweep.sh");
            return "";
        } catch (IOException e) {
            return e.getMessage();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "it was interrupted";
        }
    }

    private static boolean answers() throws InterruptedException {
        try {
            return end(List.of("docker", "version", "--format", "{{.Server.Version}}"), 10) == 0;
        } catch (IOException e) {
            return false;
        }
    }

    private static void shell(String script, String... words)
            throws IOException, InterruptedException {
        List<String> command =
                Stream.concat(Stream.of(ROOT.resolve(script).toString()), Stream.of(words))
                        .toList();
        int exitCode = end(command, BUILD_SECONDS);
        if (exitCode != 0) {
            throw new IOException(script + " ended with " + exitCode + ", see " + log());
        }
    }

    private static Path log() {
        return Path.of("target", "containers", "engine.log").toAbsolutePath();
    }

    private static int end(List<String> command, long seconds)
            throws IOException, InterruptedException {
        Files.createDirectories(log().getParent());
        Process process =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()))
                        .start();
        process.getOutputStream().close();
        if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
            throw new IOException(String.join(" ", command) + " took more than " + seconds + " s");
        }
        return process.exitValue();
    }
}
