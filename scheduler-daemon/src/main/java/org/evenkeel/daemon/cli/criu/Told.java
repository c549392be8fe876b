package org.evenkeel.daemon.cli.criu;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * What a command that ends by itself printed.
 *
 * @param exitCode {@link #NEVER} if it had to be ended
 * @param text what it printed on both streams, its beginning
 */
record Told(int exitCode, String text) {
    static final int NEVER = -1;

    private static final int MOST_BYTES = 16 << 10;

    boolean isFine() {
        return exitCode == 0;
    }

    /**
     * Runs a command.
     *
     * @throws IOException if it cannot be started
     */
    static Told by(List<String> words, long seconds) throws IOException, InterruptedException {
        Path file = Files.createTempFile("evenkeel-criu", ".txt");
        Process process = null;
        try {
            process =
                    new ProcessBuilder(words)
                            .redirectErrorStream(true)
                            .redirectOutput(file.toFile())
                            .redirectInput(
                                    ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                            .start();
            boolean ended = process.waitFor(seconds, TimeUnit.SECONDS);
            return new Told(ended ? process.exitValue() : NEVER, beginning(file));
        } finally {
            if (process != null) {
                process.destroyForcibly();
            }
            Files.deleteIfExists(file);
        }
    }

    private static String beginning(Path file) throws IOException {
        try (var in = Files.newInputStream(file)) {
            return new String(in.readNBytes(MOST_BYTES), StandardCharsets.UTF_8).strip();
        }
    }
}
