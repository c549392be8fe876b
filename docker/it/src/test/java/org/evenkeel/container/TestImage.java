package org.evenkeel.container;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.evenkeel.testcontainers.engine.Engine;
import org.evenkeel.testcontainers.engine.EngineException;

/** The image that is tested, made of what this build has just made. */
final class TestImage {
    /** Another one for builds beside each other on one engine. */
    static final String NAME = System.getProperty("evenkeel.image", "evenkeel:test");

    /** What {@code ClusterSettings} reads: an image with the tools for faults of networks. */
    private static final String FAULTS = "evenkeel.fault.image";

    private static final String HOST_BASE = "evenkeel-base:host";
    private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
    private static final long BUILD_SECONDS = 180;

    private static final String MISSING = prepare();

    private TestImage() {}

    /** What keeps containers from being tested here; empty when nothing does. */
    static String missing() {
        return MISSING;
    }

    static boolean isRequired() {
        return System.getProperty("evenkeel.containers", "").equals("required");
    }

    private static String prepare() {
        String missing = makeImage();
        if (!missing.isEmpty() && !isRequired()) {
            System.out.println(
                    "Skipped: tests with containers, because "
                            + missing
                            + ". As root, docker/engine.sh ensure starts an engine; then"
                            + " ./mvnw verify -Pcontainers");
        }
        return missing;
    }

    private static String makeImage() {
        try {
            Engine.find();
            // The distribution is the one that this build has just made; no registry is asked.
            shell("docker/build.sh", "--no-build", "--offline", "--tag", NAME);
            seeToFaults();
            // What it could not remove is in the log, and in nobody's way.
            end(List.of(ROOT.resolve("docker/sweep.sh").toString()), BUILD_SECONDS);
            return "";
        } catch (EngineException | IOException e) {
            return e.getMessage();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "it was interrupted";
        }
    }

    /** An image of a public base has neither: then one of this machine's own tools has to do. */
    private static void seeToFaults() throws IOException, InterruptedException {
        String tools = "command -v iptables && command -v tc";
        if (System.getProperty(FAULTS) == null
                && end(
                                List.of(
                                        "docker",
                                        "run",
                                        "--rm",
                                        "--network",
                                        "none",
                                        "--entrypoint",
                                        "sh",
                                        NAME,
                                        "-c",
                                        tools),
                                BUILD_SECONDS)
                        != 0) {
            shell("docker/host-base.sh", HOST_BASE);
            System.setProperty(FAULTS, HOST_BASE);
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
