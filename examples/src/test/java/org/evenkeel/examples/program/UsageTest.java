package org.evenkeel.examples.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class UsageTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void optionIsNamed() {
        assertThat(explain("in.csv", "--fast")).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8))
                .startsWith("unexpected argument \"--fast\"")
                .contains("usage: Copy IN OUT");
    }

    @Test
    void firstArgumentTooManyIsNamed() {
        assertThat(explain("in.csv", "out.csv", "more.csv", "most.csv")).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("\"more.csv\"");
    }

    @Test
    void helpIsNoMistake() {
        assertThat(explain("--help")).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).startsWith("usage: Copy IN OUT");
        assertThat(err.size()).isZero();
    }

    private int explain(String... arguments) {
        return Usage.explain(
                "usage: Copy IN OUT",
                2,
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                arguments);
    }
}
