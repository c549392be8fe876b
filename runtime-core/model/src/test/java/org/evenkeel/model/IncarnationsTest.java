package org.evenkeel.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Which process of a node is the later one. */
class IncarnationsTest {

    private static final long GREATEST = -1;

    private static NodeRef process(long incarnation) {
        return new NodeRef(new NodeId("a"), incarnation, "host", 7000);
    }

    @Test
    void laterProcessHasTheGreaterNumber() {
        assertThat(Incarnations.isLater(2, 1)).isTrue();
        assertThat(Incarnations.isLater(1, 2)).isFalse();
        assertThat(Incarnations.isLater(1, 1)).isFalse();
        assertThat(Incarnations.later(1, 2)).isEqualTo(2);
        assertThat(Incarnations.later(2, 1)).isEqualTo(2);
    }

    @Test
    void numbersHaveNoSign() {
        assertThat(Incarnations.isLater(Long.MIN_VALUE, Long.MAX_VALUE)).isTrue();
        assertThat(Incarnations.isLater(GREATEST, Long.MIN_VALUE)).isTrue();
        assertThat(Incarnations.isLater(0, GREATEST)).as("0 is before all").isFalse();
        assertThat(Incarnations.later(Long.MAX_VALUE, GREATEST)).isEqualTo(GREATEST);
    }

    @Test
    void processesAreInTheOrderOfTheirNumbers() {
        assertThat(process(2).isLaterThan(process(1))).isTrue();
        assertThat(process(1).isLaterThan(process(1))).isFalse();
        assertThat(process(1).isLaterThan(process(GREATEST))).isFalse();
    }
}
