package org.evenkeel.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** Patterns are read, found, or refused; none makes a command hang. */
class LinePatternTest {

    @Test
    void isFoundAnywhereInALine() throws Exception {
        LinePattern pattern = LinePattern.of("--grep", "step [0-9]+");
        assertThat(pattern.isIn("at step 17 now")).isTrue();
        assertThat(pattern.isIn("at step x")).isFalse();
    }

    @Test
    void oneThatIsNoneIsNamed() {
        assertThatThrownBy(() -> LinePattern.of("--grep", "a(b"))
                .isInstanceOf(CommandFailure.class)
                .hasMessageStartingWith("--grep a(b is not a regular expression: ");
    }

    @Test
    void oneThatWouldTakeForeverEndsWithAnError() throws Exception {
        LinePattern pattern = LinePattern.of("--grep", "(x+x+)+y");
        assertThatThrownBy(() -> pattern.isIn("x".repeat(5_000)))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining("(x+x+)+y takes too long on a line of 5000 characters");
        LinePattern deep = LinePattern.of("--grep", "(a|b)*c");
        assertThatThrownBy(() -> deep.isIn("ab".repeat(500_000)))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining("takes too long");
    }
}
