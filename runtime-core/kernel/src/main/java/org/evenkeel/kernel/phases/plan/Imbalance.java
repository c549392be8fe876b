package org.evenkeel.kernel.phases.plan;

import java.util.Arrays;

/** How uneven a distribution of equal tasks is. */
public final class Imbalance {
    /**
     * How much longer the last node works than if the tasks could be divided at will: 1 is even, n
     * is everything at one of n equal nodes. 1 when there are no tasks.
     *
     * @param speeds of the nodes, in any unit; a node of speed 0 is left out
     */
    public static double of(int[] tasks, double[] speeds) {
        double last = 0;
        double total = 0;
        double speed = 0;
        for (int i = 0; i < tasks.length; i++) {
            if (speeds[i] > 0) {
                last = Math.max(last, tasks[i] / speeds[i]);
                total += tasks[i];
                speed += speeds[i];
            }
        }
        return total == 0 ? 1 : last * speed / total;
    }

    /** The same for equal nodes. */
    public static double of(int[] tasks) {
        double[] speeds = new double[tasks.length];
        Arrays.fill(speeds, 1);
        return of(tasks, speeds);
    }
}
