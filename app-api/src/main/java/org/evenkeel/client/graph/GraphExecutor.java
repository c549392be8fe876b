package org.evenkeel.client.graph;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.evenkeel.api.Durability;
import org.evenkeel.api.EvenkeelException;
import org.evenkeel.api.TaskCancelledException;
import org.evenkeel.api.TaskFailedException;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.api.TaskOptions;
import org.evenkeel.api.graph.GraphProgress;
import org.evenkeel.api.graph.GraphReport;
import org.evenkeel.api.graph.TaskGraph;
import org.evenkeel.client.graph.GraphNode.State;
import org.evenkeel.client.value.GraphTask;
import org.evenkeel.client.value.ProducedValue;
import org.evenkeel.client.value.ValueRef;
import org.jspecify.annotations.Nullable;

/**
 * Runs one graph on a thread of its own, which alone decides; others leave word in its inbox.
 *
 * <p>A node is sent its tasks in the order of the plan, each when its inputs are there, and no more
 * than its workers and one take: what becomes ready later may go first.
 */
final class GraphExecutor {

    /** Shortest pause between two tellings of how far it is. */
    private static final long TELL_MILLIS = 100;

    /** How often it looks which nodes there are. */
    private static final long LOOK_MILLIS = 1_000;

    /** A value that was lost more often is not made again. */
    private static final int MAX_LOSSES = 10;

    private final GraphRuntime graphRuntime;
    private final GraphExecution graphExecution;
    private final BlockingQueue<Runnable> inbox = new LinkedBlockingQueue<>();
    private final long begin = System.nanoTime();
    private final GraphState graphState;
    private final Map<Integer, @Nullable Object> given = new HashMap<>();
    private final Map<String, PriorityQueue<GraphNode>> ready = new LinkedHashMap<>();
    private final Set<Integer> queued = new LinkedHashSet<>();
    private final Map<String, Integer> atWork = new HashMap<>();
    private Map<String, Integer> nodes = Map.of();
    private long lookedMillis = -LOOK_MILLIS;
    private double firstLength = -1;
    private int plans;
    private int madeAgain;
    private @Nullable EvenkeelException failure;
    private boolean over;
    private long toldNanos = begin - TimeUnit.MILLISECONDS.toNanos(TELL_MILLIS);
    private boolean untold;

    GraphExecutor(TaskGraph graph, GraphRuntime graphRuntime, GraphExecution graphExecution) {
        this.graphRuntime = graphRuntime;
        this.graphExecution = graphExecution;
        this.graphState = new GraphState(graph);
    }

    void start() {
        Thread.ofPlatform().daemon().name("evenkeel-graph").start(this::live);
    }

    /** Ends it. */
    void cancel() {
        inbox.add(() ->
                fail(
                        new TaskCancelledException(
                                "graph " + graphState.graph.name() + " was cancelled")));
    }

    private void live() {
        try {
            while (!over) {
                look();
                Runnable word =
                        inbox.poll(untold ? TELL_MILLIS : LOOK_MILLIS, TimeUnit.MILLISECONDS);
                for (; word != null; word = inbox.poll()) {
                    word.run();
                }
                resume();
            }
        } catch (InterruptedException e) {
            fail(
                    new TaskCancelledException(
                            "the thread of graph " + graphState.graph.name() + " ended"));
        } catch (EvenkeelException e) {
            fail(e);
        } catch (RuntimeException | Error e) {
            fail(
                    new TaskFailedException(
                            "graph " + graphState.graph.name() + " failed: " + e, "", "", e));
            throw e;
        }
    }

    private double now() {
        return (System.nanoTime() - begin) / 1e9;
    }

    // ---- Nodes and plans

    private void look() {
        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
        if (millis - lookedMillis >= LOOK_MILLIS) {
            lookedMillis = millis;
            graphRuntime.askNodes(seen -> inbox.add(() -> saw(seen)));
        }
    }

