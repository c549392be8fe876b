package org.evenkeel.client;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.ClusterInfo;
import org.evenkeel.api.ClusterUnavailableException;
import org.evenkeel.api.Durability;
import org.evenkeel.api.OutcomeUnknownException;
import org.evenkeel.api.PayloadException;
import org.evenkeel.api.ProcessGroup;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.api.TaskOptions;
import org.evenkeel.api.TaskProcess;
import org.evenkeel.api.TaskRejectedException;
import org.evenkeel.api.graph.GraphRun;
import org.evenkeel.api.graph.TaskGraph;
import org.evenkeel.client.bundle.Bundle;
import org.evenkeel.client.codec.Encoded;
import org.evenkeel.client.codec.TaskAdapters;
import org.evenkeel.client.graph.GraphExecution;
import org.evenkeel.client.session.Kind;
import org.evenkeel.client.session.OpenSubmissions;
import org.evenkeel.client.session.OpenTask;
import org.evenkeel.client.session.SubmittedTaskFactory;
import org.evenkeel.model.Digest;
import org.evenkeel.model.Ids;
import org.evenkeel.model.Resources;
import org.jspecify.annotations.Nullable;

/** One job of one connection. */
final class JobClient extends SubmittingCluster {

    /** How often there may be later code: each time opens a job, which lasts until the end. */
    static final int MAX_LATER_CODE = 300;

    private final ClusterConnection clusterConnection;
    private final OpenSubmissions openSubmissions;
    private final Program program;
    private final ClusterConnection.JobEntry entry;
    private final long job;
    private final List<TaskHandle<?>> found;
    private final boolean ownsConnection;
    private final Runnable onClose;
    private final Durability unsaid;

    /** With the code that tasks have which are submitted now. */
    private volatile Version current;

    /** All jobs of this one: a worker has the code of its job, so later code has another. */
    private final Set<Long> jobs = ConcurrentHashMap.newKeySet();

    private final Queue<GraphRun> runs = new ConcurrentLinkedQueue<>();
    private volatile boolean closed;
    private volatile boolean detached;

    /**
     * What all jobs of a connection share.
     *
     * @param code of the program, which may become more
     * @param bundle what there was of it at first
     * @param defaults options of tasks submitted without
     * @param resources what its jobs ask each machine for
     * @param checkpointEvery between two checkpoints of a task that runs; zero for none
     * @param observer of its tasks, if it has one
     * @param attach attaches to another job
     */
    record Program(
            ProgramCode code,
            Bundle bundle,
            TaskOptions defaults,
            Resources resources,
            Duration checkpointEvery,
            GuardedObserver observer,
            Function<String, Cluster> attach) {

        private Program with(Bundle newest) {
            return new Program(
                    code, newest, defaults, resources, checkpointEvery, observer, attach);
        }
    }

    /**
     * What tasks are submitted with from some time on.
     *
     * @param code digest of their bundle
     */
    private record Version(Digest code, TaskKindRegistry kinds) {}

    /**
     * @param found tasks that were there when it was attached to
     * @param onClose run when the connection is closed with this job; null for a job that shares it
     */
    JobClient(
            ClusterConnection clusterConnection,
            Program program,
            ClusterConnection.JobEntry entry,
            List<TaskHandle<?>> found,
            @Nullable Runnable onClose) {
        super(program.defaults());
        this.clusterConnection = clusterConnection;
        this.openSubmissions = clusterConnection.openSubmissions();
        this.program = program;
        this.entry = entry;
        this.job = entry.id();
        this.found = List.copyOf(found);
        this.ownsConnection = onClose != null;
        this.onClose = onClose != null ? onClose : () -> {};
        this.unsaid = entry.outlives() ? Durability.DISK : Durability.MEMORY;
        this.current = version(entry, program.bundle());
        this.jobs.add(job);
    }

    private Version version(ClusterConnection.JobEntry of, Bundle bundle) {
        return new Version(
                bundle.digest(),
                new TaskKindRegistry(
                        of.id(),
                        bundle.digest(),
                        unsaid,
                        program.resources(),
                        program.checkpointEvery()));
    }

