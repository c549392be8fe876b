package org.evenkeel.api.graph;

import org.jspecify.annotations.Nullable;

/** The values of a graph that ran {@linkplain TaskGraph#runHere here}. */
public final class LocalValues {

    private final TaskGraph graph;
    private final @Nullable Object[] values;

    LocalValues(TaskGraph graph, @Nullable Object[] values) {
        this.graph = graph;
        this.values = values;
    }

    /**
     * Returns a value, whether it is an output or not.
     *
     * @throws IllegalArgumentException if the value belongs to another graph
     */
    @SuppressWarnings({"unchecked", "NullAway"}) // a task yields what its value says
    public <R extends @Nullable Object> R get(Value<R> value) {
        return (R) values[graph.indexOf(value)];
    }
}
