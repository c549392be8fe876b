package org.evenkeel.lab.simulate;

import org.evenkeel.simulator.ClusterSpec;
import org.evenkeel.simulator.work.MergeSortWorkload;
import org.evenkeel.simulator.work.RecordedWorkload;
import org.evenkeel.simulator.work.Seconds;
import org.evenkeel.simulator.work.Stream;
import org.evenkeel.simulator.work.Workload;

/**
 * One workload of an experiment, and how many nodes serve it.
 *
 * @param load as a part of the capacity; not a number where none was asked for
 * @param workload what clients submit
 * @param tasks about so many end, for progress
 */
public record Scenario(int nodes, double load, Workload workload, long tasks) {

    static Scenario of(int nodes, Stream stream) {
        return new Scenario(nodes, stream.load(), stream, stream.tasks());
    }

    static Scenario of(int nodes, Workload workload, long tasks) {
        return new Scenario(nodes, Double.NaN, workload, tasks);
    }

    /** Whether it is one of several loads, or could be. */
    public boolean hasLoad() {
        return !Double.isNaN(load);
    }

    /** Whether one task is submitted, whose children are the work: what counts is the speed-up. */
    public boolean isOneTask() {
        return tasks == 1;
    }

    /** How long a run takes when nothing goes wrong, about; faults are drawn within. */
    long expectedNanos(ClusterSpec cluster) {
        double capacity = 0;
        for (int node = 0; node < cluster.nodes(); node++) {
            capacity += cluster.capacity(node);
        }
        double nanos =
                switch (workload) {
                    case Stream stream -> {
                        double load = stream.where().atOnce() ? 1 : stream.load();
                        yield stream.tasks() * (double) stream.service().meanNanos() / load;
                    }
                    case MergeSortWorkload sort -> sort.tree().totalNanos();
                    case RecordedWorkload recordedWorkload ->
                            recordedWorkload.arrivals().stream()
                                            .mapToDouble(arrival -> arrival.work().totalNanos())
                                            .sum()
                                    + capacity * recordedWorkload.arrivals().getLast().atNanos();
                    default -> Seconds.NANOS * capacity;
                };
        return Math.max(Seconds.NANOS, (long) Math.min(nanos / capacity, Long.MAX_VALUE / 8.0));
    }
}
