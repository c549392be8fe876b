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
        assertThat(lineAfter(2 * SECOND, 250))
                .isEqualTo(
                        "parallel   [#######.......................]  25 %  125 tasks/s, 6 s left");
    }

    @Test
    void slowWorkHasDigitsBehindThePoint() {
        assertThat(lineAfter(100 * SECOND, 10)).endsWith("]   1 %  0.1 tasks/s, 2.8 h left");
    }

    @Test
    void finishedLineHasNoTimeLeft() {
        assertThat(lineAfter(SECOND, 1000))
                .isEqualTo("parallel   [##############################] 100 %  1,000 tasks/s");
    }

    @Test
    void whoKnowsMoreThanTheRateSaysWhatIsLeft() {
        ProgressBar bar = bar(1000, false);
        now += SECOND;
        bar.update(250, "9.0 s left, by panel3");
        bar.draw();
        assertThat(printed().strip())
                .endsWith("]  25 %  250 tasks/s, 9.0 s left, by panel3")
                .doesNotContain("3 s left");
    }

    @Test
    void nothingIsPromisedBeforeTheFirstTask() {
        assertThat(lineAfter(SECOND, 0)).endsWith("]   0 %  0.0 tasks/s");
    }

    @Test
    void workOfUnknownLengthShowsThatTimePasses() {
        ProgressBar bar = bar(ProgressBar.UNKNOWN, false);
        now += 12 * SECOND;
        bar.draw();
        assertThat(printed()).isEqualTo("parallel   12 s\n");
    }

    @Test
    void terminalLineIsRedrawnInPlaceAndWipedAtTheEnd() {
        try (ProgressBar bar = bar(1000, true)) {
            now += SECOND;
            bar.draw();
            bar.draw();
        }
        assertThat(printed().split("\r", -1)).hasSize(4);
        assertThat(printed()).endsWith("\r\033[K").doesNotContain("\n");
    }

    private String lineAfter(long nanos, long done) {
        ProgressBar bar = bar(1000, false);
        now += nanos;
        bar.update(done);
        bar.draw();
        return printed().stripTrailing();
    }

    private String printed() {
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private ProgressBar bar(long total, boolean terminal) {
        PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        return new ProgressBar("parallel", total, "tasks", out, terminal, () -> now);
    }
}
