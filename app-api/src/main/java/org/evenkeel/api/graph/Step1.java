package org.evenkeel.api.graph;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * What a task of a graph does that needs the value of another; see {@link Step0}. What it is given
 * is its own copy.
 *
 * @param <A> what that one yields
 * @param <R> what it yields
 */
@FunctionalInterface
public interface Step1<A extends @Nullable Object, R extends @Nullable Object>
        extends Serializable {
    /** Runs in a worker. */
    R run(A value) throws Exception;
}
