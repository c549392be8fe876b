package org.evenkeel.graphs;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.SplittableRandom;

/** How long the scheduler thinks about large graphs: a program, see docs/benchmarks.md. */
public final class GraphSchedulerSpeed {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final int PROCESSORS = 256;
    private static final int WIDTH = 1_000;
    private static final int PARENTS = 3;

    private GraphSchedulerSpeed() {}

    /** Prints a line for each graph. */
    public static void main(String[] words) {
        for (int data : new int[] {0, 1, 8}) {
            print(WIDTH + 10_000, data); // warms up
            for (int tasks : new int[] {3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000}) {
                print(WIDTH + tasks, data);
            }
        }
    }

    private static void print(int tasks, int data) {
        ScheduleGraph graph =
                RandomGraphs.layered(tasks, WIDTH, PARENTS, data, new SplittableRandom(7));
        long start = THREADS.getCurrentThreadCpuTime();
        Schedule schedule = GraphScheduler.bus(graph, Machine.of(PROCESSORS));
        System.out.printf(
                "%,d tasks, %,d edges: %.3f s, length %,d, %,d messages%s%n",
                graph.size(),
                graph.edges(),
                (THREADS.getCurrentThreadCpuTime() - start) / 1e9,
                schedule.length(),
                schedule.messages().size(),
                schedule.fallback() ? ", serial" : "");
    }
}