    /** With all code that payloads have named so far; for an open job. */
    private synchronized TaskKindRegistry kinds() {
        checkOpen();
        Bundle newest = program.code().newest();
        if (!newest.digest().equals(current.code())) {
            if (entry.outlives()) {
                throw new PayloadException(
                        "the program has new code in no file, and the workers of detached job "
                                + jobId()
                                + " have the code of when it was opened; connect again");
            }
            Clients.offer(openSubmissions.blobs(), newest);
            if (jobs.size() > MAX_LATER_CODE) {
                throw new PayloadException(
                        "the program had new code in no file more than "
                                + MAX_LATER_CODE
                                + " times, and each time opens a job; connect again");
            }
            ClusterConnection.JobEntry next = entry.later(clusterConnection.key());
            clusterConnection.openJob(next);
            jobs.add(next.id());
            current = version(next, newest);
        }
        return current.kinds();
    }

    // ---- Submitting

    @Override
    protected <R extends @Nullable Object> Handle<R> start(Task<R> task, TaskOptions options) {
        return send(task, kinds -> kinds.of(task, options), options.weight());
    }

    @Override
    public GraphRun submit(TaskGraph graph) {
        checkOpen();
        GraphExecution graphExecution =
                GraphExecution.start(graph, new JobGraphRuntime(this, clusterConnection, job));
        runs.removeIf(GraphRun::isDone);
        runs.add(graphExecution);
        return graphExecution;
    }

    private <R extends @Nullable Object> Handle<R> send(
            Object task, Function<TaskKindRegistry, Kind> kindOf, long weight) {
        checkOpen();
        checkKnown(task);
        Kind kind = kindOf.apply(current.kinds());
        Encoded payload = null;
        if (program.code().grows()) {
            payload = encode(task, kind); // the codec tells which classes that names
            kind = kindOf.apply(kinds());
        }
        return send(task, kind, weight, payload);
    }

    /**
     * @param encoded the payload, if it is there already
     */
    private <R extends @Nullable Object> Handle<R> send(
            Object task, Kind kind, long weight, @Nullable Encoded encoded) {
        Handle<R> handle = new Handle<>(openSubmissions, kind, null, weight);
        if (program.observer().isPresent() && clusterConnection.workersReadNotes()) {
            program.observer()
                    .submit(
                            handle,
                            () -> encode(task, kind),
                            payload -> openSubmissions.submit(handle, payload));
        } else {
            openSubmissions.submit(handle, encoded == null ? encode(task, kind) : encoded);
        }
        DeadlineTimers.afterOwner(handle);
        return handle;
    }

    private Encoded encode(Object task, Kind kind) {
        return SubmittedTaskFactory.encode(openSubmissions.codec(), task, kind);
    }

    /** Earlier workers would refuse the payload without saying what to do. */
    private void checkKnown(Object task) {
        if (!program.resources().worker().isNone() && !clusterConnection.workersHaveShapes()) {
            throw new TaskRejectedException(
                    "node "
                            + openSubmissions.attachedNode()
                            + " has an earlier version of Evenkeel, whose workers take no JVM options"
                            + " and environment from jobs; update it, or leave out jvm(…) and"
                            + " environment(…)");
        }
        boolean isFunction =
                task instanceof TaskAdapters.OfFunction<?, ?>
                        || task instanceof TaskAdapters.OfSupplier<?>;
        if (isFunction && !clusterConnection.workersKnowFunctions()) {
            throw new TaskRejectedException(
                    "node "
                            + openSubmissions.attachedNode()
                            + " has an earlier version of Evenkeel, whose workers do not know"
                            + " functions and suppliers as tasks; update it, or submit a Task or a"
                            + " RemoteCallable");
        }
    }

    private void checkOpen() {
        if (closed) {
            throw new ClusterUnavailableException(
                    detached
                            ? "this program left job " + jobId() + "; attach to it again"
                            : "this job was closed");
        }
    }

    // ---- Other views

