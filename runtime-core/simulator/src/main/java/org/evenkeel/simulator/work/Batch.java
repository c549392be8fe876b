package org.evenkeel.simulator.work;

import java.util.SplittableRandom;

/**
 * Tasks that are all submitted at once, at one node.
 *
 * @param tasks how many
 * @param service run time of one at speed 1
 */
public record Batch(int tasks, Distribution service, int node) implements Workload {

    @Override
    public Source open(SplittableRandom random, Machines machines) {
        int[] left = {tasks};
        return () ->
                left[0]-- > 0
                        ? new Arrival(0, node, SimWork.leaf(service.drawNanos(random)))
                        : null;
    }

    @Override
    public String name() {
        return "batch of " + tasks + ", " + service.name();
    }
}
