package org.evenkeel.api.graph;

import org.jspecify.annotations.Nullable;

/**
 * A task of a graph and what it will yield: others name it as their input, {@link GraphRun#get}
 * gives it. What is estimated may be set until the graph is built.
 *
 * @param <R> what it yields
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

    /** What the task is called. */
    public String name() {
        return name;
    }

    /**
     * Says how much work it is, in the unit of {@link TaskGraphBuilder#speed}; 1 when nothing is
     * said.
     *
     * @throws IllegalArgumentException if it is negative or not finite
     */
    public Value<R> work(double amount) {
        builder.estimateWork(index, amount);
        return this;
    }

    /**
     * Says how many bytes the value is; 0 when nothing is said.
     *
     * @throws IllegalArgumentException if it is negative
     */
    public Value<R> bytes(long length) {
        builder.estimateBytes(index, length);
        return this;
    }

    /** Has the value brought to the program; those that no task needs are in any case. */
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
