package org.evenkeel.plan.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How the time grows with the graph. Rerun for other figures: see docs/benchmarks.md. */
class GraphSchedulerSpeedTest {
    private static final int PROCESSORS = 256;
    private static final int WIDTH = 1_000;
    private static final int PARENTS = 3;

    /** A naive search for gaps is slower by the square: 100 times. */
    private static final double MOST = 40;

    @ParameterizedTest
    @ValueSource(ints = {0, 8, 40})
    void tenTimesTheTasksAreNoHundredTimesTheTime(int data) {
        seconds(5_000, data); // warms up
        double small = Math.min(seconds(5_000, data), seconds(5_000, data));
        double large = seconds(50_000, data);
        assertThat(large / small).as("%.3f s after %.3f s", large, small).isLessThan(MOST);
    }

    @Test
    void theScheduleOfALargeGraphKeepsTheRules() {
        ScheduleValidator.validated(GraphScheduler.bus(graph(20_000, 8), Machine.of(PROCESSORS)));
    }

    private static TaskGraph graph(int tasks, int data) {
        return RandomGraphs.layered(tasks, WIDTH, PARENTS, data, new SplittableRandom(7));
    }

    private static double seconds(int tasks, int data) {
        TaskGraph graph = graph(tasks, data);
        long start = System.nanoTime();
        Schedule schedule = GraphScheduler.bus(graph, Machine.of(PROCESSORS));
        double seconds = (System.nanoTime() - start) / 1e9;
        System.out.printf(
                "%,d tasks, %,d edges, data to %d: %.3f s, length %,d, %,d messages%s%n",
                tasks,
                graph.edges(),
                data,
                seconds,
                schedule.length(),
                schedule.messages().size(),
                schedule.fallback() ? ", serial" : "");
        return seconds;
    }
}
