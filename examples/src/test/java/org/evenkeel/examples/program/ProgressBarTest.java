package org.evenkeel.examples.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ProgressBarTest {
    private static final long SECOND = 1_000_000_000;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private long now = 7;

    @Test
    void lineShowsShareRateAndTimeLeft() {
        assertThat(bar(false).line(250, 2 * SECOND))
                .isEqualTo(
                        "parallel   [#######.......................]  25 %  125 tasks/s, 6 s left");
    }

    @Test
    void finishedLineHasNoTimeLeft() {
        assertThat(bar(false).line(1000, SECOND))
                .isEqualTo("parallel   [##############################] 100 %  1,000 tasks/s");
    }

    @Test
    void terminalIsRedrawnTenTimesASecondAndWipedAtTheEnd() {
        try (ProgressBar bar = bar(true)) {
            for (int i = 0; i < 1000; i++) {
                now += SECOND / 1000;
                bar.update(i);
            }
        }
        assertThat(printed().split("\r", -1)).hasSize(12);
        assertThat(printed()).endsWith("\r\033[K").doesNotContain("\n");
    }

    @Test
    void elsewhereALineIsPrintedEveryThreeSeconds() {
        try (ProgressBar bar = bar(false)) {
            for (int i = 0; i < 10; i++) {
                now += SECOND;
                bar.update(i);
            }
        }
        assertThat(printed().lines()).hasSize(3).allMatch(line -> line.startsWith("parallel"));
    }

    private String printed() {
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private ProgressBar bar(boolean terminal) {
        PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        return new ProgressBar("parallel", 1000, "tasks", out, terminal, () -> now);
    }
}
