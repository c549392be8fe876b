package org.evenkeel.model.submission;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Pauses between rounds of attempts, and the end of them. */
class ReconnectionTest {
    private static final long MILLI = 1_000_000;
    private static final long LIMIT = 60_000 * MILLI;

    private final Reconnection reconnection = new Reconnection(LIMIT, at(0));

    /** Times of a clock that soon overflows: they are compared by their difference. */
    private static long at(long nanos) {
        return Long.MAX_VALUE - 15 + nanos;
    }

    @Test
    void pausesDoubleUpToTwoSeconds() {
        for (long pause : new long[] {20, 40, 80, 160, 320, 640, 1280, 2000, 2000}) {
            assertThat(reconnection.pauseNanos(at(0), 0.5)).isEqualTo(pause * MILLI);
        }
    }

    @Test
    void chanceMovesAPauseByHalfOfIt() {
        assertThat(reconnection.pauseNanos(at(0), 0)).isEqualTo(10 * MILLI);
        assertThat(reconnection.pauseNanos(at(0), 0.75)).isEqualTo(50 * MILLI);
    }

    @Test
    void itIsOverBehindTheLimit() {
        assertThat(reconnection.pauseNanos(at(LIMIT), 0)).isPositive();
        assertThat(reconnection.pauseNanos(at(LIMIT + 1), 0)).isEqualTo(Reconnection.OVER);
    }
}
