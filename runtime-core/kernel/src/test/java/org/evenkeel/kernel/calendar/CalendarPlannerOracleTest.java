package org.evenkeel.kernel.calendar;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import org.evenkeel.testing.Seeds;

class CalendarPlannerOracleTest {
    private static final int SYSTEMS = 200;

    @Seeds
    void everyShareIsThatOfTheSortedPlaces(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < SYSTEMS; i++) {
            List<ClusterInterval> intervals = RandomIntervals.any(random);
            long places = intervals.stream().mapToLong(one -> one.computing() * one.stages()).sum();
            int tasks = random.nextInt((int) places + 2);
            assertThat(CalendarPlanner.plan(intervals, tasks))
                    .as("%d tasks on %s", tasks, intervals)
                    .isEqualTo(SortedPlaces.plan(intervals, tasks));
        }
    }
}
