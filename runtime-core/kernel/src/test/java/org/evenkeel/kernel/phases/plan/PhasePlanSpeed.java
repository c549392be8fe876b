package org.evenkeel.kernel.phases.plan;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.SplittableRandom;

/** How long the plan of a large cluster takes: a program, see docs/benchmarks.md. */
public final class PhasePlanSpeed {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final int NODES = 10_000;
    private static final int ROUNDS = 15;

    private PhasePlanSpeed() {}

    /** Prints a line for each rule. */
    public static void main(String[] words) {
        print(true);
        print(false);
    }

    /** Some rounds, in processor time: the machine may be busy. */
    private static void print(boolean equal) {
        SplittableRandom random = new SplittableRandom(11);
        int[] st = random.ints(NODES, 0, 1_000).toArray();
        int[] et = random.ints(NODES, 0, 8).toArray();
        double[] speeds = random.doubles(NODES, 0.2, 5).toArray();
        double[] rounds = new double[ROUNDS];
        int moved = 0;
        for (int i = 0; i < ROUNDS; i++) {
            long start = THREADS.getCurrentThreadCpuTime();
            PhasePlan plan =
                    PhasePlan.of(
                            st,
                            et,
                            tasks ->
                                    equal
                                            ? PhaseQuotas.equal(tasks)
                                            : PhaseQuotas.bySpeed(tasks, speeds));
            rounds[i] = (THREADS.getCurrentThreadCpuTime() - start) / 1e6;
            moved = plan.moved();
        }
        double first = rounds[0];
        Arrays.sort(rounds);
        System.out.printf(
                "%,d nodes, %s quotas: first %.2f ms, median %.2f ms, best %.2f ms, %,d tasks move%n",
                NODES,
                equal ? "equal" : "proportional",
                first,
                rounds[ROUNDS / 2],
                rounds[0],
                moved);
    }
}
