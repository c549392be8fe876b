package org.evenkeel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RecorderOptionTest {
    private static final long GIB = 1L << 30;

    @Test
    void smallMachineGetsNoneUnlessItIsWanted() {
        RecorderOption option = new RecorderOption();
        assertThat(option.obstacle(2 * GIB))
                .contains("this machine has 2.0 GiB of memory", "--recorder starts one");
        assertThat(option.obstacle(RecorderOption.LEAST_MEMORY)).isEmpty();
        assertThat(option.obstacle(64 * GIB)).isEmpty();
    }

    /** A machine that is sold with 4 GiB has some less, as its system tells. */
    @Test
    void whatTheSystemKeepsForItselfCounts() {
        assertThat(new RecorderOption().obstacle(4 * GIB - (200L << 20))).isEmpty();
        assertThat(new RecorderOption().obstacle(3 * GIB)).isNotEmpty();
    }
}
