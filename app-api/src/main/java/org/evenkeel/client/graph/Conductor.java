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
import org.evenkeel.client.graph.Task.State;
import org.evenkeel.client.value.GraphTask;
import org.evenkeel.client.value.Made;
import org.evenkeel.client.value.ValueRef;
import org.jspecify.annotations.Nullable;

/**
 * Runs one graph on a thread of its own, which alone decides; others leave word in its inbox.
 *
 * <p>A node is sent its tasks in the order of the plan, each when its inputs are there, and no more
 * than its workers and one take: what becomes ready later may go first.
 */
final class Conductor {

    /** Shortest pause between two tellings of how far it is. */
    private static final long TELL_MILLIS = 100;

    /** How often it looks which nodes there are. */
    private static final long LOOK_MILLIS = 1_000;

    /** A value that was lost more often is not made again. */
    private static final int MAX_LOSSES = 10;

    private final Ground ground;
    private final Run run;
    private final BlockingQueue<Runnable> inbox = new LinkedBlockingQueue<>();
    private final long begin = System.nanoTime();
    private final Board board;
    private final Map<Integer, @Nullable Object> given = new HashMap<>();
    private final Map<String, PriorityQueue<Task>> ready = new LinkedHashMap<>();
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

    Conductor(TaskGraph graph, Ground ground, Run run) {
        this.ground = ground;
        this.run = run;
        this.board = new Board(graph);
    }

    void start() {
        Thread.ofPlatform().daemon().name("evenkeel-graph").start(this::live);
    }

