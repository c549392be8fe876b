package org.evenkeel.kernel.policy;

import java.util.List;
import org.evenkeel.kernel.load.LoadSample;
import org.evenkeel.model.LoadState;

/**
 * Everything a policy may see of a node: a value, taken at one moment.
 *
 * @param sample what is measured here
 * @param state what the load model concludes from it
 * @param queueStack whether the load model is a queue-stack one
 * @param neighbours in the order of C_S; an index in this list names a neighbour
 */
public record NodeView(
        LoadSample sample, LoadState state, boolean queueStack, List<NeighbourView> neighbours) {

    /** Whether no worker runs a task. */
    public boolean allIdle() {
        return sample.busy() == 0;
    }

    /** Tasks here, running ones included. */
    public int tasks() {
        return sample.busy() + sample.waiting();
    }

    /** Tasks per worker, as {@link NeighbourView#crowding()}. */
    public double crowding() {
        return sample.workers() == 0
                ? Double.POSITIVE_INFINITY
                : (double) tasks() / sample.workers();
    }

    /** Whether anything can run here at all. */
    public boolean hasWorkers() {
        return sample.workers() > 0;
    }

    /** Whether some worker is free. */
    public boolean hasIdleWorker() {
        return sample.busy() < sample.workers();
    }
}
