package org.evenkeel.graphs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How the work grows with the graph, counted. */
class GraphSchedulerStepsTest {
    private static final int PROCESSORS = 256;
    private static final int WIDTH = 1_000;
    private static final int PARENTS = 3;

    private static final int SMALL = 10_000;
    private static final int TIMES = 8;

    /** Trees are a little deeper then; what looks at every gap takes 64 times as many steps. */
    private static final double MOST = 2 * TIMES;

    @ParameterizedTest
    @ValueSource(ints = {0, 8})
    void theGapsThatAreLookedAtDoNotGrowWithTheSquareOfTheTasks(int data) {
        double few = steps(graph(SMALL, data));
        double many = steps(graph(TIMES * SMALL, data));
        assertThat(many / few).as("%.0f after %.0f", many, few).isLessThan(MOST);
    }

    @Test
    void theScheduleOfALargeGraphKeepsTheRules() {
        ScheduleValidator.validated(GraphScheduler.bus(graph(5_000, 8), Machine.of(PROCESSORS)));
    }

    private static ScheduleGraph graph(int tasks, int data) {
        return RandomGraphs.layered(tasks, WIDTH, PARENTS, data, new SplittableRandom(7));
    }

    private static long steps(ScheduleGraph graph) {
        Placement placement = new Placement(graph, Machine.of(PROCESSORS));
        for (int task : PriorityList.of(graph).tasks()) {
            placement.place(task);
        }
        return placement.steps();
    }
}
