package org.evenkeel.api.graph;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * What a task of a graph does that needs no other's value. A lambda, or a record whose components
 * travel; it may be run again on another machine, so it changes nothing outside.
 *
 * @param <R> what it yields
 */
@FunctionalInterface
public interface Step0<R extends @Nullable Object> extends Serializable {
    /** Runs in a worker. */
    R run() throws Exception;
}
