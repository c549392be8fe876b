package org.evenkeel.plan.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How the time grows with the graph. Rerun for other figures: see docs/benchmarks.md. */
class GraphSchedulerSpeedTest {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final int PROCESSORS = 256;
    private static final int WIDTH = 1_000;
    private static final int PARENTS = 3;

    private static final int SMALL = 5_000;
    private static final int TIMES = 8;

    /** What looks at every gap is slower by the square, 64 times. */
    private static final double MOST = 32;

    private static final int TRIES = 3;

    @ParameterizedTest
    @ValueSource(ints = {0, 8})
    void theTimeDoesNotGrowWithTheSquareOfTheTasks(int data) {
        TaskGraph few = graph(SMALL, data);
        TaskGraph many = graph(TIMES * SMALL, data);
        seconds(few); // warms up
        double small = Double.MAX_VALUE;
        double large = Double.MAX_VALUE;
        for (int i = 0; i < TRIES; i++) {
            small = Math.min(small, seconds(few));
            large = Math.min(large, seconds(many));
        }
        assertThat(large / small).as("%.3f s after %.3f s", large, small).isLessThan(MOST);
    }

    @Test
    void theScheduleOfALargeGraphKeepsTheRules() {
        ScheduleValidator.validated(GraphScheduler.bus(graph(5_000, 8), Machine.of(PROCESSORS)));
    }

    @Test
    @EnabledIfSystemProperty(named = "evenkeel.long", matches = "true")
    void theFiguresOfTheDocumentation() {
        for (int data : new int[] {0, 1, 8}) {
            seconds(graph(WIDTH + 10_000, data)); // warms up
            for (int tasks : new int[] {3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000}) {
                assertThat(seconds(graph(WIDTH + tasks, data))).isPositive();
            }
        }
    }

    private static TaskGraph graph(int tasks, int data) {
        return RandomGraphs.layered(tasks, WIDTH, PARENTS, data, new SplittableRandom(7));
    }

    /** Processor time: the machine may be busy. */
    private static double seconds(TaskGraph graph) {
        long start = THREADS.getCurrentThreadCpuTime();
        Schedule schedule = GraphScheduler.bus(graph, Machine.of(PROCESSORS));
        double seconds = (THREADS.getCurrentThreadCpuTime() - start) / 1e9;
        System.out.printf(
                "%,d tasks, %,d edges: %.3f s, length %,d, %,d messages%s%n",
                graph.size(),
                graph.edges(),
                seconds,
                schedule.length(),
                schedule.messages().size(),
                schedule.fallback() ? ", serial" : "");
        return seconds;
    }
}
