package org.evenkeel.simulator.work;

import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A parallel program: all its tasks are submitted together at one node.
 *
 * @param name for people
 * @param node where, 0 to nodes - 1
 * @param atNanos when; before, the cluster settles
 * @param tasks in the order of their numbers, at least one
 */
public record Job(String name, int node, long atNanos, List<SimWork> tasks) implements Workload {

    public Job {
        tasks = List.copyOf(tasks);
        if (tasks.isEmpty()) {
            throw new IllegalArgumentException("a job without tasks");
        }
    }

    @Override
    public Source open(SplittableRandom random, Machines machines) {
        if (node >= machines.nodes()) {
            throw new IllegalArgumentException(
                    "a job at node " + node + " of " + machines.nodes() + "; they count from 0");
        }
        Iterator<SimWork> rest = tasks.iterator();
        return () -> rest.hasNext() ? new Arrival(atNanos, node, rest.next()) : null;
    }

    @Override
    public boolean isOneSubmission() {
        return true;
    }
}
