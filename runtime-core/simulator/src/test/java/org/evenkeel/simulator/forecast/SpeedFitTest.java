package org.evenkeel.simulator.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SpeedFitTest {

    @Test
    void speedsAreThoseOfExactTimes() {
        double[] speeds = {-0.4, 0.1, 0.3, 0};
        double[] works = {2, 5};
        SpeedFit fit = new SpeedFit(2, 6);
        // Machines 0 and 1 ran the first kind, 1 and 2 the second; the last ran nothing.
        for (int[] each : new int[][] {{0, 0}, {0, 1}, {1, 1}, {1, 2}, {0, 1}}) {
            fit.add(each[0], each[1], works[each[0]] - speeds[each[1]], 1);
        }
        double[] found = fit.logSpeeds(new double[4]);
        for (int i = 0; i < 3; i++) {
            assertThat(found[i]).isCloseTo(speeds[i], within(1e-3));
        }
        assertThat(found[3]).isZero();
    }

    @Test
    void noiseAveragesOut() {
        SplittableRandom random = new SplittableRandom(1);
        SpeedFit fit = new SpeedFit(1, 2_000);
        for (int i = 0; i < 2_000; i++) {
            fit.add(0, i % 2, (i % 2 == 0 ? 0.5 : -0.5) + random.nextGaussian(), 1);
        }
        double[] found = fit.logSpeeds(new double[2]);
        assertThat(found[1] - found[0]).isCloseTo(1, within(0.15));
    }
}
