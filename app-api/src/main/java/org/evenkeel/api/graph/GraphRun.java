package org.evenkeel.api.graph;

import java.util.function.Consumer;
import org.evenkeel.api.EvenkeelException;
import org.jspecify.annotations.Nullable;

/**
 * A submitted graph. Safe for use by many threads.
 *
 * <p>The plan assigns each task to a node and an order; a task is sent when its inputs are
 * available. If nodes join or leave, the unsent rest is planned again, and values that were lost
 * with a node are fetched from other nodes or computed again.
 */
public interface GraphRun {

    /**
     * Waits for an output and returns it.
     *
     * @throws EvenkeelException the failure of the task that failed first, if the value was not
     *     available before
     * @throws IllegalArgumentException if the value belongs to another graph, or is not an output
     */
    <R extends @Nullable Object> R get(Value<R> value) throws InterruptedException;

    /**
     * Waits for all tasks.
     *
     * @throws EvenkeelException the failure of the task that failed first
     */
    GraphReport join() throws InterruptedException;

    /** Returns whether all tasks have run, or the graph has failed. */
    boolean isDone();

    /** Returns the progress of the graph. */
    GraphProgress progress();

    /**
     * Calls the listener with the progress about every 200 ms while it changes, and at the end, on
     * a thread made for callbacks.
     */
    void onProgress(Consumer<? super GraphProgress> listener);

    /** Returns the plan and the results so far. */
    GraphReport report();

    /**
     * Returns a picture of the graph; colours mark tasks that have run, that are running, and that
     * lie on the critical path.
     */
    String toSvg();

    /** Cancels the graph: {@link #join} and {@link #get} fail from now on. */
    void cancel();
}
