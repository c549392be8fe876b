package org.evenkeel.kernel;

/**
 * Whether a task can be started in a time that ends: it finishes by then, or what it has done by
 * then can be kept. Tasks whose state can be kept answer here.
 */
interface CompletionEstimator {

    /**
     * Whether starting the task now leaves nothing undone.
     *
     * @param leftNanos until the node closes
     */
    boolean endsWithin(HeldTask task, long leftNanos);
}
