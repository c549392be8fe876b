package org.evenkeel.simulator.work;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Trees of tasks drawn at random, for finding bugs: some spawn, some fail, some end by a tail call,
 * some are tiny so that they are sent ahead.
 *
 * @param roots tasks that clients submit
 * @param spanNanos they are submitted within this time; 0 is all at once
 * @param meanNanos mean run time of a task
 * @param depth levels of children at most
 * @param failing whether attempts may fail
 * @param homes clients sit at so many nodes
 */
public record Trees(
        int roots, long spanNanos, long meanNanos, int depth, boolean failing, int homes)
        implements Workload {

    private static final int MAX_CHILDREN = 3;

    /** One in so many tasks cannot be suspended. */
    private static final int WITHOUT_CHECKPOINTS = 7;

    @Override
    public Source open(SplittableRandom random, Machines machines) {
        List<Long> times = new ArrayList<>(roots);
        for (int i = 0; i < roots; i++) {
            times.add(spanNanos == 0 ? 0 : random.nextLong(spanNanos));
        }
        times.sort(null);
        List<Arrival> arrivals = new ArrayList<>(roots);
        for (long at : times) {
            int home = random.nextInt(Math.min(homes, machines.nodes()));
            arrivals.add(new Arrival(at, home, tree(random, depth)));
        }
        return new RecordedWorkload(name(), arrivals).open(random, machines);
    }

    private SimWork tree(SplittableRandom random, int levels) {
        List<SimWork> children = new ArrayList<>();
        if (levels > 0 && random.nextInt(2) == 0) {
            int count = 1 + random.nextInt(MAX_CHILDREN);
            for (int i = 0; i < count; i++) {
                children.add(tree(random, levels - 1));
            }
        }
        boolean tail = children.size() == 1 && random.nextBoolean();
        int failures = failing && random.nextInt(10) == 0 ? 1 + random.nextInt(3) : 0;
        long before = 1 + (long) (-Math.log(1 - random.nextDouble()) * meanNanos);
        long after = children.isEmpty() ? 0 : 1 + random.nextLong(meanNanos + 1);
        String kind = before < meanNanos ? "short" : "long";
        int bytes = random.nextInt(1000);
        return new SimWork(
                kind,
                before,
                after,
                children,
                bytes,
                bytes,
                1 + random.nextInt(5),
                tail ? 0 : failures,
                tail);
    }

    @Override
    public String name() {
        return roots + " random trees";
    }

    @Override
    public boolean comesToCheckpoints(long number) {
        return number % WITHOUT_CHECKPOINTS != 0;
    }

    @Override
    public long totalWeight() {
        return 3L * roots;
    }
}
