package org.evenkeel.kernel.phases.plan;

import java.util.PriorityQueue;

/**
 * How many tasks each node should have after a phase: step 2. The quotas of all nodes together are
 * the tasks of all nodes.
 *
 * <p>Nodes are numbered from 0, the most capable first. Threads: any.
 */
public final class PhaseQuotas {
    /** As many tasks as one phase may distribute. */
    public static final int MAX_TASKS = 1 << 30;

    /** Equal quotas; what does not divide goes to the first nodes, one task each. */
    public static int[] equal(int[] tasks) {
        return equalOfFirst(tasks, tasks.length);
    }

    /**
     * Equal quotas of the first nodes; the others get none.
     *
     * @param nodes how many are the first ones, at least 1 if there are tasks
     */
    public static int[] equalOfFirst(int[] tasks, int nodes) {
        int total = total(tasks);
        if (nodes > tasks.length || nodes < 1 && total > 0) {
            throw new IllegalArgumentException(
                    "%d tasks cannot belong to the first %d of %d nodes"
                            .formatted(total, nodes, tasks.length));
        }
        int[] quotas = new int[tasks.length];
        for (int i = 0; i < nodes; i++) {
            quotas[i] = total / nodes + (i < total % nodes ? 1 : 0);
        }
        return quotas;
    }

    /**
     * Equal quotas; what does not divide goes to nodes that have more than their share first, so
     * that fewer tasks move, then to the first ones.
     */
    public static int[] equalSurplusFirst(int[] tasks) {
        int total = total(tasks);
        int share = tasks.length == 0 ? 0 : total / tasks.length;
        int left = tasks.length == 0 ? 0 : total % tasks.length;
        int[] quotas = new int[tasks.length];
        for (int i = 0; i < quotas.length; i++) {
            boolean more = left > 0 && tasks[i] > share;
            quotas[i] = share + (more ? 1 : 0);
            left -= more ? 1 : 0;
        }
        for (int i = 0; i < quotas.length && left > 0; i++) {
            if (quotas[i] == share) {
                quotas[i]++;
                left--;
            }
        }
        return quotas;
    }

    /**
     * Quotas in proportion to the nodes' speeds: equal tasks would be done soonest. Of nodes that
     * would be done at the same time, one that has more than its quota gets the task, so that fewer
     * move; then the first one.
     *
     * @param speeds work per time, of any unit; 0 for a node that is to have no tasks
     */
    public static int[] bySpeed(int[] tasks, double[] speeds) {
        int total = total(tasks);
        double sum = sum(tasks, speeds);
        int[] quotas = new int[tasks.length];
        int given = 0;
        for (int i = 0; i < quotas.length; i++) {
            quotas[i] = (int) Math.min((long) total - given, (long) (total * (speeds[i] / sum)));
            given += quotas[i];
        }
        PriorityQueue<Next> next = new PriorityQueue<>();
        for (int i = 0; i < quotas.length; i++) {
            if (speeds[i] > 0) {
                next.add(Next.of(i, tasks, quotas, speeds));
            }
        }
        for (; given < total; given++) {
            int node = next.remove().node();
            quotas[node]++;
            next.add(Next.of(node, tasks, quotas, speeds));
        }
        return quotas;
    }

    private record Next(double done, boolean surplus, int node) implements Comparable<Next> {
        static Next of(int node, int[] tasks, int[] quotas, double[] speeds) {
            return new Next((quotas[node] + 1) / speeds[node], tasks[node] > quotas[node], node);
        }

        @Override
        public int compareTo(Next other) {
            int byTime = Double.compare(done, other.done);
            int bySurplus = byTime != 0 ? byTime : Boolean.compare(other.surplus, surplus);
            return bySurplus != 0 ? bySurplus : Integer.compare(node, other.node);
        }
    }

    private static int total(int[] tasks) {
        long total = 0;
        for (int some : tasks) {
            if (some < 0) {
                throw new IllegalArgumentException("a node cannot have " + some + " tasks");
            }
            total += some;
        }
        if (total > MAX_TASKS) {
            throw new IllegalArgumentException(
                    total + " tasks exceed the limit of " + MAX_TASKS + " in one phase");
        }
        return (int) total;
    }

    private static double sum(int[] tasks, double[] speeds) {
        if (speeds.length != tasks.length) {
            throw new IllegalArgumentException(
                    "%d speeds for %d nodes".formatted(speeds.length, tasks.length));
        }
        double sum = 0;
        for (double speed : speeds) {
            if (!(speed >= 0) || Double.isInfinite(speed)) {
                throw new IllegalArgumentException("a speed cannot be " + speed);
            }
            sum += speed;
        }
        if (tasks.length > 0 && !(sum > 0 && sum < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(
                    sum > 0 ? "the speeds are too large" : "no node has a speed above 0");
        }
        return sum;
    }
}
