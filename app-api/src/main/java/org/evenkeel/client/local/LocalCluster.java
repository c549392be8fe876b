package org.evenkeel.client.local;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import java.util.stream.Stream;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.ClusterExecutor;
import org.evenkeel.api.ClusterInfo;
import org.evenkeel.api.ClusterUnavailableException;
import org.evenkeel.api.Durability;
import org.evenkeel.api.MapOptions;
import org.evenkeel.api.ProcessGroup;
import org.evenkeel.api.RemoteCallable;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskGroup;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.api.TaskOptions;
import org.evenkeel.api.TaskProcess;
import org.evenkeel.api.TaskRejectedException;
import org.evenkeel.api.UnknownJobException;
import org.evenkeel.api.graph.GraphRun;
import org.evenkeel.api.graph.TaskGraph;
import org.evenkeel.client.ClientServiceOptions;
import org.evenkeel.client.Clients;
import org.evenkeel.client.CurrentTask;
import org.evenkeel.client.Executor;
import org.evenkeel.client.Handle;
import org.evenkeel.client.JobNames;
import org.evenkeel.client.MappedResults;
import org.evenkeel.client.SubmittedGroup;
import org.evenkeel.client.TaskKindRegistry;
import org.evenkeel.client.codec.Encoded;
import org.evenkeel.client.codec.PayloadCodec;
import org.evenkeel.client.codec.TaskAdapters;
import org.evenkeel.client.files.FileReply;
import org.evenkeel.client.files.FileRequest;
import org.evenkeel.client.session.Kind;
import org.evenkeel.client.session.OpenSubmissions;
import org.evenkeel.client.session.OpenTask;
import org.evenkeel.client.session.SubmittedTaskFactory;
import org.evenkeel.model.Digest;
import org.evenkeel.model.Ids;
import org.evenkeel.model.Resources;
import org.evenkeel.model.SessionKey;
import org.jspecify.annotations.Nullable;

/**
 * A cluster that is this JVM alone. Tasks and results are encoded and decoded as they are on their
 * way to workers: what would not travel is refused, and tasks change copies.
 */
public final class LocalCluster implements Cluster {

    /** Name of the only node. */
    static final String NODE = "local";

    /** Most payloads that wait, in KiB; each counts for at least {@link #LEAST_KIB}. */
    private static final int ROOM_KIB = 256 << 10;

    private static final int LEAST_KIB = 4;

    private final LocalSlots slots;
    private final LocalHome home;
    private final TaskOptions defaults;
    private final long job = SessionKey.draw(new SecureRandom()).session();
    private final PayloadCodec codec;
    private final OpenSubmissions submissions;
    private final OpenSubmissions children;
    private final TaskKindRegistry kinds =
            new TaskKindRegistry(job, Digest.NONE, Durability.MEMORY, Resources.NONE);
    private final Semaphore room = new Semaphore(ROOM_KIB);

    /** Guarded by itself: what the program submitted, not what tasks did. */
    private final Set<Handle<?>> open = new LinkedHashSet<>();

    private volatile boolean closed;

    /**
     * Opens one for the program of the calling thread.
     *
     * @param slots how many tasks run at once; with 1, always in the same order
     * @param priority of tasks that do not say otherwise
     */
    public static Cluster open(int slots, ClientServiceOptions options, int priority) {
        CurrentTask.requireNone();
        CurrentTask.foundBy(LocalRun::currentContext);
        return new LocalCluster(
                new LocalSlots(slots),
                new LocalHome(options),
                TaskOptions.DEFAULT.withPriority(priority),
                new PayloadCodec(Clients.classLoader()));
    }

    private LocalCluster(
            LocalSlots slots, LocalHome home, TaskOptions defaults, PayloadCodec codec) {
        this.slots = slots;
        this.home = home;
        this.defaults = defaults;
        this.codec = codec;
        this.submissions = new OpenSubmissions(job, codec);
        this.children = new OpenSubmissions(SessionKey.draw(new SecureRandom()).session(), codec);
        children.setWaiting(slots::await);
    }

    PayloadCodec codec() {
        return codec;
    }

    // ---- Running tasks

    private <R extends @Nullable Object> Handle<R> start(Task<R> task, TaskOptions options) {
        if (closed) {
            throw new ClusterUnavailableException("this job was closed");
        }
        Kind kind = kinds.of(task, options);
        Encoded payload = SubmittedTaskFactory.encode(codec, task, kind);
        int takes = kibibytes(payload);
        try {
            room.acquire(takes);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TaskRejectedException("interrupted while too many tasks were open", e);
        }
        Handle<R> handle = numbered(submissions, kind, options);
        synchronized (open) {
            open.add(handle);
        }
        LocalRun run = new LocalRun(this, handle, payload, options);
        handle.whenEnded(ended -> {
            room.release(takes);
            synchronized (open) {
                open.remove(handle);
            }
        });
        slots.start(run::run, false);
        return handle;
    }

