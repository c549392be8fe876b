package org.evenkeel.simulator.fault;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Everything that goes wrong in one simulation: first the faults, then, at {@code healNanos}, all
 * is mended and everything must finish. Immutable.
 *
 * @param faults in the order of their times
 * @param healNanos since the first arrival; no fault begins later
 */
public record FaultPlan(List<Fault> faults, long healNanos) {

    /** Nothing goes wrong. */
    public static final FaultPlan NONE = new FaultPlan(List.of(), 0);

    /** Most faults of one plan. */
    public static final int MAX_FAULTS = 100_000;

    public FaultPlan {
        List<Fault> sorted = new ArrayList<>(faults);
        sorted.sort(Comparator.comparingLong(Fault::atNanos));
        faults = List.copyOf(sorted);
        if (faults.size() > MAX_FAULTS) {
            throw new IllegalArgumentException("a plan has at most " + MAX_FAULTS + " faults");
        }
        if (!faults.isEmpty() && faults.getLast().atNanos() > healNanos) {
            throw new IllegalArgumentException("a fault begins after everything is mended");
        }
    }

    public boolean isEmpty() {
        return faults.isEmpty();
    }

    /** Both plans at once. */
    public FaultPlan and(FaultPlan other) {
        List<Fault> all = new ArrayList<>(faults);
        all.addAll(other.faults);
        return new FaultPlan(all, Math.max(healNanos, other.healNanos));
    }

    /** The plan without one of its faults. */
    public FaultPlan without(int index) {
        List<Fault> fewer = new ArrayList<>(faults);
        fewer.remove(index);
        return new FaultPlan(fewer, healNanos);
    }

    /** A line for each fault. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (Fault fault : faults) {
            text.append(fault).append('\n');
        }
        return text.append("healed after ").append(healNanos / 1e9).append(" s").toString();
    }
}
