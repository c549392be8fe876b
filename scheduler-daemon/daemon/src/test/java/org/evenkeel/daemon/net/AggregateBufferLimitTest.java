package org.evenkeel.daemon.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who is cut off when all together keep too much. */
class AggregateBufferLimitTest {

    private final List<String> cut = new ArrayList<>();
    private final AggregateBufferLimit<String> aggregateBufferLimit =
            new AggregateBufferLimit<>(100, (one, why) -> cut.add(one));

    @Test
    void whoGotNoFurtherForLongestGoes() {
        aggregateBufferLimit.keeps("a", 40, true);
        aggregateBufferLimit.keeps("b", 40, true);
        aggregateBufferLimit.keeps("a", 41, true); // it got further
        aggregateBufferLimit.keeps("c", 30, true);
        assertThat(cut).containsExactly("b");
        assertThat(aggregateBufferLimit.bytes()).isEqualTo(71);
    }

    @Test
    void moreOfTheSameIsNotFurther() {
        aggregateBufferLimit.keeps("a", 10, true);
        aggregateBufferLimit.keeps("b", 10, true);
        aggregateBufferLimit.keeps("a", 95, false);
        assertThat(cut).containsExactly("a");
    }

    @Test
    void whoIsGoneKeepsNothing() {
        aggregateBufferLimit.keeps("a", 90, true);
        aggregateBufferLimit.gone("a");
        aggregateBufferLimit.gone("a");
        aggregateBufferLimit.keeps("b", 90, true);
        aggregateBufferLimit.keeps("b", 0, false);
        assertThat(aggregateBufferLimit.bytes()).isZero();
        assertThat(cut).isEmpty();
    }

    @Test
    void oneThatIsTooLargeAloneGoesToo() {
        aggregateBufferLimit.keeps("a", 10, true);
        aggregateBufferLimit.keeps("b", 101, true);
        assertThat(cut).containsExactly("a", "b");
        assertThat(aggregateBufferLimit.bytes()).isZero();
    }
}
