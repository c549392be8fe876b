package org.evenkeel.simulator;

import java.util.List;
import org.evenkeel.simulator.work.SimWork;
import org.evenkeel.simulator.work.Workload;

/**
 * Hears what the tasks of a simulation do while it runs. Times are nanoseconds since the workload
 * began. Called by the thread of the simulation. A task is known by its {@link SimWork}, the very
 * object that was submitted.
 */
public interface SimObserver {

    /** Ignores everything. */
    SimObserver NONE = new SimObserver() {};

    /**
     * A worker had a task for a while, and it has ended, waits for its children, or was suspended.
     *
     * @param node index of the node
     */
    default void ran(SimWork work, int node, long fromNanos, long toNanos) {}

    /**
     * A client has the outcome of a task that it submitted.
     *
     * @return what is submitted now because of it, whatever its times say; empty for nothing
     */
    default List<Workload.Arrival> ended(SimWork work, long atNanos) {
        return List.of();
    }
}
