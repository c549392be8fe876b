package org.evenkeel.simulator.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.evenkeel.simulator.forecast.WorkDistribution.Known;
import org.junit.jupiter.api.Test;

class WorkDistributionTest {
    private static final int DRAWS = 40_000;

    private static WorkDistribution ended(double... logs) {
        List<Known> known = new ArrayList<>();
        for (double log : logs) {
            known.add(new Known(log, true, 1));
        }
        return new WorkDistribution(known, 1);
    }

    /** The part of draws that lie in (from, to]. */
    private static double part(WorkDistribution of, double from, double to) {
        SplittableRandom random = new SplittableRandom(1);
        int inside = 0;
        for (int i = 0; i < DRAWS; i++) {
            double drawn = of.draw(random);
            inside += from < drawn && drawn <= to ? 1 : 0;
        }
        return (double) inside / DRAWS;
    }

    @Test
    void theNextOneIsEquallyLikelyBetweenAnyTwo() {
        WorkDistribution of = ended(3, 1, 2, 7);
        for (double[] gap : new double[][] {{-9, 1}, {1, 2}, {2, 3}, {3, 7}, {7, 99}}) {
            assertThat(part(of, gap[0], gap[1])).isCloseTo(0.2, within(0.01));
        }
        assertThat(part(of, 1, 1.5)).isCloseTo(0.1, within(0.01));
    }

    @Test
    void oneThatStillRunsMakesLongOnesMoreLikely() {
        WorkDistribution of =
                new WorkDistribution(
                        List.of(
                                new Known(1, true, 1),
                                new Known(1.5, false, 1),
                                new Known(2, true, 1)),
                        1);
        assertThat(part(of, -9, 1)).isCloseTo(1.0 / 4, within(0.01));
        assertThat(part(of, 1, 2)).isCloseTo(3.0 / 4 / 2, within(0.01));
        assertThat(part(of, 2, 99)).isCloseTo(3.0 / 4 / 2, within(0.01));
    }

    @Test
    void whatHasRunForSomeTimeTakesLonger() {
        WorkDistribution of = ended(1, 2, 3, 4, 5, 6, 7, 8, 9);
        SplittableRandom random = new SplittableRandom(2);
        int aboveNine = 0;
        for (int i = 0; i < DRAWS; i++) {
            double drawn = of.drawAbove(7.5, random);
            assertThat(drawn).isGreaterThanOrEqualTo(7.5);
            aboveNine += drawn > 9 ? 1 : 0;
        }
        // Left are half a gap, a gap, and all that is beyond.
        assertThat((double) aboveNine / DRAWS).isCloseTo(1 / 2.5, within(0.01));
        assertThat(of.isBeyond(8.9)).isFalse();
        assertThat(of.isBeyond(9)).isTrue();
        assertThat(of.drawAbove(30, random)).isGreaterThan(30);
    }

    /** Of ten values, the eleventh lies below their greatest ten times of eleven. */
    @Test
    void probabilitiesAreThoseWithWhichTheNextValueComes() {
        SplittableRandom random = new SplittableRandom(3);
        int below = 0;
        int trials = 4_000;
        for (int trial = 0; trial < trials; trial++) {
            double[] logs = new double[10];
            for (int i = 0; i < logs.length; i++) {
                logs[i] = random.nextGaussian();
            }
            below += random.nextGaussian() <= ended(logs).draw(random) ? 1 : 0;
        }
        assertThat((double) below / trials).isCloseTo(0.5, within(0.03));
    }

    @Test
    void fewValuesAndEqualOnesAreUnderstood() {
        SplittableRandom random = new SplittableRandom(4);
        for (WorkDistribution of : List.of(ended(2), ended(2, 2), ended(2, 2, 2, 2))) {
            for (int i = 0; i < 1_000; i++) {
                assertThat(of.draw(random)).isFinite();
                assertThat(of.drawAbove(2, random)).isFinite().isGreaterThanOrEqualTo(2);
            }
        }
        assertThatThrownBy(() -> new WorkDistribution(List.of(new Known(1, false, 1)), 1))
                .hasMessageContaining("no task has ended");
    }
}
