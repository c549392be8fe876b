package org.evenkeel.api.graph;

import java.util.function.Consumer;
import org.evenkeel.api.EvenkeelException;
import org.jspecify.annotations.Nullable;

/**
 * A graph that was submitted. Safe for use by many threads.
 *
 * <p>The plan says which task runs at which node and in which order; each is sent there when its
 * inputs are made. When nodes come or go, what has not been sent is planned anew, and values that
 * went with a node are fetched where else they are or made again.
 */
public interface GraphRun {

    /**
     * Waits for an output and gives it.
     *
     * @throws EvenkeelException of the task that failed first, if the value was not there before
     * @throws IllegalArgumentException if the value is another graph's, or no output
     */
    <R extends @Nullable Object> R get(Value<R> value) throws InterruptedException;

    /**
     * Waits for all tasks.
     *
     * @throws EvenkeelException of the task that failed first
     */
    GraphReport join() throws InterruptedException;

    /** Whether all tasks have run, or it failed. */
    boolean isDone();

    /** How far it is. */
    GraphProgress progress();

    /**
     * Calls the listener with the progress about every 200 ms while it changes, and at the end, on
     * a thread made for callbacks.
     */
    void onProgress(Consumer<? super GraphProgress> listener);

    /** What was planned and what came of it, as far as it is. */
    GraphReport report();

    /**
     * The graph as a picture, with what has run, runs, and lies on the critical path in colours.
     */
    String toSvg();

    /** Stops it: {@link #join} and {@link #get} fail from now on. */
    void cancel();
}
