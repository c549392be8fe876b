package org.evenkeel.simulator.work;

import java.util.SplittableRandom;

/**
 * The same tasks, of which one in three waits for others of its job in the midst of its work.
 *
 * @param longestNanos longest of these waits
 */
public record MessagingWorkload(Workload tasks, long longestNanos) implements Workload {
    private static final int ONE_IN = 3;

    @Override
    public Source open(SplittableRandom random, Machines machines) {
        return tasks.open(random, machines);
    }

    @Override
    public String name() {
        return tasks.name() + " that communicate";
    }

    @Override
    public boolean isOneSubmission() {
        return tasks.isOneSubmission();
    }

    @Override
    public boolean isUnderWay() {
        return tasks.isUnderWay();
    }

    @Override
    public boolean comesToCheckpoints(long number) {
        return tasks.comesToCheckpoints(number);
    }

    @Override
    public long waitsNanos(long number) {
        SplittableRandom random = new SplittableRandom(number);
        return random.nextInt(ONE_IN) > 0 ? 0 : 1 + random.nextLong(longestNanos);
    }

    @Override
    public long totalWeight() {
        return tasks.totalWeight();
    }
}