    private void saw(Map<String, Integer> seen) {
        if (seen.isEmpty() || seen.equals(nodes)) {
            return;
        }
        Set<String> gone = new LinkedHashSet<>(nodes.keySet());
        gone.removeAll(seen.keySet());
        nodes = new LinkedHashMap<>(seen);
        graphState.gone(gone);
        madeAgain += graphState.revive();
        plan();
    }

    /** Plans all that was not sent. */
    private void plan() {
        double now = now();
        GraphPlan graphPlan =
                GraphPlan.of(
                        graphState.graph,
                        task -> graphState.graphNodes.get(task).state == State.WAITING,
                        nodes,
                        graphState::bytesAt);
        plans++;
        if (plans == 1) {
            firstLength = now + graphPlan.length();
        }
        for (GraphNode graphNode : graphState.graphNodes) {
            if (graphPlan.has(graphNode.index)) {
                graphNode.plannedNode = graphPlan.node(graphNode.index);
                graphNode.plannedStart = now + graphPlan.start(graphNode.index);
                graphNode.plannedEnd = now + graphPlan.end(graphNode.index);
            }
        }
        ready.clear();
        queued.clear();
        graphState.graphNodes.forEach(this::queueIfReady);
    }

    private void queueIfReady(GraphNode graphNode) {
        if (graphState.isReady(graphNode) && queued.add(graphNode.index)) {
            ready.computeIfAbsent(
                            graphNode.plannedNode,
                            name ->
                                    new PriorityQueue<>(
                                            Comparator.<GraphNode>comparingDouble(
                                                            t -> t.plannedStart)
                                                    .thenComparingInt(t -> t.index)))
                    .add(graphNode);
        }
    }

    // ---- Tasks

    private void resume() {
        if (over) {
            return;
        }
        if (plans > 0) {
            for (Map.Entry<String, PriorityQueue<GraphNode>> entry : ready.entrySet()) {
                String node = entry.getKey();
                int room = nodes.getOrDefault(node, 0) + 1 - atWork.getOrDefault(node, 0);
                for (; room > 0 && !entry.getValue().isEmpty(); room--) {
                    GraphNode next = entry.getValue().remove();
                    queued.remove(next.index);
                    if (graphState.isReady(next)) {
                        send(next);
                    }
                }
            }
        }
        publish();
    }

    private void send(GraphNode graphNode) {
        TaskGraph.Entry entry = graphState.entry(graphNode);
        boolean needed = !graphState.consumers(graphNode).isEmpty();
        boolean wanted = graphState.isOutput(graphNode) && !given.containsKey(graphNode.index);
        TaskHandle<ProducedValue> handle =
                graphRuntime.submit(
                        new GraphTask(entry.step(), graphState.inputs(graphNode), needed, wanted),
                        TaskOptions.DEFAULT
                                .withName(graphState.graph.name() + "/" + entry.name())
                                .withDurability(Durability.MEMORY)
                                .withNode(graphNode.plannedNode));
        graphState.move(graphNode, State.SENT);
        graphNode.handle = handle;
        graphNode.sentTo = graphNode.plannedNode;
        atWork.merge(graphNode.sentTo, 1, Integer::sum);
        handle.toCompletableFuture()
                .whenComplete((producedValue, thrown) ->
                        inbox.add(() -> ended(graphNode, handle, thrown)));
    }

    private void ended(
            GraphNode graphNode, TaskHandle<ProducedValue> handle, @Nullable Throwable thrown) {
        if (over || !handle.equals(graphNode.handle)) {
            return;
        }
        atWork.merge(graphNode.sentTo, -1, Integer::sum);
        if (thrown != null) {
            fail(
                    thrown instanceof EvenkeelException known
                            ? known
                            : new TaskFailedException(
                                    "task %s of graph %s failed: %s"
                                            .formatted(
                                                    graphState.entry(graphNode).name(),
                                                    graphState.graph.name(),
                                                    thrown),
                                    handle.id(),
                                    handle.where(),
                                    thrown));
            return;
        }
        ProducedValue producedValue = handle.join();
        if (!producedValue.node().equals(graphNode.sentTo)) {
            lookedMillis -= LOOK_MILLIS; // its node is gone, it seems
        }
        if (producedValue.lost().isEmpty()) {
            took(graphNode, producedValue);
        } else {
            again(graphNode, producedValue);
        }
    }

