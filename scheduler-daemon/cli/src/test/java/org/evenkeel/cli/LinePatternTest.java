package org.evenkeel.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.TimeUnit;
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

    @Test
    void oneThatIsSlowForManyLinesEndsWithAnError() throws Exception {
        long limitNanos = TimeUnit.MILLISECONDS.toNanos(50);
        LinePattern slow = LinePattern.of("--grep", "(x+x+)+y", limitNanos);
        assertThatThrownBy(
                        () -> {
                            for (int i = 0; i < 1_000; i++) {
                                slow.isIn("x".repeat(100));
                            }
                        })
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining("(x+x+)+y takes too long on all lines together");
        assertThatThrownBy(() -> slow.isIn("xxy")).isInstanceOf(CommandFailure.class);
        slow.restart();
        assertThat(slow.isIn("xxy")).isTrue();
    }

    /** However many lines there are. */
    @Test
    void oneThatIsQuickForEachLineIsQuickForAll() throws Exception {
        LinePattern quick = LinePattern.of("--grep", ".*step [0-9]+", 1_000_000_000);
        for (int i = 0; i < 20_000; i++) {
            assertThat(quick.isIn("line " + i)).isFalse();
        }
    }
}
