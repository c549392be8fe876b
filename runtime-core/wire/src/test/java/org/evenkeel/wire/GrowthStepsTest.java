package org.evenkeel.wire;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GrowthStepsTest {

    @Test
    void largeFilesAreToldOfSomeSixtyTimes() {
        GrowthSteps steps = new GrowthSteps(1_000);
        for (long size : new long[] {500, 5_000, 64_000, 1_000_000}) {
            long told = 0;
            int times = 0;
            for (long written = 100; written <= size; written += 100) {
                if (steps.isDue(told, written, size)) {
                    assertThat(written - told).isGreaterThanOrEqualTo(1_000);
                    told = written;
                    times++;
                }
            }
            assertThat((long) times).isEqualTo(Math.min(size / 1_000, 64));
        }
    }
}
