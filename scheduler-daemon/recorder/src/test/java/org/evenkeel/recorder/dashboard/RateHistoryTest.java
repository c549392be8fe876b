package org.evenkeel.recorder.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RateHistoryTest {

    private final RateHistory rates = new RateHistory();

    @Test
    void eachSecondHasARate() {
        rates.add(0, RateHistory.UNKNOWN);
        rates.add(1, 12.34);
        assertThat(rates.list()).containsExactly(-1.0, 12.3);
    }

    /** A silent node delays each answer by seconds: the rate is the mean of all of them. */
    @Test
    void aLookThatTookLongIsForAllItsSeconds() {
        rates.add(0, 1);
        rates.add(3, 2);
        rates.add(3, 5);
        assertThat(rates.list()).containsExactly(1.0, 2.0, 2.0, 2.0);
    }

    @Test
    void anHourIsKept() {
        rates.add(10, 1);
        rates.add(RateHistory.SECONDS, 2);
        assertThat(rates.list()).hasSize(RateHistory.SECONDS).startsWith(1.0).endsWith(2.0);
        rates.add(1_000_000_000L, 3);
        assertThat(rates.list()).hasSize(RateHistory.SECONDS).containsOnly(3.0);
    }
}
