package org.evenkeel.continuations.capture;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class CheckpointPauseTest {
    private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final CheckpointPause pause = new CheckpointPause();

    @Test
    void checkpointsUseATwentiethOfTheTime() {
        pause.nanosAfter(SECOND);
        assertThat(pause.nanosAfter(SECOND)).isEqualTo(20 * SECOND);
        assertThat(pause.nanosAfter(SECOND)).isEqualTo(20 * SECOND);
    }

    /** It loads the classes that take checkpoints. */
    @Test
    void theFirstPutsNoneOff() {
        assertThat(pause.nanosAfter(4 * SECOND)).isZero();
        assertThat(pause.nanosAfter(MILLI)).isEqualTo(20 * MILLI);
    }

    /** As on a machine that is busy with something else for a moment. */
    @Test
    void aSingleSlowOnePutsNoneOff() {
        pause.nanosAfter(MILLI);
        assertThat(pause.nanosAfter(5 * SECOND)).isEqualTo(20 * MILLI);
        assertThat(pause.nanosAfter(MILLI)).isEqualTo(20 * MILLI);
    }

    @Test
    void twoSlowOnesInARowPutTheNextOff() {
        pause.nanosAfter(MILLI);
        pause.nanosAfter(5 * SECOND);
        assertThat(pause.nanosAfter(4 * SECOND)).isEqualTo(80 * SECOND);
    }
}
