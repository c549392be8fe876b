package org.evenkeel.phase;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** How long the plan of a large cluster takes. Rerun for the figures: see docs/benchmarks.md. */
class PhasePlanSpeedTest {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final int NODES = 10_000;
    private static final int ROUNDS = 15;
    private static final int TIMES = 8;

    /** What looks at every pair of nodes is slower by the square, 64 times. */
    private static final double MOST = 32;

    @Test
    void theTimeDoesNotGrowWithTheSquareOfTheNodes() {
        double few = milliseconds(NODES / TIMES, false);
        double many = milliseconds(NODES, false);
        milliseconds(NODES, true);
        assertThat(many / few).as("%.3f ms after %.3f ms", many, few).isLessThan(MOST);
    }

    /** The best of some rounds, in processor time: the machine may be busy. */
    private static double milliseconds(int nodes, boolean equal) {
        SplittableRandom random = new SplittableRandom(11);
        int[] st = random.ints(nodes, 0, 1_000).toArray();
        int[] et = random.ints(nodes, 0, 8).toArray();
        double[] speeds = random.doubles(nodes, 0.2, 5).toArray();
        double[] rounds = new double[ROUNDS];
        int moved = 0;
        for (int i = 0; i < ROUNDS; i++) {
            long start = THREADS.getCurrentThreadCpuTime();
            PhasePlan plan =
                    PhasePlan.of(
                            st,
                            et,
                            tasks -> equal ? Quotas.equal(tasks) : Quotas.bySpeed(tasks, speeds));
            rounds[i] = (THREADS.getCurrentThreadCpuTime() - start) / 1e6;
            moved = plan.moved();
        }
        double first = rounds[0];
        Arrays.sort(rounds);
        System.out.printf(
                "%,d nodes, %s quotas: first %.2f ms, median %.2f ms, best %.2f ms, %,d tasks move%n",
                nodes,
                equal ? "equal" : "proportional",
                first,
                rounds[ROUNDS / 2],
                rounds[0],
                moved);
        return rounds[0];
    }
}