    /** Ends it. */
    void cancel() {
        inbox.add(() ->
                fail(new TaskCancelledException("graph " + board.graph.name() + " was cancelled")));
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
                goOn();
            }
        } catch (InterruptedException e) {
            fail(
                    new TaskCancelledException(
                            "the thread of graph " + board.graph.name() + " ended"));
        } catch (EvenkeelException e) {
            fail(e);
        } catch (RuntimeException | Error e) {
            fail(
                    new TaskFailedException(
                            "graph " + board.graph.name() + " failed: " + e, "", "", e));
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
            ground.askNodes(seen -> inbox.add(() -> saw(seen)));
        }
    }

    private void saw(Map<String, Integer> seen) {
        if (seen.isEmpty() || seen.equals(nodes)) {
            return;
        }
        Set<String> gone = new LinkedHashSet<>(nodes.keySet());
        gone.removeAll(seen.keySet());
        nodes = new LinkedHashMap<>(seen);
        board.gone(gone);
        madeAgain += board.revive();
        plan();
    }

    /** Plans all that was not sent. */
    private void plan() {
        double now = now();
        Plan plan =
                Plan.of(
                        board.graph,
                        task -> board.tasks.get(task).state == State.WAITING,
                        nodes,
                        board::bytesAt);
        plans++;
        if (plans == 1) {
            firstLength = now + plan.length();
        }
        for (Task task : board.tasks) {
            if (plan.has(task.index)) {
                task.plannedNode = plan.node(task.index);
                task.plannedStart = now + plan.start(task.index);
                task.plannedEnd = now + plan.end(task.index);
            }
        }
        ready.clear();
        queued.clear();
        board.tasks.forEach(this::queueIfReady);
    }

    private void queueIfReady(Task task) {
        if (board.isReady(task) && queued.add(task.index)) {
            ready.computeIfAbsent(
                            task.plannedNode,
                            name ->
                                    new PriorityQueue<>(
                                            Comparator.<Task>comparingDouble(t -> t.plannedStart)
                                                    .thenComparingInt(t -> t.index)))
                    .add(task);
        }
    }

    // ---- Tasks

    private void goOn() {
        if (over) {
            return;
        }
        if (plans > 0) {
            for (Map.Entry<String, PriorityQueue<Task>> entry : ready.entrySet()) {
                String node = entry.getKey();
                int room = nodes.getOrDefault(node, 0) + 1 - atWork.getOrDefault(node, 0);
                for (; room > 0 && !entry.getValue().isEmpty(); room--) {
                    Task next = entry.getValue().remove();
                    queued.remove(next.index);
                    if (board.isReady(next)) {
                        send(next);
                    }
                }
            }
        }
        tell();
    }

    private void send(Task task) {
        TaskGraph.Entry entry = board.entry(task);
        boolean needed = !board.consumers(task).isEmpty();
        boolean wanted = board.isOutput(task) && !given.containsKey(task.index);
        TaskHandle<Made> handle =
                ground.submit(
                        new GraphTask(entry.step(), board.inputs(task), needed, wanted),
                        TaskOptions.DEFAULT
                                .withName(board.graph.name() + "/" + entry.name())
                                .withDurability(Durability.MEMORY)
                                .withNode(task.plannedNode));
        board.move(task, State.SENT);
        task.handle = handle;
        task.sentTo = task.plannedNode;
        atWork.merge(task.sentTo, 1, Integer::sum);
        handle.toCompletableFuture()
                .whenComplete((made, thrown) -> inbox.add(() -> ended(task, handle, thrown)));
    }

    private void ended(Task task, TaskHandle<Made> handle, @Nullable Throwable thrown) {
        if (over || !handle.equals(task.handle)) {
            return;
        }
        atWork.merge(task.sentTo, -1, Integer::sum);
        if (thrown != null) {
            fail(
                    thrown instanceof EvenkeelException known
                            ? known
                            : new TaskFailedException(
                                    "task %s of graph %s failed: %s"
                                            .formatted(
                                                    board.entry(task).name(),
                                                    board.graph.name(),
                                                    thrown),
                                    handle.id(),
                                    handle.where(),
                                    thrown));
            return;
        }
        Made made = handle.join();
        if (!made.node().equals(task.sentTo)) {
            lookedMillis -= LOOK_MILLIS; // its node is gone, it seems
        }
        if (made.lost().isEmpty()) {
            took(task, made);
        } else {
            again(task, made);
        }
    }

    private void took(Task task, Made made) {
        board.made(task, made, now());
        if (board.isOutput(task) && !given.containsKey(task.index)) {
            given.put(task.index, made.given());
            run.given(task.index, made.given());
        }
        for (int consumer : board.consumers(task)) {
            queueIfReady(board.tasks.get(consumer));
        }
        spread(task);
        if (board.isComplete()) {
            over = true;
            tell();
            run.ended(null);
        }
    }

    /** Its inputs are nowhere: they are made again, and it waits for them. */
    private void again(Task task, Made made) {
        board.move(task, State.WAITING);
        task.handle = null;
        board.arrived(made);
        made.lost().forEach(board::lost);
        madeAgain += board.revive();
        for (Task one : board.tasks) {
            if (one.losses > MAX_LOSSES) {
                fail(
                        new TaskFailedException(
                                "the value of task %s was lost %d times"
                                        .formatted(board.entry(one).name(), one.losses),
                                "",
                                made.node(),
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
    private void spread(Task task) {
        ValueRef value = task.value;
        if (value == null || value.isHere()) {
            return;
        }
        List<String> makers = List.copyOf(task.holders.keySet());
        List<String> to = board.wantedAt(task);
        for (int i = 0; i < to.size(); i++) {
            List<String> from = new ArrayList<>();
            int source = Fanout.source(i, to.size(), value.bytes());
            if (source != Fanout.MAKER) {
                from.add(to.get(source));
            }
            from.addAll(makers);
            ground.spread(value.at(from), to.get(i));
        }
    }

    private void fail(EvenkeelException why) {
        if (over) {
            return;
        }
        over = true;
        failure = why;
        for (Task task : board.tasks) {
            TaskHandle<Made> handle = task.handle;
            if (handle != null) {
                handle.cancel();
            }
        }
        tell();
        run.ended(why);
    }

    // ---- What others see

    private void tell() {
        long time = System.nanoTime();
        untold = !over && time - toldNanos < TimeUnit.MILLISECONDS.toNanos(TELL_MILLIS);
        if (untold) {
            return;
        }
        toldNanos = time;
        int workers = nodes.values().stream().mapToInt(count -> count).sum();
        Forecast forecast = Forecast.of(board, workers);
        Optional<Duration> remaining =
                forecast.seconds()
                        .map(seconds -> Duration.ofMillis(Math.round(1000 * seconds)))
                        .filter(left -> failure == null);
        run.tell(
                new GraphProgress(
                        board.done(),
                        board.sent(),
                        board.tasks.size(),
                        Math.max(0, plans - 1),
                        Duration.ofNanos(System.nanoTime() - begin),
                        remaining,
                        forecast.criticalPath()),
                report(),
                states());
    }

    private State[] states() {
        State[] states = new State[board.tasks.size()];
        for (Task task : board.tasks) {
            states[task.index] = task.state;
        }
        return states;
    }

    private GraphReport report() {
        return Reports.of(
                board, new Reports.Totals(nodes, firstLength, Math.max(0, plans - 1), madeAgain));
    }
}
