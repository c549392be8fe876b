package org.evenkeel.worker;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskOptions;
import org.evenkeel.client.GuardedObserver;
import org.evenkeel.client.Handle;
import org.evenkeel.client.TaskKindRegistry;
import org.evenkeel.client.codec.Encoded;
import org.evenkeel.client.codec.PayloadCodec;
import org.evenkeel.client.session.FinishedTask;
import org.evenkeel.client.session.Kind;
import org.evenkeel.client.session.LinkWriter;
import org.evenkeel.client.session.OpenSubmissions;
import org.evenkeel.client.session.OpenTask;
import org.evenkeel.client.session.Outgoing;
import org.evenkeel.client.session.PlainWaiting;
import org.evenkeel.client.session.SubmittedTaskFactory;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.Parked;
import org.evenkeel.wire.proto.Resumed;
import org.evenkeel.wire.proto.Status;
import org.jspecify.annotations.Nullable;

/**
 * Tasks that tasks spawn, and waiting for them.
 *
 * <p>A task that waits for open children says so to the daemon (Parked) and gives its slot away;
 * when the wait ends before the children do, it says that too (Resumed).
 */
final class ChildTasks {

    /** Longest wait of a spawned child for more to leave with it, nanoseconds. */
    static final long BATCH_NANOS = 30_000;

    /** Most children named when a task parks; a longer wait is made of several. */
    private static final int MAX_PARKED_CHILDREN = 4096;

    /** Runs that are running on a runner's thread. */
    private static final ThreadLocal<@Nullable TaskRun> CURRENT = new InheritableThreadLocal<>();

    private final OpenSubmissions openSubmissions;
    private final LinkWriter linkWriter;
    private final WorkerSlot workerSlot;
    private final TaskKindRegistry taskKindRegistry;
    private final GuardedObserver observer;
    private final Consumer<@Nullable TaskRun> running;
    private final ParkedTasks parkedTasks;

    /**
     * What it works with.
     *
     * @param running told which run has the slot, null for none
     */
    record Dependencies(
            OpenSubmissions openSubmissions,
            LinkWriter linkWriter,
            WorkerSlot workerSlot,
            TaskKindRegistry taskKindRegistry,
            GuardedObserver observer,
            Consumer<@Nullable TaskRun> running) {}

    ChildTasks(Dependencies dependencies) {
        this.openSubmissions = dependencies.openSubmissions();
        this.linkWriter = dependencies.linkWriter();
        this.workerSlot = dependencies.workerSlot();
        this.taskKindRegistry = dependencies.taskKindRegistry();
        this.observer = dependencies.observer();
        this.running = dependencies.running();
        this.parkedTasks = new ParkedTasks(workerSlot, linkWriter, running);
    }

    /** For tasks that wait for others than their children. */
    ParkedTasks parkedTasks() {
        return parkedTasks;
    }

    OpenSubmissions openSubmissions() {
        return openSubmissions;
    }

    /** Does this soon, while no task sends anything. */
    void whileNobodyWrites(Runnable action) {
        linkWriter.whileNobodyWrites(action);
    }

    /** Names what the calling runner runs; null for nothing. */
    static void setCurrent(@Nullable TaskRun run) {
        if (run == null) {
            CURRENT.remove();
        } else {
            CURRENT.set(run);
        }
    }

    /** What the calling thread runs, if it is the one that runs tasks; null for nothing. */
    static @Nullable TaskRun ofThisThread() {
        TaskRun run = CURRENT.get();
        WorkerSlot.Runner runner = run == null ? null : run.runner;
        boolean isItsOwn = runner != null && runner.thread().equals(Thread.currentThread());
        return isItsOwn ? run : null;
    }

    /** What the calling thread, or the one that started it, ran; null for nothing. */
    static @Nullable TaskRun current() {
        return CURRENT.get();
    }

    // ---- Spawning

    <R extends @Nullable Object> Handle<R> spawn(
            TaskRun parent, Task<R> child, TaskOptions options) {
        return spawn(parent, child, taskKindRegistry.of(child, options), options.weight());
    }

    /** Spawns a task for a program's loop. */
    <R extends @Nullable Object> Handle<R> spawnServed(
            FinishedTask.@Nullable Ticket parent, Object body, String program) {
        Kind kind = taskKindRegistry.served(program, TaskOptions.DEFAULT);
        Handle<R> handle = new Handle<>(openSubmissions, kind, parent, 1);
        observer.submit(
                handle,
                () -> SubmittedTaskFactory.encode(openSubmissions.codec(), body, kind),
                payload -> openSubmissions.submitUnbounded(handle, payload));
        return handle;
    }

    /**
     * A handle for a child that was spawned elsewhere; it has neither number nor payload yet.
     *
     * @param kind as {@link Kind#toBytes} wrote it
     * @throws IllegalArgumentException if that is no kind of this job's
     */
    Handle<Object> again(FinishedTask.Ticket parent, byte[] kind, long weight) {
        return new Handle<>(openSubmissions, taskKindRegistry.read(kind), parent, weight);
    }

    private <R extends @Nullable Object> Handle<R> spawn(
            TaskRun parent, Task<R> child, Kind kind, long weight) {
        Handle<R> handle = new Handle<>(openSubmissions, kind, parent.ticket(), weight);
        observer.submit(
                handle,
                () -> SubmittedTaskFactory.encode(openSubmissions.codec(), child, kind),
                payload -> {
                    if (!openSubmissions.trySubmit(handle, payload)) {
                        runHere(parent, handle, payload, kind);
                    }
                });
        return handle;
    }

