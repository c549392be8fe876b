package org.evenkeel.kernel.calendar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class CalendarPlannerTest {
    private static final long LONG = Long.MAX_VALUE;

    /** It takes some 20 ms; an algorithm that looks at each task would take hours. */
    private static final Duration LIMIT = Duration.ofMinutes(2);

    @Test
    void millionsOfMillionsOfTasksOnTenThousandClustersArePlannedAtOnce() {
        SplittableRandom random = new SplittableRandom(1);
        List<ClusterInterval> intervals = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            long from = random.nextLong(1L << 40);
            long processors = random.nextLong(1, 1_000);
            intervals.add(
                    new ClusterInterval(
                            "c" + i,
                            processors,
                            processors,
                            from,
                            from + (1L << 50),
                            random.nextLong(1, 1L << 30)));
        }
        long tasks = 1_000_000_000_000L;
        CalendarPlan plan =
                assertTimeoutPreemptively(
                        LIMIT, () -> (CalendarPlan) CalendarPlanner.plan(intervals, tasks));
        assertThat(plan.shares().stream().mapToLong(Share::tasks).sum()).isEqualTo(tasks);
        PlanMetrics metrics = new PlanMetrics(plan);
        PlanMetrics.Bounds bounds = metrics.inefficiencyBounds().orElseThrow();
        assertThat(1 - metrics.efficiency(true).toDouble())
                .isBetween(bounds.lower().toDouble(), bounds.upper().toDouble() + 1e-12);
        assertThat(Timetable.first(plan, 1_000)).hasSize(1_000);
    }

    @Test
    void sumsBeyondALongAreEnough() {
        List<ClusterInterval> huge =
                List.of(
                        new ClusterInterval("a", LONG, LONG, 0, LONG, 1),
                        new ClusterInterval("b", LONG, LONG, 0, LONG, 2));
        CalendarPlan plan = (CalendarPlan) CalendarPlanner.plan(huge, LONG);
        assertThat(plan.finish()).isEqualTo(1);
        assertThat(plan.shares()).containsExactly(new Share(LONG, 1, LONG), Share.NONE);
    }

    @Test
    void theLastTickOfALongIsReached() {
        List<ClusterInterval> late = List.of(new ClusterInterval("a", 1, 1, LONG - 10, LONG, 5));
        assertThat(((CalendarPlan) CalendarPlanner.plan(late, 2)).finish()).isEqualTo(LONG);
        assertThat(CalendarPlanner.plan(late, 3)).isEqualTo(new DoesNotFit(2));
    }

    @Test
    void noTasksEndAtZero() {
        List<ClusterInterval> one = List.of(new ClusterInterval("a", 1, 1, 3, 9, 2));
        assertThat(CalendarPlanner.plan(one, 0))
                .isEqualTo(new CalendarPlan(one, 0, 0, List.of(Share.NONE)));
        assertThat(CalendarPlanner.plan(List.of(), 0))
                .isEqualTo(new CalendarPlan(List.of(), 0, 0, List.of()));
        assertThat(CalendarPlanner.plan(List.of(), 1)).isEqualTo(new DoesNotFit(0));
    }

    @Test
    void whatIsNoClusterIsRefusedByName() {
        assertThatThrownBy(() -> new ClusterInterval("lab", 3, 4, 0, 1, 1))
                .hasMessageContaining("lab")
                .hasMessageContaining("computing");
        assertThatThrownBy(() -> new ClusterInterval("lab", 3, 3, 5, 4, 1))
                .hasMessageContaining("lab: from 5 to 4");
        assertThatThrownBy(() -> new ClusterInterval("lab", 3, 3, 0, 4, 0))
                .hasMessageContaining("lab: taskTime");
        assertThatThrownBy(() -> CalendarPlanner.plan(List.of(), -1)).hasMessageContaining("-1");
    }
}
