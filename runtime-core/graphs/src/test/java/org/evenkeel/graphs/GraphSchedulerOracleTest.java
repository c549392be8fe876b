package org.evenkeel.graphs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.evenkeel.testing.Seeds;

class GraphSchedulerOracleTest {
    private static final int GRAPHS = 40;

    @Seeds
    void theScheduleIsThatOfTheNaiveAlgorithm(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int parallel = 0;
        for (int i = 0; i < GRAPHS; i++) {
            ScheduleGraph graph = RandomGraphs.small(random);
            Machine machine = new Machine(RandomGraphs.shuffled(random.nextInt(1, 9), random));
            PriorityList list = PriorityList.of(graph);
            Schedule schedule = ScheduleValidator.validated(GraphScheduler.bus(graph, machine));
            assertThat(schedule).isEqualTo(NaiveScheduler.schedule(graph, machine, list.tasks()));
            parallel += schedule.fallback() ? 0 : 1;
        }
        assertThat(parallel).as("schedules that are no fallback").isGreaterThan(GRAPHS / 4);
    }

    @Seeds(4)
    void theSameOfLongerGraphsWithGapsEverywhere(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        ScheduleGraph graph = RandomGraphs.layered(160, 16, 3, 1 << seed * 2, random);
        Machine machine = Machine.of(12);
        assertThat(ScheduleValidator.validated(GraphScheduler.bus(graph, machine)))
                .isEqualTo(NaiveScheduler.schedule(graph, machine, PriorityList.of(graph).tasks()));
    }

    @Seeds
    void theYardsticksKeepTheRulesToo(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < GRAPHS / 4; i++) {
            ScheduleGraph graph = RandomGraphs.small(random);
            Machine machine = Machine.of(random.nextInt(1, 6));
            ScheduleValidator.validated(GraphScheduler.heft(graph, machine));
            ScheduleValidator.validated(GraphScheduler.etf(graph, machine));
        }
    }
}
