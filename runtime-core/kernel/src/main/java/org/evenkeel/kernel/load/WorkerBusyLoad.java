package org.evenkeel.kernel.load;

import org.evenkeel.model.LoadState;

/**
 * LOW when all workers are idle, HIGH when all are busy, else MODERATE ("A universal model of
 * distributed dynamic load balancing", section 2). A node without workers is HIGH: it can start
 * nothing.
 */
public record WorkerBusyLoad() implements LoadModel {

    @Override
    public LoadState stateOf(LoadSample sample) {
        if (sample.busy() >= sample.workers()) {
            return LoadState.HIGH;
        }
        return sample.busy() == 0 ? LoadState.LOW : LoadState.MODERATE;
    }

    @Override
    public String name() {
        return "worker-busy";
    }

    @Override
    public boolean isQueueStack() {
        return false;
    }
}