    /**
     * Too many tasks are open: the child runs at once, on a copy of itself as it would elsewhere.
     */
    private void runHere(TaskRun parent, Handle<?> handle, Encoded payload, Kind kind) {
        openSubmissions.number(handle);
        PayloadCodec codec = openSubmissions.codec();
        byte[] bytes = payload.toArray();
        TaskRun run = parent.enclose(handle.number());
        Encoded outcome;
        Status status = Status.SUCCEEDED;
        try {
            Task<?> task = (Task<?>) codec.decode(bytes, 0, bytes.length, kind.type());
            if (task == null) {
                throw new NullPointerException("a task must not be null");
            }
            Object result = task.run(run);
            Handle<?> tail = run.tailChild;
            outcome = codec.encode(tail == null ? result : tail.get());
        } catch (Exception | LinkageError | StackOverflowError e) {
            status = Status.FAILED;
            outcome = codec.encodeThrowable(e);
            if (e instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
        }
        byte[] ended = outcome.toArray();
        handle.end(new OpenTask.Ending(status, ended, 0, ended.length, "", parent.node()));
    }

    // ---- Waiting

    /** Waits as {@link OpenSubmissions.WaitStrategy} says, for a handle. */
    boolean await(List<? extends OpenTask> tasks, boolean any, long nanos)
            throws InterruptedException {
        return await(tasks, any, nanos, ChildWait.of(tasks));
    }

    /**
     * Waits as {@link OpenSubmissions.WaitStrategy} says; a runner gives its slot away meanwhile,
     * and may be suspended.
     *
     * @param call what it waits for as a whole; null when it cannot be suspended in there
     */
    boolean await(List<? extends OpenTask> tasks, boolean any, long nanos, @Nullable ChildWait call)
            throws InterruptedException {
        TaskRun run = ofThisThread();
        if (run == null) {
            return PlainWaiting.await(tasks, any, nanos);
        }
        List<OpenTask> open = new ArrayList<>();
        for (OpenTask task : tasks) {
            if (!task.isDone()) {
                open.add(task);
            }
        }
        if (open.isEmpty() || any && open.size() < tasks.size()) {
            return true;
        }
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        if (any || open.size() <= MAX_PARKED_CHILDREN) {
            return park(run, open, any, nanos, call);
        }
        long deadline = nanos == Long.MAX_VALUE ? 0 : System.nanoTime() + nanos;
        for (int from = 0; from < open.size(); from += MAX_PARKED_CHILDREN) {
            List<OpenTask> part =
                    open.subList(from, Math.min(open.size(), from + MAX_PARKED_CHILDREN));
            long rest = nanos == Long.MAX_VALUE ? nanos : deadline - System.nanoTime();
            if (rest <= 0 || !await(part, false, rest, call)) {
                return false;
            }
        }
        return true;
    }

    /** Waits until it is over, and suspends the task if it is asked for meanwhile. */
    private boolean park(
            TaskRun run, List<OpenTask> awaited, boolean any, long nanos, @Nullable ChildWait call)
            throws InterruptedException {
        long deadline = nanos == Long.MAX_VALUE ? 0 : System.nanoTime() + nanos;
        List<OpenTask> open = awaited;
        boolean tried = call == null;
        while (true) {
            long rest = nanos == Long.MAX_VALUE ? nanos : deadline - System.nanoTime();
            WorkerSlot.Wait wait = new WorkerSlot.Wait(Objects.requireNonNull(run.runner));
            if (call != null) {
                run.wakeBy(() -> workerSlot.signal(wait));
            }
            try {
                if (call != null && !tried && run.isWanted()) {
                    tried = true; // only once for each time it is asked
                    call.leave(run, rest);
                    continue;
                }
                if (rest <= 0) {
                    return false;
                }
                if (parkOnce(run, wait, open, any, rest)) {
                    return true;
                }
            } finally {
                run.wakeBy(null);
            }
            List<OpenTask> left = open.stream().filter(task -> !task.isDone()).toList();
            if (left.isEmpty() || any && left.size() < open.size()) {
                return true;
            }
            open = left;
            tried = call == null;
        }
    }

    private boolean parkOnce(
            TaskRun run, WorkerSlot.Wait wait, List<OpenTask> open, boolean any, long nanos)
            throws InterruptedException {
        linkWriter.sendQuietly(new Outgoing.Control(parked(run, open, any)));
        AtomicInteger left = new AtomicInteger(any ? 1 : open.size());
        for (OpenTask task : open) {
            task.whenEnded(ended -> {
                if (left.decrementAndGet() == 0) {
                    workerSlot.signal(wait);
                }
            });
        }
        run.pause();
        running.accept(null);
        boolean early = true;
        try {
            workerSlot.park(wait, nanos);
            early = left.get() > 0;
        } finally {
            running.accept(run);
            run.resume();
            if (early) {
                linkWriter.sendQuietly(new Outgoing.Control(resumed(run)));
                linkWriter.flush();
            }
        }
        return !early;
    }

    /**
     * A task gives its slot away.
     *
     * @param open the children it waits for; none when it waits for something else
     */
    static Frame parked(TaskRun run, List<OpenTask> open, boolean any) {
        Parked.Builder parked =
                Parked.newBuilder()
                        .setOrigin(run.ticket().origin())
                        .setNumber(run.ticket().number())
                        .setAny(any);
        for (int i = 0; i < Math.min(open.size(), MAX_PARKED_CHILDREN); i++) {
            parked.addChildren(open.get(i).number());
        }
        return Frame.newBuilder().setParked(parked).build();
    }

    static Frame resumed(TaskRun run) {
        return Frame.newBuilder()
                .setResumed(
                        Resumed.newBuilder()
                                .setOrigin(run.ticket().origin())
                                .setNumber(run.ticket().number()))
                .build();
    }
}