    private void took(GraphNode graphNode, ProducedValue producedValue) {
        graphState.made(graphNode, producedValue, now());
        if (graphState.isOutput(graphNode) && !given.containsKey(graphNode.index)) {
            given.put(graphNode.index, producedValue.given());
            graphExecution.given(graphNode.index, producedValue.given());
        }
        for (int consumer : graphState.consumers(graphNode)) {
            queueIfReady(graphState.graphNodes.get(consumer));
        }
        spread(graphNode);
        if (graphState.isComplete()) {
            over = true;
            publish();
            graphExecution.ended(null);
        }
    }

    /** Its inputs are nowhere: they are made again, and it waits for them. */
    private void again(GraphNode graphNode, ProducedValue producedValue) {
        graphState.move(graphNode, State.WAITING);
        graphNode.handle = null;
        graphState.arrived(producedValue);
        producedValue.lost().forEach(graphState::lost);
        madeAgain += graphState.revive();
        for (GraphNode one : graphState.graphNodes) {
            if (one.losses > MAX_LOSSES) {
                fail(
                        new TaskFailedException(
                                "the value of task %s was lost %d times"
                                        .formatted(graphState.entry(one).name(), one.losses),
                                "",
                                producedValue.node(),
                                null));
                return;
            }
        }
        plan();
    }

    /**
     * Has nodes that will need a value fetch it, from where it was made or from one that was told
     * before, which passes on what comes.
     */
    private void spread(GraphNode graphNode) {
        ValueRef value = graphNode.value;
        if (value == null || value.isHere()) {
            return;
        }
        List<String> makers = List.copyOf(graphNode.holders.keySet());
        List<String> to = graphState.wantedAt(graphNode);
        for (int i = 0; i < to.size(); i++) {
            List<String> from = new ArrayList<>();
            int source = Fanout.source(i, to.size(), value.bytes());
            if (source != Fanout.MAKER) {
                from.add(to.get(source));
            }
            from.addAll(makers);
            graphRuntime.spread(value.at(from), to.get(i));
        }
    }

    private void fail(EvenkeelException why) {
        if (over) {
            return;
        }
        over = true;
        failure = why;
        for (GraphNode graphNode : graphState.graphNodes) {
            TaskHandle<ProducedValue> handle = graphNode.handle;
            if (handle != null) {
                handle.cancel();
            }
        }
        publish();
        graphExecution.ended(why);
    }

    // ---- What others see

    private void publish() {
        long time = System.nanoTime();
        untold = !over && time - toldNanos < TimeUnit.MILLISECONDS.toNanos(TELL_MILLIS);
        if (untold) {
            return;
        }
        toldNanos = time;
        int workers = nodes.values().stream().mapToInt(count -> count).sum();
        CompletionForecast completionForecast = CompletionForecast.of(graphState, workers);
        Optional<Duration> remaining =
                completionForecast
                        .seconds()
                        .map(seconds -> Duration.ofMillis(Math.round(1000 * seconds)))
                        .filter(left -> failure == null);
        graphExecution.publish(
                new GraphProgress(
                        graphState.done(),
                        graphState.sent(),
                        graphState.graphNodes.size(),
                        Math.max(0, plans - 1),
                        Duration.ofNanos(System.nanoTime() - begin),
                        remaining,
                        completionForecast.criticalPath()),
                report(),
                states());
    }

    private State[] states() {
        State[] states = new State[graphState.graphNodes.size()];
        for (GraphNode graphNode : graphState.graphNodes) {
            states[graphNode.index] = graphNode.state;
        }
        return states;
    }

    private GraphReport report() {
        return GraphReportBuilder.of(
                graphState,
                new GraphReportBuilder.Totals(
                        nodes, firstLength, Math.max(0, plans - 1), madeAgain));
    }
}
