package org.evenkeel.simulator;

import java.util.List;
import org.evenkeel.simulator.work.SimWork;
import org.evenkeel.simulator.work.Workload;

/** Calls the observer of a simulation, and submits the tasks that it returns. */
final class ObserverCalls {
    private final SimCluster simCluster;
    private SimObserver observer = SimObserver.NONE;
    private long fromNanos;
    private long toSubmit;

    ObserverCalls(SimCluster simCluster) {
        this.simCluster = simCluster;
    }

    /** Calls this observer from now on, with times that begin now. */
    void begin(SimObserver one) {
        observer = one;
        fromNanos = simCluster.now();
    }

    /** A worker of a node had a task from a moment until now. */
    void ran(SimWork work, int node, long begunNanos) {
        observer.ran(work, node, begunNanos - fromNanos, simCluster.now() - fromNanos);
    }

    /** A client has the outcome of its task. What follows is submitted by an event of its own. */
    void ended(SimWork work) {
        for (Workload.Arrival next : observer.ended(work, simCluster.now() - fromNanos)) {
            toSubmit++;
            simCluster
                    .eventQueue()
                    .after(
                            0,
                            () -> {
                                toSubmit--;
                                simCluster.submit(next.node(), List.of(next.work()), next.here());
                            });
        }
    }

    /** Tasks that the observer wants submitted and that are not yet. */
    long toSubmit() {
        return toSubmit;
    }
}
