package org.evenkeel.daemon.peer;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Losses of a link are counted for an hour, and not without bound. */
class LinkLossesTest {
    private final LinkLosses losses = new LinkLosses();

    @Test
    void lossesAreCountedForAnHour() {
        assertThat(losses.recent(5)).isZero();
        losses.add(10);
        losses.add(20);
        assertThat(losses.recent(20)).isEqualTo(2);
        assertThat(losses.recent(10 + LinkLosses.PERIOD_NANOS)).isEqualTo(2);
        assertThat(losses.recent(11 + LinkLosses.PERIOD_NANOS)).isEqualTo(1);
        assertThat(losses.recent(21 + LinkLosses.PERIOD_NANOS)).isZero();
    }

    @Test
    void onlyTheNewestAreRemembered() {
        for (int i = 0; i < 10 * LinkLosses.MAX; i++) {
            losses.add(i);
        }
        assertThat(losses.recent(10 * LinkLosses.MAX)).isEqualTo(LinkLosses.MAX);
    }
}
