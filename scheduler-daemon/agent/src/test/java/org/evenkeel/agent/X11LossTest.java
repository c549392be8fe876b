package org.evenkeel.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A connection that is lost at any moment of opening, reading and closing ends no process. */
@Desktop
class X11LossTest {

    private static final int REPLY_BYTES = 32;
    private static final int MANY = 1_000_000;

    @TempDir private Path directory;
    private VirtualDisplay display;

    @BeforeEach
    void start() throws Exception {
        display = new VirtualDisplay(directory);
    }

    @AfterEach
    void stop() {
        display.close();
    }

    @Test
    @Tag("extended")
    void aProcessOutlivesTheLossOfItsServerBeforeAnyReply() throws Exception {
        String whole = run(MANY);
        assertThat(whole).startsWith("read ");
        int bytes = MANY - Integer.parseInt(whole.substring("read ".length()));
        // The last replies are those of queries; the ones before belong to XOpenDisplay.
        for (int repliesMissing : List.of(1, 2, 3, 4, 6, 9)) {
            int limit = bytes - (repliesMissing - 1) * REPLY_BYTES - 1;
            assertThat(run(limit)).as("%d bytes", limit).matches("(read|failed) 0");
        }
        assertThat(run(bytes / 2)).isEqualTo("failed 0");
    }

    /** The line that the process prints. */
    private String run(int bytes) throws IOException, InterruptedException {
        Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-XX:+UseSerialGC",
                                "-XX:TieredStopAtLevel=1",
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                System.getProperty(
                                        "surefire.test.class.path",
                                        System.getProperty("java.class.path")),
                                CutServerMain.class.getName(),
                                display.name(),
                                Integer.toString(bytes))
                        .directory(directory.toFile()) // for what the JVM writes in a crash
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
        try {
            String output =
                    new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
            assertThat(process.exitValue()).as("status after %d bytes", bytes).isZero();
            return output.strip();
        } finally {
            process.destroyForcibly().waitFor();
        }
    }
}
