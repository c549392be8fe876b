package org.evenkeel.api;

import org.jspecify.annotations.Nullable;

/**
 * Something to be run somewhere in the cluster.
 *
 * <p>Best written as a record: what it needs are its components. It travels by value, as do its
 * result and everything they refer to; neither needs to be {@link java.io.Serializable}. A lambda
 * does, see {@link RemoteTask}.
 *
 * @param <R> what it yields
 */
@FunctionalInterface
public interface Task<R extends @Nullable Object> {

    /**
     * Runs in a worker, on one thread, while no other task of that worker runs.
     *
     * <p>It should return soon after its thread is interrupted or {@link
     * TaskContext#isCancelled()}; a worker whose task does not is killed. It may be run again when
     * its machine or worker dies.
     *
     * @param context what a running task can ask and do; of no use after the return
     * @throws Exception which reaches the submitter as cause of a {@link TaskFailedException}
     */
    R run(TaskContext context) throws Exception;
}
