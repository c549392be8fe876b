package org.evenkeel.model.submission;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Pauses between rounds of attempts, and the end of them. */
class ReconnectionTest {
    private static final long MILLI = 1_000_000;
    private static final long LIMIT = 60_000 * MILLI;

    /** Soon the clock overflows: times are compared by their difference. */
    private static final long BEGIN = Long.MAX_VALUE - 15;

    private final Reconnection reconnection = new Reconnection(LIMIT, BEGIN);

    @Test
    void pausesDoubleUpToTwoSeconds() {
        for (long pause : new long[] {20, 40, 80, 160, 320, 640, 1280, 2000, 2000}) {
            assertThat(reconnection.pauseNanos(BEGIN, 0.5)).isEqualTo(pause * MILLI);
        }
    }

    @Test
    void chanceMovesAPauseByHalfOfIt() {
        assertThat(reconnection.pauseNanos(BEGIN, 0)).isEqualTo(10 * MILLI);
        assertThat(reconnection.pauseNanos(BEGIN, 0.75)).isEqualTo(50 * MILLI);
    }

    @Test
    void itIsOverBehindTheLimit() {
        assertThat(reconnection.pauseNanos(BEGIN + LIMIT, 0)).isPositive();
        assertThat(reconnection.pauseNanos(BEGIN + LIMIT + 1, 0)).isEqualTo(Reconnection.OVER);
    }
}
