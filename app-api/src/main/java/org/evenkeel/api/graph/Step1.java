package org.evenkeel.api.graph;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Code of a graph task with one input; see {@link Step0}. The input is the task's own copy.
 *
 * @param <A> type of the input
 * @param <R> type of the value
 */
@FunctionalInterface
public interface Step1<A extends @Nullable Object, R extends @Nullable Object>
        extends Serializable {
    /** Runs in a worker. */
    R run(A value) throws Exception;
}
