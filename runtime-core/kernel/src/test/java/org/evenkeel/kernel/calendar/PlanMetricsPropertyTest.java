package org.evenkeel.kernel.calendar;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import org.evenkeel.testing.Seeds;

class PlanMetricsPropertyTest {
    private static final int SYSTEMS = 250;

    /** Whether the bounds say more than 0 and 1 is not left to chance. */
    private static final int LEAST_PARTIAL = 20;

    @Seeds
    void theCorrectedBoundsHoldWhereAllComputeAndAreReleased(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int partial = 0;
        for (int i = 0; i < SYSTEMS; i++) {
            List<ClusterInterval> intervals = RandomIntervals.computing(random);
            if (CalendarPlanner.plan(intervals, random.nextInt(1, 30))
                    instanceof CalendarPlan plan) {
                PlanMetrics metrics = new PlanMetrics(plan);
                PlanMetrics.Bounds bounds = metrics.inefficiencyBounds().orElseThrow();
                assertThat(Fraction.ONE.minus(metrics.efficiency(true)))
                        .as("%s", plan)
                        .isBetween(bounds.lower(), bounds.upper());
                partial += bounds.lower().compareTo(Fraction.ZERO) > 0 ? 1 : 0;
            }
        }
        assertThat(partial).isGreaterThan(LEAST_PARTIAL);
    }

    @Seeds
    void noPlanIsBetterThanTheReference(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < SYSTEMS; i++) {
            if (CalendarPlanner.plan(RandomIntervals.any(random), random.nextInt(1, 30))
                    instanceof CalendarPlan plan) {
                PlanMetrics metrics = new PlanMetrics(plan);
                assertThat(metrics.efficiency(false))
                        .as("%s", plan)
                        .isBetween(Fraction.ZERO, metrics.efficiency(true));
                assertThat(metrics.efficiency(true)).isLessThanOrEqualTo(Fraction.ONE);
            }
        }
    }
}
