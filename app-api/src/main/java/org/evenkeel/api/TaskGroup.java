package org.evenkeel.api;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Tasks that were submitted together.
 *
 * @param <R> type of each result
 */
public interface TaskGroup<R extends @Nullable Object> {

    /** The tasks in the order of submission. */
    List<TaskHandle<R>> handles();

    /**
     * Waits for all tasks and returns their results in the order of submission. Fails fast: the
     * first task that fails cancels the others.
     *
     * @throws EvenkeelException the failure of the task that failed first
     */
    List<R> join() throws InterruptedException;

    /** Waits for all tasks, with any outcome; the handles have the results and failures. */
    List<TaskHandle<R>> joinAll() throws InterruptedException;

    /**
     * Calls the action with each task as it ends, on the calling thread, until all have ended. An
     * exception of the action ends the loop and is thrown to the caller.
     */
    void forEachAsCompleted(Consumer<? super TaskHandle<R>> action) throws InterruptedException;

    /**
     * Returns the failures of tasks that have ended by now, grouped by the class of the exception
     * and the place in the program's own code, the largest group first. A thousand failures of
     * three causes are three groups.
     *
     * <p>A task counts when its handle throws a {@link TaskFailedException}. Tasks that were
     * cancelled or rejected, and those whose outcome is unknown, are left out; their handles say
     * so. An attempt that was retried is no failure.
     *
     * <p>Any thread may call this at any time. It does not wait. It decodes each failure on the
     * calling thread, once; the handles keep the exceptions. The list does not change afterwards.
     *
     * @return an unmodifiable list, empty while no task has failed
     */
    List<FailureGroup> failures();

    /** Returns the progress of the group. */
    GroupProgress progress();

    /**
     * Calls the listener with the progress about every 200 ms while it changes, and at the end, on
     * a thread made for callbacks.
     */
    void onProgress(Consumer<? super GroupProgress> listener);

    /** Cancels every task that has not ended. */
    void cancel();
}
