package org.evenkeel.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class SlopeTest {

    private static final int SAMPLES = 40;

    private static Slope of(double perMinute, double noise, long seed) {
        Random random = new Random(seed);
        double[] minutes = new double[SAMPLES];
        double[] values = new double[SAMPLES];
        for (int i = 0; i < SAMPLES; i++) {
            minutes[i] = i / 4.0;
            values[i] = 100 + perMinute * minutes[i] + noise * random.nextGaussian();
        }
        return Slope.of(minutes, values);
    }

    @Test
    void aStraightLineHasItsSlope() {
        Slope slope = of(3, 0, 1);
        assertThat(slope.perMinute()).isCloseTo(3, within(1e-9));
        assertThat(slope.growsMoreThan(2.9)).isTrue();
        assertThat(slope.growsMoreThan(3.1)).isFalse();
    }

    @Test
    void growthIsSeenThroughNoise() {
        for (long seed = 0; seed < 50; seed++) {
            assertThat(of(2, 3, seed).growsMoreThan(1)).as("seed " + seed).isTrue();
        }
    }

    @Test
    void noiseAloneIsSeldomTakenForGrowth() {
        int taken = 0;
        for (long seed = 0; seed < 400; seed++) {
            taken += of(0, 3, seed).growsMoreThan(0) ? 1 : 0;
        }
        // One side of a 95 % interval: 2.5 % of 400 are 10.
        assertThat(taken).isBetween(1, 25);
    }

    @Test
    void oneOddSampleMovesNothing() {
        double[] minutes = {0, 1, 2, 3, 4, 5};
        assertThat(Slope.of(minutes, new double[] {7, 7, 7, 900, 7, 7}).perMinute()).isZero();
    }
}
