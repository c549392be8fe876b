package org.evenkeel.simulator.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class IntervalTest {

    @Test
    void meanAndHalfWidthAreThoseOfStudent() {
        // s = sqrt(2.5), t(4) = 2.7764: 2.7764 * sqrt(2.5 / 5)
        Interval interval = Interval.of(1, 2, 3, 4, 5);
        assertThat(interval.mean()).isEqualTo(3);
        assertThat(interval.halfWidth()).isCloseTo(1.9632, within(1e-3));
    }

    @Test
    void oneValueTellsNothingOfTheSpread() {
        assertThat(Interval.of(7).mean()).isEqualTo(7);
        assertThat(Interval.of(7).isKnown()).isFalse();
        assertThat(Interval.of(7).sign()).isZero();
        assertThat(Interval.of().mean()).isZero();
    }

    @Test
    void differencesArePairedSoThatWhatIsCommonFallsOut() {
        double[] slow = {10.1, 20.2, 30.1};
        double[] fast = {10, 20, 30};
        assertThat(Interval.of(slow).halfWidth()).isGreaterThan(20);
        Interval difference = Interval.ofDifferences(slow, fast);
        assertThat(difference.mean()).isCloseTo(0.1333, within(1e-3));
        assertThat(difference.halfWidth()).isLessThan(0.2);
        assertThatThrownBy(() -> Interval.ofDifferences(slow, new double[2]))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void signIsToldOnlyWhenTheWholeIntervalHasIt() {
        assertThat(new Interval(-2, 1).sign()).isEqualTo(-1);
        assertThat(new Interval(2, 1).sign()).isEqualTo(1);
        assertThat(new Interval(1, 2).sign()).isZero();
        assertThat(Interval.of(0, 0, 0).sign()).isZero();
    }

    @Test
    void quantilesGoOnSmoothlyBeyondTheTable() {
        assertThat(Interval.quantile(1)).isCloseTo(12.706, within(1e-3));
        assertThat(Interval.quantile(30)).isCloseTo(2.042, within(1e-3));
        assertThat(Interval.quantile(40)).isCloseTo(2.021, within(2e-3));
        assertThat(Interval.quantile(120)).isCloseTo(1.980, within(1e-3));
    }
}
