package org.evenkeel.simulator.work;

import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Submissions known beforehand: those of a task file, or of a cluster that was recorded. A node
 * beyond those there are is taken modulo their number.
 *
 * @param name for display
 * @param arrivals in the order of their times
 */
public record RecordedWorkload(String name, List<Arrival> arrivals) implements Workload {

    public RecordedWorkload {
        arrivals = List.copyOf(arrivals);
        long last = 0;
        for (Arrival arrival : arrivals) {
            if (arrival.atNanos() < last) {
                throw new IllegalArgumentException("arrivals are not in ascending order of time");
            }
            last = arrival.atNanos();
        }
    }

    @Override
    public Source open(SplittableRandom random, Machines machines) {
        Iterator<Arrival> rest = arrivals.iterator();
        return () -> {
            if (!rest.hasNext()) {
                return null;
            }
            Arrival next = rest.next();
            int node = next.node() % machines.nodes();
            return new Arrival(next.atNanos(), node, next.work(), next.here());
        };
    }

    @Override
    public boolean isUnderWay() {
        return arrivals.stream().anyMatch(Arrival::here);
    }
}
