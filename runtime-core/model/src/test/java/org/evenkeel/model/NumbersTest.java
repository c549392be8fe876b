package org.evenkeel.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NumbersTest {

    @Test
    void readsWholeNumbersWithinTheirBounds() {
        assertThat(Numbers.whole("-3", -3, 9)).hasValue(-3);
        assertThat(Numbers.whole("9", -3, 9)).hasValue(9);
        assertThat(Numbers.whole("10", -3, 9)).isEmpty();
        assertThat(Numbers.whole("1.5", -3, 9)).isEmpty();
        assertThat(Numbers.whole("", -3, 9)).isEmpty();
    }

    @Test
    void readsDecimalsWithinTheirBounds() {
        assertThat(Numbers.decimal("0.5", 0.5, 1)).hasValue(0.5);
        assertThat(Numbers.decimal("1e0", 0.5, 1)).hasValue(1);
        assertThat(Numbers.decimal("NaN", 0.5, 1)).isEmpty();
        assertThat(Numbers.decimal("1.01", 0.5, 1)).isEmpty();
        assertThat(Numbers.decimal("half", 0.5, 1)).isEmpty();
    }
}
