package org.evenkeel.client.graph;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.evenkeel.api.EvenkeelException;
import org.evenkeel.api.graph.GraphProgress;
import org.evenkeel.api.graph.GraphReport;
import org.evenkeel.api.graph.GraphRun;
import org.evenkeel.api.graph.TaskGraph;
import org.evenkeel.api.graph.Value;
import org.evenkeel.client.graph.GraphNode.State;
import org.evenkeel.client.session.CompletionThread;
import org.jspecify.annotations.Nullable;

/** A submitted graph, as the program sees it. */
public final class GraphExecution implements GraphRun {

    /** Shortest pause between two calls of a progress listener. */
    private static final long TELL_NANOS = 200_000_000;

    private final TaskGraph graph;
    private final GraphExecutor graphExecutor;
    private final int[] consumers;
    private final List<Consumer<? super GraphProgress>> listeners = new CopyOnWriteArrayList<>();
    private long nextTell = System.nanoTime();

    // Guarded by this.
    private final Map<Integer, @Nullable Object> given = new HashMap<>();
    private GraphProgress progress;
    private GraphReport report;
    private State[] states = {};
    private @Nullable EvenkeelException failure;
    private boolean over;

    private GraphExecution(TaskGraph graph, GraphRuntime graphRuntime) {
        this.graph = graph;
        this.consumers = graph.consumers();
        this.graphExecutor = new GraphExecutor(graph, graphRuntime, this);
        this.report =
                new GraphReport(graph.name(), Map.of(), -1, -1, 0, 0, 0, List.of(), List.of());
        this.progress =
                new GraphProgress(
                        0,
                        0,
                        graph.tasks().size(),
                        0,
                        java.time.Duration.ZERO,
                        java.util.Optional.empty(),
                        List.of());
    }

    /** Begins to run a graph. */
    public static GraphExecution start(TaskGraph graph, GraphRuntime graphRuntime) {
        GraphExecution graphExecution = new GraphExecution(graph, graphRuntime);
        graphExecution.graphExecutor.start();
        return graphExecution;
    }

    // ---- The conductor's words

    synchronized void given(int task, @Nullable Object value) {
        given.put(task, value);
        notifyAll();
    }

    void publish(GraphProgress now, GraphReport soFar, State[] all) {
        boolean changed;
        synchronized (this) {
            changed = now.done() != progress.done() || now.running() != progress.running();
            progress = now;
            report = soFar;
            states = all;
        }
        long time = System.nanoTime();
        if (changed && time - nextTell >= 0) {
            nextTell = time + TELL_NANOS;
            notifyListeners();
        }
    }

    synchronized void ended(@Nullable EvenkeelException why) {
        failure = why;
        over = true;
        notifyAll();
        notifyListeners();
    }

    private void notifyListeners() {
        List<Consumer<? super GraphProgress>> all = new ArrayList<>(listeners);
        if (!all.isEmpty()) {
            CompletionThread.run(() -> all.forEach(listener -> listener.accept(progress())));
        }
    }

    // ---- The program's

    @Override
    @SuppressWarnings({"unchecked", "NullAway"}) // a task yields what its value says
    public synchronized <R extends @Nullable Object> R get(Value<R> value)
            throws InterruptedException {
        int task = graph.indexOf(value);
        if (!graph.isOutput(task, consumers[task])) {
            throw new IllegalArgumentException(
                    "value %s is not an output: call value.output() before the graph is built"
                            .formatted(value.name()));
        }
        while (!given.containsKey(task)) {
            throwFailure();
            wait();
        }
        return (R) given.get(task);
    }

    @Override
    public synchronized GraphReport join() throws InterruptedException {
        while (!over) {
            wait();
        }
        throwFailure();
        return report;
    }

    private void throwFailure() {
        EvenkeelException why = failure;
        if (why != null) {
            throw why;
        }
    }

    @Override
    public synchronized boolean isDone() {
        return over;
    }

    @Override
    public synchronized GraphProgress progress() {
        return progress;
    }

    @Override
    public void onProgress(Consumer<? super GraphProgress> listener) {
        listeners.add(listener);
        if (isDone()) {
            CompletionThread.run(() -> listener.accept(progress()));
        }
    }

    @Override
    public synchronized GraphReport report() {
        return report;
    }

    @Override
    public synchronized String toSvg() {
        Set<String> critical = Set.copyOf(progress.criticalPath());
        State[] all = states;
        return graph.toSvg(task -> {
            State state = task < all.length ? all[task] : State.WAITING;
            boolean onPath = critical.contains(graph.tasks().get(task).name());
            return switch (state) {
                case DONE -> "#b7e1b0";
                case SENT -> onPath ? "#f5a742" : "#ffe08a";
                case WAITING -> onPath ? "#f7c6c0" : "#f4f4f4";
            };
        });
    }

    @Override
    public void cancel() {
        graphExecutor.cancel();
    }
}
