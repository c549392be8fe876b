package org.evenkeel.kernel.calendar;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Khritankov, "On an algorithm for balancing computational load in distributed systems". */
class KhritankovPaperTest {
    private static final List<ClusterInterval> THREE =
            List.of(
                    new ClusterInterval("1", 5, 4, 0, 40, 10),
                    new ClusterInterval("2", 3, 2, 5, 30, 6),
                    new ClusterInterval("3", 1, 1, 12, 40, 7));

    private static CalendarPlan plan(List<ClusterInterval> intervals, long tasks) {
        return (CalendarPlan) CalendarPlanner.plan(intervals, tasks);
    }

    @ParameterizedTest
    @CsvSource({"11, 6, 213", "12, 7, 227", "13, 8, 241"})
    void threeClustersEndAtTwentyWithTheRestInTheFirst(long tasks, long first, long sixteenths) {
        CalendarPlan plan = plan(THREE, tasks);
        assertThat(plan.finish()).isEqualTo(20);
        assertThat(plan.shares()).extracting(Share::tasks).containsExactly(first, 4L, 1L);
        PlanMetrics metrics = new PlanMetrics(plan);
        assertThat(metrics.referenceTime(false)).isEqualTo(Fraction.of(sixteenths, 16));
        assertThat(metrics.referenceTime(true)).isEqualTo(Fraction.of(sixteenths, 16));
        assertThat(metrics.inefficiencyBounds()).isEmpty();
    }

    @Test
    void moreThanFitsIsRefusedWithWhatDoes() {
        assertThat(THREE).extracting(ClusterInterval::stages).containsExactly(4L, 4L, 4L);
        assertThat(plan(THREE, 28).finish()).isEqualTo(40);
        assertThat(CalendarPlanner.plan(THREE, 29)).isEqualTo(new DoesNotFit(28));
    }

    @Test
    void packetsAreSentWheneverAClusterIsIdle() {
        assertThat(Timetable.first(plan(THREE, 17), 5))
                .containsExactly(
                        new Packet(0, 10, 0, 4),
                        new Packet(5, 11, 1, 2),
                        new Packet(10, 20, 0, 4),
                        new Packet(11, 17, 1, 2),
                        new Packet(12, 19, 2, 1));
    }

    @Test
    void thePrintedLowerBoundDoesNotHold() {
        CalendarPlan plan =
                plan(
                        List.of(
                                new ClusterInterval("1", 1, 1, 0, 100, 9),
                                new ClusterInterval("2", 10, 10, 0, 100, 10)),
                        2);
        PlanMetrics metrics = new PlanMetrics(plan);
        assertThat(plan.finish()).isEqualTo(10);
        assertThat(metrics.referenceTime(true)).isEqualTo(Fraction.of(9, 5));
        Fraction inefficiency = Fraction.ONE.minus(metrics.efficiency(true));
        assertThat(inefficiency).isEqualTo(Fraction.of(82, 100));
        Fraction printed = Fraction.of(9, 10); // (1 - 1/10) * 10 / 10
        assertThat(inefficiency).isLessThan(printed);
        PlanMetrics.Bounds bounds = metrics.inefficiencyBounds().orElseThrow();
        assertThat(bounds.upper()).isEqualTo(printed);
        assertThat(bounds.lower()).isEqualTo(Fraction.of(81, 100));
    }

    @Test
    void thePrintedUpperBoundDoesNotHoldWithoutRelease() {
        CalendarPlan plan =
                plan(
                        List.of(
                                new ClusterInterval("A", 10, 10, 0, 1000, 100),
                                new ClusterInterval("B", 1, 1, 0, 1000, 1)),
                        50);
        PlanMetrics metrics = new PlanMetrics(plan);
        Fraction printed = Fraction.of(1, 50);
        assertThat(Fraction.ONE.minus(metrics.efficiency(false)))
                .isEqualTo(Fraction.of(1, 11))
                .isGreaterThan(printed);
        assertThat(metrics.efficiency(true)).isEqualTo(Fraction.ONE);
    }

    @Test
    void speedUpAndAvailabilityAreThoseOfSectionTwo() {
        PlanMetrics metrics = new PlanMetrics(plan(THREE, 12));
        assertThat(metrics.speedUp(0)).isEqualTo(Fraction.of(6, 1));
        assertThat(metrics.speedUp(1)).isEqualTo(Fraction.of(18, 5));
        assertThat(metrics.availability(0)).isEqualTo(Fraction.ONE);
        assertThat(metrics.availability(1)).isEqualTo(Fraction.of(3, 4));
        assertThat(metrics.availability(2)).isEqualTo(Fraction.of(2, 5));
    }
}