    /** Starts a child; where too many tasks are open it is run at once. */
    <R extends @Nullable Object> Handle<R> spawn(Task<R> task, TaskOptions options) {
        Kind kind = kinds.of(task, options);
        Encoded payload = SubmittedTaskFactory.encode(codec, task, kind);
        int takes = kibibytes(payload);
        Handle<R> handle = numbered(children, kind, options);
        LocalRun run = new LocalRun(this, handle, payload, options);
        if (room.tryAcquire(takes)) {
            handle.whenEnded(ended -> room.release(takes));
            slots.start(run::run, true);
        } else {
            run.run();
        }
        return handle;
    }

    private static <R extends @Nullable Object> Handle<R> numbered(
            OpenSubmissions submissions, Kind kind, TaskOptions options) {
        Handle<R> handle = new Handle<>(submissions, kind, null, options.weight());
        submissions.number(handle);
        return handle;
    }

    private static int kibibytes(Encoded payload) {
        return Math.clamp(1 + (payload.size() >> 10), LEAST_KIB, ROOM_KIB);
    }

    void await(List<OpenTask> tasks, boolean any) throws InterruptedException {
        children.await(tasks, any, Long.MAX_VALUE);
    }

    FileReply answer(FileRequest question) throws IOException {
        return home.answer(job, question);
    }

    PrintStream console(boolean error) {
        return home.console(error);
    }

    // ---- Submitting

    @Override
    public <R extends @Nullable Object> TaskHandle<R> submit(Task<R> task) {
        return start(task, defaults);
    }

    @Override
    public <R extends @Nullable Object> TaskHandle<R> submit(Task<R> task, TaskOptions options) {
        return start(task, options);
    }

    @Override
    public <R extends @Nullable Object> TaskHandle<R> submit(RemoteCallable<R> task) {
        return start(new TaskAdapters.OfCallable<>(task), defaults);
    }

    @Override
    public <R extends @Nullable Object> TaskGroup<R> submitAll(
            Collection<? extends Task<R>> tasks) {
        return submitAll(tasks, defaults);
    }

    @Override
    public <R extends @Nullable Object> TaskGroup<R> submitAll(
            Collection<? extends Task<R>> tasks, TaskOptions options) {
        SubmittedGroup<R> group = new SubmittedGroup<>(tasks.size());
        for (Task<R> task : tasks) {
            group.add(this.<R>start(task, options));
        }
        return group;
    }

    @Override
    public <T extends @Nullable Object, R extends @Nullable Object> Stream<R> map(
            Iterable<? extends T> values, Function<T, R> function, MapOptions options) {
        TaskOptions tasks = options.tasks() == null ? defaults : options.tasks();
        return MappedResults.stream(
                values,
                (T value) -> start(new TaskAdapters.OfFunction<>(function, value), tasks),
                options);
    }

    @Override
    public GraphRun submit(TaskGraph graph) {
        throw notHere("a graph", "TaskGraph.runHere runs one in this JVM");
    }

    @Override
    public ProcessGroup processes(Class<? extends TaskProcess> program) {
        throw notHere("processes that serve tasks", "Evenkeel.embedded(1) has them");
    }

    @Override
    public ProcessGroup serve(TaskProcess program) {
        throw notHere("processes that serve tasks", "Evenkeel.embedded(1) has them");
    }

    private static UnsupportedOperationException notHere(String what, String instead) {
        return new UnsupportedOperationException(
                "a local cluster does not support " + what + "; " + instead);
    }

    // ---- Other views

    @Override
    public ClusterExecutor executor() {
        return new Executor(this);
    }

    @Override
    public Cluster job(String name) {
        JobNames.checked(name);
        return new LocalCluster(slots, home, defaults, codec);
    }

    @Override
    public String jobId() {
        return Ids.text(job);
    }

    @Override
    public List<TaskHandle<?>> handles() {
        synchronized (open) {
            return new ArrayList<>(open);
        }
    }

    @Override
    public Path files() throws IOException {
        return home.path(job);
    }

    @Override
    public ClusterInfo info() {
        return new ClusterInfo(
                NODE, "this JVM", !closed, List.of(NODE), handles().size(), Digest.NONE.toString());
    }

    // ---- Ending

    @Override
    public Cluster attach(String jobId) {
        throw new UnknownJobException(
                "job " + jobId + " is not here: jobs of a local cluster end with their program");
    }

    @Override
    public void detach() {
        throw new IllegalStateException("a job of a local cluster ends with its program");
    }

    @Override
    public void cancelAll() {
        handles().forEach(TaskHandle::cancel);
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            cancelAll();
            home.closed(job);
        }
    }
}
