package org.evenkeel.api;

import org.jspecify.annotations.Nullable;

/**
 * A piece of work that runs on some worker of the cluster.
 *
 * <p>A record is the best form: its components are the task's input. The task, its result and
 * everything they refer to are copied between machines; they need not be {@link
 * java.io.Serializable}. A lambda must be serializable, see {@link RemoteTask}.
 *
 * @param <R> type of the result
 */
@FunctionalInterface
public interface Task<R extends @Nullable Object> {

    /**
     * Runs on one thread of a worker, while no other task of that worker runs.
     *
     * <p>The task should return soon after its thread is interrupted or {@link
     * TaskContext#isCancelled()} is true; a worker whose task does not is killed. The task may run
     * again if its machine or worker dies.
     *
     * @param context services for the running task; invalid after the return
     * @throws Exception any failure; the submitter receives it as cause of a {@link
     *     TaskFailedException}
     */
    R run(TaskContext context) throws Exception;
}
