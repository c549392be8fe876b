package org.evenkeel.kernel;

/**
 * Whether a task can be started in a time that ends: it finishes by then, or is expected to be
 * suspended by then, so that what it has done is kept.
 */
interface CompletionEstimator {

    /**
     * Whether starting the task now leaves nothing undone.
     *
     * @param leftNanos until the node begins to close
     * @param moves whether the node then moves what runs
     */
    boolean endsWithin(HeldTask task, long leftNanos, boolean moves);
}
