package org.evenkeel.api.graph;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.evenkeel.model.Printable;
import org.jspecify.annotations.Nullable;

/**
 * Makes a graph, task by task; a task can only need what is there already, so there are no circles.
 * For one thread.
 *
 * <pre>{@code
 * TaskGraphBuilder steps = TaskGraph.named("steps");
 * Value<double[]> rows = steps.task("read", () -> Rows.read(file)).bytes(24_000_000);
 * Value<Double> left = steps.task("left", rows, Sums::left).work(5);
 * Value<Double> right = steps.task("right", rows, Sums::right).work(4);
 * Value<Double> total = steps.task("total", left, right, Double::sum);
 * double sum = cluster.submit(steps.build()).get(total);
 * }</pre>
 */
public final class TaskGraphBuilder {

    /** Maximum number of tasks of a graph. */
    public static final int MAX_TASKS = 100_000;

    /** Maximum length of a name, in characters; each is printable. */
    public static final int MAX_NAME_LENGTH = 100;

    private final String name;
    private final List<TaskGraph.Entry> entries = new ArrayList<>();
    private final Set<String> names = new LinkedHashSet<>();
    private double speed = 1;
    private double latencySeconds = 0.001;
    private double bytesPerSecond = 100e6;

    TaskGraphBuilder(String name) {
        this.name = checked("graph", name);
    }

    private static String checked(String what, String name) {
        if (name.isBlank() || name.length() > MAX_NAME_LENGTH) {
            throw new IllegalArgumentException(
                    "the name of a %s has 1 to %d characters, not %d"
                            .formatted(what, MAX_NAME_LENGTH, name.length()));
        }
        return Printable.checkedName("a " + what, name);
    }

    /** Sets the work that a worker does per second; the default 1 means that work is in seconds. */
    public TaskGraphBuilder speed(double workPerSecond) {
        speed = positive("speed", workPerSecond);
        return this;
    }

    /**
     * Sets the network between the nodes; the default is one millisecond and 100 MB/s.
     *
     * @param latency delay of a value before it needs the network
     */
    public TaskGraphBuilder network(Duration latency, double bytesPerSecondOfAll) {
        if (latency.isNegative()) {
            throw new IllegalArgumentException("a latency of " + latency + " is negative");
        }
        latencySeconds = latency.toNanos() / 1e9;
        bytesPerSecond = positive("rate of the network", bytesPerSecondOfAll);
        return this;
    }

    private static double positive(String what, double value) {
        if (!(value > 0 && value < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("the " + what + " is " + value + ", not positive");
        }
        return value;
    }

    /** Adds a task without inputs. */
    public <R extends @Nullable Object> Value<R> task(String called, Step0<R> step) {
        return add(called, step);
    }

    /** Adds a task with one input. */
    public <A extends @Nullable Object, R extends @Nullable Object> Value<R> task(
            String called, Value<? extends A> input, Step1<A, R> step) {
        return add(called, step, input);
    }

    /** Adds a task with two inputs. */
    public <A extends @Nullable Object, B extends @Nullable Object, R extends @Nullable Object>
            Value<R> task(
                    String called,
                    Value<? extends A> first,
                    Value<? extends B> second,
                    Step2<A, B, R> step) {
        return add(called, step, first, second);
    }

    /** Adds a task with three inputs. */
    public <
                    A extends @Nullable Object,
                    B extends @Nullable Object,
                    C extends @Nullable Object,
                    R extends @Nullable Object>
            Value<R> task(
                    String called,
                    Value<? extends A> first,
                    Value<? extends B> second,
                    Value<? extends C> third,
                    Step3<A, B, C, R> step) {
        return add(called, step, first, second, third);
    }

    /** Adds a task with any number of inputs of one type. */
    public <A extends @Nullable Object, R extends @Nullable Object> Value<R> task(
            String called, List<? extends Value<? extends A>> inputs, StepOfMany<A, R> step) {
        return add(called, step, inputs.toArray(Value<?>[]::new));
    }

    private <R extends @Nullable Object> Value<R> add(
            String called, Object step, Value<?>... inputs) {
        checked("task", called);
        if (names.contains(called)) {
            throw new IllegalArgumentException("task " + called + " is given twice");
        }
        if (entries.size() >= MAX_TASKS) {
            throw new IllegalArgumentException("a graph has at most " + MAX_TASKS + " tasks");
        }
        for (Value<?> input : inputs) {
            if (!input.isOf(this)) {
                throw new IllegalArgumentException(
                        "task %s needs %s, which belongs to another graph"
                                .formatted(called, input.name()));
            }
        }
        names.add(called);
        List<Integer> needed = Arrays.stream(inputs).map(Value::index).toList();
        entries.add(new TaskGraph.Entry(called, step, needed, 1, 0, false));
        return new Value<>(this, entries.size() - 1, called);
    }

    void estimateWork(int index, double work) {
        if (!(work >= 0 && work < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(
                    "the work of task %s is %s; use a positive number"
                            .formatted(entries.get(index).name(), work));
        }
        entries.set(index, entries.get(index).withWork(work));
    }

    void estimateBytes(int index, long bytes) {
        if (bytes < 0) {
            throw new IllegalArgumentException(
                    "the value of task %s has %d bytes"
                            .formatted(entries.get(index).name(), bytes));
        }
        entries.set(index, entries.get(index).withBytes(bytes));
    }

    void makeOutput(int index) {
        entries.set(index, entries.get(index).asOutput());
    }

    /**
     * Builds the graph from the tasks added so far.
     *
     * @throws IllegalArgumentException if there are no tasks
     */
    public TaskGraph build() {
        if (entries.isEmpty()) {
            throw new IllegalArgumentException("graph " + name + " has no tasks");
        }
        return new TaskGraph(
                this,
                name,
                entries,
                new TaskGraph.Estimates(speed, latencySeconds, bytesPerSecond));
    }
}
