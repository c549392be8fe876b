package org.evenkeel.simulator.work;

import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * A stream of independent tasks: Poisson arrivals at a load, somewhere.
 *
 * @param load offered work over capacity, greater than 0; above 1 the cluster cannot keep up
 * @param tasks how many in all
 * @param service run times at speed 1
 * @param where which node each enters at
 * @param bytes of every payload and result
 */
public record Stream(double load, long tasks, Distribution service, EntryNodes where, long bytes)
        implements Workload {

    /** Most tasks of one simulation. */
    public static final long MAX_TASKS = 1_000_000_000L;

    public Stream {
        if (!(load >= 1e-6 && load <= 1000)) {
            throw new IllegalArgumentException("load must be 0.000001 to 1000, not " + load);
        }
        if (tasks < 1 || tasks > MAX_TASKS) {
            throw new IllegalArgumentException(
                    "tasks must be 1 to " + MAX_TASKS + ", not " + tasks);
        }
        if (bytes < 0) {
            throw new IllegalArgumentException("payloads of " + bytes + " bytes");
        }
    }

    @Override
    public String name() {
        return nameAt("" + load);
    }

    /** What it is called together with the same at other loads. */
    public String nameAt(String loads) {
        return where.name() + " arrivals at load " + loads + ", service " + service.name();
    }

    @Override
    public Source open(SplittableRandom random, Machines machines) {
        return new Poisson(random, machines);
    }

    private final class Poisson implements Source {
        private final SplittableRandom random;
        private final EntryNodes.Chooser chooser;
        private final double tasksPerNano;
        private long left = tasks;
        private long at;
        private int node;
        private int inBurst;

        Poisson(SplittableRandom random, Machines machines) {
            this.random = random;
            this.chooser = where.open(machines);
            double capacity = 0;
            for (int i = 0; i < machines.nodes(); i++) {
                capacity += machines.capacity(i);
            }
            this.tasksPerNano = load * capacity / Math.max(1, service.meanNanos());
        }

        @Override
        public @Nullable Arrival next() {
            if (left == 0) {
                return null;
            }
            left--;
            if (inBurst == 0) {
                inBurst = where.burst();
                if (!where.atOnce()) {
                    double gap = -Math.log(1 - random.nextDouble()) / tasksPerNano * inBurst;
                    long waits = Math.max(1, (long) gap);
                    at = waits > Long.MAX_VALUE - at ? Long.MAX_VALUE : at + waits;
                }
                node = chooser.choose(random);
            }
            inBurst--;
            long nanos = service.drawNanos(random);
            return new Arrival(
                    at,
                    node,
                    new SimWork("task", nanos, 0, java.util.List.of(), bytes, bytes, 1, 0, false));
        }
    }
}
