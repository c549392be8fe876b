package org.evenkeel.api.graph;

import java.io.Serializable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Code of a graph task with any number of inputs; see {@link Step0}. The inputs are the task's own
 * copies.
 *
 * @param <A> type of the inputs
 * @param <R> type of the value
 */
@FunctionalInterface
public interface StepOfMany<A extends @Nullable Object, R extends @Nullable Object>
        extends Serializable {
    /** Runs in a worker. The values are in the order of declaration. */
    R run(List<A> values) throws Exception;
}
