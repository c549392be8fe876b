package org.evenkeel.api.graph;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * What a task of a graph does that needs the values of two others; see {@link Step0}. What it is
 * given is its own copy.
 *
 * @param <A> what the first of them yields
 * @param <B> what the second of them yields
 * @param <R> what it yields
 */
@FunctionalInterface
public interface Step2<
                A extends @Nullable Object, B extends @Nullable Object, R extends @Nullable Object>
        extends Serializable {
    /** Runs in a worker. */
    R run(A first, B second) throws Exception;
}
