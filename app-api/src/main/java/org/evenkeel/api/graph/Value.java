package org.evenkeel.api.graph;

import org.jspecify.annotations.Nullable;

/**
 * A task of a graph and its future value: other tasks name it as input, and {@link GraphRun#get}
 * returns it. Estimates may be set until the graph is built.
 *
 * @param <R> type of the value
 */
public final class Value<R extends @Nullable Object> {

    private final TaskGraphBuilder builder;
    private final int index;
    private final String name;

    Value(TaskGraphBuilder builder, int index, String name) {
        this.builder = builder;
        this.index = index;
        this.name = name;
    }

    /** Returns the name of the task. */
    public String name() {
        return name;
    }

    /**
     * Sets the estimated work, in the unit of {@link TaskGraphBuilder#speed}; the default is 1.
     *
     * @throws IllegalArgumentException if the amount is negative or not finite
     */
    public Value<R> work(double amount) {
        builder.estimateWork(index, amount);
        return this;
    }

    /**
     * Sets the estimated size of the value in bytes; the default is 0.
     *
     * @throws IllegalArgumentException if the length is negative
     */
    public Value<R> bytes(long length) {
        builder.estimateBytes(index, length);
        return this;
    }

    /**
     * Marks the value as an output, which is sent to the program. A value that no task needs is
     * always an output.
     */
    public Value<R> output() {
        builder.makeOutput(index);
        return this;
    }

    /** Counts the tasks of its graph, from 0. */
    int index() {
        return index;
    }

    boolean isOf(Object graph) {
        return builder.equals(graph);
    }

    @Override
    public String toString() {
        return name;
    }
}
