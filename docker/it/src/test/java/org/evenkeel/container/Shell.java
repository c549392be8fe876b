package org.evenkeel.container;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.evenkeel.testcontainers.engine.RunLabel;

/** Commands as an administrator types them, with the image that is tested. */
final class Shell {
    private static final long LIMIT_SECONDS = 180;

    private Shell() {}

    /** Runs a command and gives what it printed, which must not be an error. */
    static String run(List<String> line) throws IOException, InterruptedException {
        Path directory = Files.createDirectories(Path.of("target", "containers"));
        Path out = Files.createTempFile(directory, "shell", ".out");
        ProcessBuilder builder =
                new ProcessBuilder(line).redirectErrorStream(true).redirectOutput(out.toFile());
        builder.environment().put("EVENKEEL_IMAGE", TestImage.NAME);
        Process process = builder.start();
        process.getOutputStream().close();
        if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("still running: " + String.join(" ", line));
        }
        String said = Files.readString(out, StandardCharsets.UTF_8);
        Files.delete(out);
        assertThat(process.exitValue()).as("%s%n%s", String.join(" ", line), said).isZero();
        return said;
    }

    /** The same with words. */
    static String run(String... line) throws IOException, InterruptedException {
        return run(List.of(line));
    }

    /** {@code labels: {…}} for what a test starts by a file. */
    static String yamlLabels() {
        return RunLabel.ours().entrySet().stream()
                .map(label -> label.getKey() + ": \"" + label.getValue() + "\"")
                .collect(Collectors.joining(", ", "labels: {", "}"));
    }
}
