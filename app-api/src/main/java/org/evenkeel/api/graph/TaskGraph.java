package org.evenkeel.api.graph;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.evenkeel.client.value.GraphTask;
import org.jspecify.annotations.Nullable;

/**
 * Tasks in Java and the values that go between them; immutable. Each task comes after those it
 * needs. Made by {@link #named}.
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
     * @param step what it does: a {@link Step0} or one of its relatives
     * @param inputs indices of the tasks whose values it is given, in their order
     * @param work in the graph's unit, as far as is known
     * @param bytes of its value, as far as is known
     * @param output whether its value is brought to the program though another task needs it
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
     * What is assumed of the machines.
     *
     * @param speed work that a worker does in a second
     * @param latencySeconds by which a value is late before it needs the network
     * @param bytesPerSecond of the network between all nodes
     */
    public record Estimates(double speed, double latencySeconds, double bytesPerSecond) {}

    TaskGraph(TaskGraphBuilder builder, String name, List<Entry> tasks, Estimates estimates) {
        this.builder = builder;
        this.name = name;
        this.tasks = List.copyOf(tasks);
        this.estimates = estimates;
    }

    /** Begins a graph. */
    public static TaskGraphBuilder named(String name) {
        return new TaskGraphBuilder(name);
    }

    public String name() {
        return name;
    }

    /** The tasks; each comes after those it needs. */
    public List<Entry> tasks() {
        return tasks;
    }

    public Estimates estimates() {
        return estimates;
    }

    /**
     * Which of the tasks yields this value.
     *
     * @throws IllegalArgumentException if it is another graph's
     */
    public int indexOf(Value<?> value) {
        if (!value.isOf(builder) || value.index() >= tasks.size()) {
            throw new IllegalArgumentException(
                    "value %s is not of graph %s".formatted(value.name(), name));
        }
        return value.index();
    }

    /** For each task, how many times others need its value. */
    public int[] consumers() {
        int[] count = new int[tasks.size()];
        for (Entry task : tasks) {
            task.inputs().forEach(input -> count[input]++);
        }
        return count;
    }

    /** Whether a task's value is brought to the program. */
    public boolean isOutput(int task, int consumers) {
        return tasks.get(task).output() || consumers == 0;
    }

    /**
     * Runs all tasks here, on the calling thread, one after the other: for comparison, and for
     * tests. Values are not copied.
     *
     * @throws Exception of the first task that fails
     */
    public LocalValues runHere() throws Exception {
        @Nullable Object[] made = new @Nullable Object[tasks.size()];
        for (int i = 0; i < made.length; i++) {
            List<Integer> needed = tasks.get(i).inputs();
            @Nullable Object[] inputs = new @Nullable Object[needed.size()];
            for (int k = 0; k < inputs.length; k++) {
                inputs[k] = made[needed.get(k)];
            }
            made[i] = GraphTask.call(tasks.get(i).step(), inputs);
        }
        return new LocalValues(this, made);
    }

    /**
     * The same graph with work and bytes as they were measured in a run of it, in which all took
     * what they took there. Its values are this one's.
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

    /** The graph in the DOT language; {@code evenkeel plan graph} and Graphviz read it. */
    public String toDot() {
        return DotPicture.of(this);
    }

    /** A picture: boxes for tasks, those that wait for each other from left to right. */
    public String toSvg() {
        return toSvg(task -> SvgPicture.PLAIN);
    }

    /**
     * The same picture in colours.
     *
     * @param colour of each task, like {@code #f4f4f4}
     */
    public String toSvg(IntFunction<String> colour) {
        return SvgPicture.of(this, colour);
    }
}
