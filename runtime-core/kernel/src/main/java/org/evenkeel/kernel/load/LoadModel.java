package org.evenkeel.kernel.load;

import org.evenkeel.model.LoadState;

/** Concludes a load state from a sample. Implementations are immutable. */
public interface LoadModel {

    /** The state to tell the neighbours. */
    LoadState stateOf(LoadSample sample);

    /** As written in a configuration, e.g. {@code worker-busy} or {@code queue-stack(alpha=2)}. */
    String name();

    /**
     * Whether tasks form a queue-stack: newest start here, oldest are handed on, and neighbours in
     * state MODERATE take new local tasks only.
     */
    boolean isQueueStack();
}
