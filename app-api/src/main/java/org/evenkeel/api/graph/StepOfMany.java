package org.evenkeel.api.graph;

import java.io.Serializable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a task of a graph does that needs the values of any number of others; see {@link Step0}.
 * What it is given are its own copies.
 *
 * @param <A> what they yield
 * @param <R> what it yields
 */
@FunctionalInterface
public interface StepOfMany<A extends @Nullable Object, R extends @Nullable Object>
        extends Serializable {
    /** Runs in a worker; values in the order in which they were declared. */
    R run(List<A> values) throws Exception;
}
