package org.evenkeel.api.graph;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Tasks and the values that they exchange; immutable. Each task follows the tasks whose values it
 * needs. {@link #named} starts a builder.
 */
public final class TaskGraph {

    private final TaskGraphBuilder builder;
    private final String name;
    private final List<Entry> tasks;
    private final Estimates estimates;

    /**
     * A task.
     *
     * @param name unique in its graph
     * @param step code of the task: a {@link Step0} or a related type
     * @param inputs indices of the tasks whose values it needs, in the order of its parameters
     * @param work estimated work, in the graph's unit
     * @param bytes estimated size of its value
     * @param output whether its value is sent to the program although another task needs it
     */
    public record Entry(
            String name,
            Object step,
            List<Integer> inputs,
            double work,
            long bytes,
            boolean output) {
        public Entry {
            inputs = List.copyOf(inputs);
        }

        Entry withWork(double value) {
            return new Entry(name, step, inputs, value, bytes, output);
        }

        Entry withBytes(long value) {
            return new Entry(name, step, inputs, work, value, output);
        }

        Entry asOutput() {
            return new Entry(name, step, inputs, work, bytes, true);
        }
    }

    /**
     * Assumptions about the machines.
     *
     * @param speed work that a worker does per second
     * @param latencySeconds delay of a value before it needs the network
     * @param bytesPerSecond bandwidth of the network between all nodes
     */
    public record Estimates(double speed, double latencySeconds, double bytesPerSecond) {}

    TaskGraph(TaskGraphBuilder builder, String name, List<Entry> tasks, Estimates estimates) {
        this.builder = builder;
        this.name = name;
        this.tasks = List.copyOf(tasks);
        this.estimates = estimates;
    }

    /** Starts a graph. */
    public static TaskGraphBuilder named(String name) {
        return new TaskGraphBuilder(name);
    }

    public String name() {
        return name;
    }

    /** Returns the tasks; each follows the tasks whose values it needs. */
    public List<Entry> tasks() {
        return tasks;
    }

    public Estimates estimates() {
        return estimates;
    }

    /**
     * Returns the index of the task that produces a value.
     *
     * @throws IllegalArgumentException if the value belongs to another graph
     */
    public int indexOf(Value<?> value) {
        if (!value.isOf(builder) || value.index() >= tasks.size()) {
            throw new IllegalArgumentException(
                    "value %s does not belong to graph %s".formatted(value.name(), name));
        }
        return value.index();
    }

    /** Returns for each task how many times other tasks need its value. */
    public int[] consumers() {
        int[] count = new int[tasks.size()];
        for (Entry task : tasks) {
            task.inputs().forEach(input -> count[input]++);
        }
        return count;
    }

    /** Returns whether the value of a task is sent to the program. */
    public boolean isOutput(int task, int consumers) {
        return tasks.get(task).output() || consumers == 0;
    }

    /**
     * Runs all tasks in this JVM, on the calling thread, one after the other; for comparison and
     * tests. Values are not copied.
     *
     * @throws Exception the failure of the first task that fails
     */
    public LocalValues runHere() throws Exception {
        @Nullable Object[] made = new @Nullable Object[tasks.size()];
        for (int i = 0; i < made.length; i++) {
            List<Integer> needed = tasks.get(i).inputs();
            @Nullable Object[] inputs = new @Nullable Object[needed.size()];
            for (int k = 0; k < inputs.length; k++) {
                inputs[k] = made[needed.get(k)];
            }
            made[i] = Steps.run(tasks.get(i).step(), inputs);
        }
        return new LocalValues(this, made);
    }

    /**
     * Returns the same graph with the work and the bytes that a run has measured. Values of this
     * graph are valid for the returned graph.
     */
    public TaskGraph measured(GraphReport report) {
        Map<String, GraphReport.TaskRow> rows = new HashMap<>();
        report.tasks().forEach(row -> rows.put(row.name(), row));
        List<Entry> learned = new ArrayList<>();
        for (Entry task : tasks) {
            GraphReport.TaskRow row = rows.get(task.name());
            learned.add(
                    row == null || row.runSeconds() < 0
                            ? task
                            : task.withWork(row.runSeconds() * estimates.speed())
                                    .withBytes(row.bytes()));
        }
        return new TaskGraph(builder, name, learned, estimates);
    }

    /** Returns the graph in the DOT language, for {@code evenkeel lab plan graph} and Graphviz. */
    public String toDot() {
        return DotPicture.of(this);
    }

    /** Returns a picture: a box for each task, from left to right in the order of dependence. */
    public String toSvg() {
        return toSvg(task -> SvgPicture.PLAIN);
    }

    /**
     * Returns the picture in colours.
     *
     * @param colour colour of each task, such as {@code #f4f4f4}
     */
    public String toSvg(IntFunction<String> colour) {
        return SvgPicture.of(this, colour);
    }
}
