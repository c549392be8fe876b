package org.evenkeel.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class RetryRulesTest {

    private static final TaskId TASK = new TaskId(1, 1);

    private static RetryRules rules(long first, int factor, long longest) {
        return new RetryRules(first, factor, longest, List.of(), List.of());
    }

    private static RetryRules classes(List<String> only, List<String> never) {
        return new RetryRules(0, 1, 0, only, never);
    }

    @Test
    void delaysGrowUpToTheLongest() {
        RetryRules rules = rules(1_000_000, 3, 20_000_000);
        long[] wanted = {1_000_000, 3_000_000, 9_000_000, 20_000_000, 20_000_000};
        for (int i = 0; i < wanted.length; i++) {
            assertThat(rules.delayNanos(TASK, i + 1)).isBetween(wanted[i] * 3 / 4, wanted[i]);
        }
        assertThat(rules(5_000, 1, 9_000).delayNanos(TASK, 100)).isBetween(3_700L, 5_000L);
        assertThat(RetryRules.AT_ONCE.delayNanos(TASK, 7)).isZero();
    }

    @Test
    void tasksThatFailTogetherDoNotReturnTogether() {
        RetryRules rules = rules(1_000_000, 2, 1_000_000);
        assertThat(
                        LongStream.rangeClosed(1, 100)
                                .map(number -> rules.delayNanos(new TaskId(1, number), 1))
                                .distinct()
                                .count())
                .isGreaterThan(50);
        assertThat(rules.delayNanos(TASK, 1))
                .as("always the same")
                .isEqualTo(rules.delayNanos(TASK, 1));
    }

    @Test
    void subclassesCountAsTheirClass() {
        String io = IOException.class.getName();
        String missing = FileNotFoundException.class.getName();
        RetryRules some = classes(List.of(io), List.of(missing));
        assertThat(some.permits(IOException.class)).isTrue();
        assertThat(some.permits(java.net.SocketException.class)).isTrue();
        assertThat(some.permits(FileNotFoundException.class)).isFalse();
        assertThat(some.permits(IllegalStateException.class)).isFalse();
        assertThat(classes(List.of(), List.of(io)).permits(IllegalStateException.class)).isTrue();
        assertThat(classes(List.of(), List.of(io)).permits(FileNotFoundException.class)).isFalse();
        assertThat(RetryRules.AT_ONCE.permits(Error.class)).isTrue();
    }

    @Test
    void boundsAreChecked() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> rules(-1, 1, 0))
                .withMessageContaining("first delay");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> rules(5, 1, 4))
                .withMessageContaining("longest delay");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> rules(0, 11, 0))
                .withMessageContaining("factor");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> classes(Collections.nCopies(17, "a.B"), List.of()))
                .withMessageContaining("more than 16");
    }
}