    @Override
    public Cluster job(String name) {
        checkOpen();
        ClusterConnection.JobEntry other =
                ClusterConnection.JobEntry.draw(
                        clusterConnection.key(), JobNames.checked(name), entry.outlives(), 0);
        clusterConnection.openJob(other);
        Bundle newest = program.code().newest();
        Clients.offer(openSubmissions.blobs(), newest);
        return new JobClient(clusterConnection, program.with(newest), other, List.of(), null);
    }

    @Override
    public ProcessGroup processes(Class<? extends TaskProcess> served) {
        program.code().names(served);
        return group(kinds(), served.getName());
    }

    @Override
    public ProcessGroup serve(TaskProcess process) {
        checkOpen();
        ReceiveLoop served = new ReceiveLoop(clusterConnection, job, process);
        clusterConnection.serve(job, served);
        served.start();
        return group(
                new TaskKindRegistry(job, Digest.NONE, unsaid, Resources.NONE),
                process.getClass().getName());
    }

    private ProcessGroup group(TaskKindRegistry served, String name) {
        return new ProcessGroup() {
            @Override
            public <R extends @Nullable Object> TaskHandle<R> sendTask(Object body) {
                return sendTask(body, program.defaults());
            }

            @Override
            public <R extends @Nullable Object> TaskHandle<R> sendTask(
                    Object body, TaskOptions options) {
                return send(body, kinds -> served.served(name, options), options.weight());
            }
        };
    }

    // ---- Ending

    private List<Handle<?>> open() {
        List<Handle<?>> mine = new ArrayList<>();
        for (OpenTask task : openSubmissions.open()) {
            if (task instanceof Handle<?> handle && jobs.contains(handle.kind().job())) {
                mine.add(handle);
            }
        }
        return mine;
    }

    @Override
    public void cancelAll() {
        runs.forEach(GraphRun::cancel);
        List<Handle<?>> mine = open();
        mine.forEach(Handle::endAsCancelled);
        openSubmissions.cancel(mine, "cancelled");
    }

    @Override
    public String jobId() {
        return Ids.text(job);
    }

    @Override
    public Path files() throws IOException {
        checkOpen();
        return clusterConnection.files(job);
    }

    @Override
    public List<TaskHandle<?>> handles() {
        Set<TaskHandle<?>> all = new LinkedHashSet<>(found);
        all.addAll(open());
        return List.copyOf(all);
    }

    @Override
    public Cluster attach(String jobId) {
        return program.attach().apply(jobId);
    }

    @Override
    public void detach() throws InterruptedException {
        checkOpen();
        if (!entry.outlives()) {
            throw new IllegalStateException(
                    ("job %s is not detached, so it cannot continue without its client; connect "
                                    + "with Evenkeel.builder().detached(true)")
                            .formatted(jobId()));
        }
        if (!ownsConnection) {
            throw new IllegalStateException(
                    ("job %s shares its connection with the job that opened it; detach that "
                                    + "one, or open this one with Evenkeel.builder()")
                            .formatted(jobId()));
        }
        closed = true;
        try {
            clusterConnection.leave(
                    job,
                    new OutcomeUnknownException(
                            ("this program left job %s, which continues: Evenkeel.attach(\"%s\") gets "
                                            + "its results, \"evenkeel attach %s\" shows its progress")
                                    .formatted(jobId(), jobId(), jobId())));
            detached = true;
        } catch (InterruptedException | TaskRejectedException e) {
            closed = false;
            throw e;
        }
    }

    @Override
    public ClusterInfo info() {
        return new ClusterInfo(
                openSubmissions.attachedNode(),
                clusterConnection.address(),
                clusterConnection.isConnected(),
                clusterConnection.members(),
                openSubmissions.openTasks(),
                current.code().toString());
    }

    @Override
    public void close() {
        if (detached) {
            detached = false; // whatever is closed with it is closed once
            onClose.run();
        }
        synchronized (this) { // later code opens no job after that
            if (closed) {
                return;
            }
            closed = true;
        }
        cancelAll();
        jobs.forEach(clusterConnection::closeJob);
        if (ownsConnection) {
            clusterConnection.close();
            onClose.run();
        }
    }
}
