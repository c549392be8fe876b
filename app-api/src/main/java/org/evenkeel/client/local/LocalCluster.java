package org.evenkeel.client.local;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.ClusterInfo;
import org.evenkeel.api.ProcessGroup;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.api.TaskOptions;
import org.evenkeel.api.TaskProcess;
import org.evenkeel.api.UnknownJobException;
import org.evenkeel.api.graph.GraphRun;
import org.evenkeel.api.graph.TaskGraph;
import org.evenkeel.client.ClientServiceOptions;
import org.evenkeel.client.Clients;
import org.evenkeel.client.CurrentTask;
import org.evenkeel.client.Handle;
import org.evenkeel.client.JobNames;
import org.evenkeel.client.SubmittingCluster;
import org.evenkeel.client.codec.PayloadCodec;
import org.evenkeel.client.files.FileReply;
import org.evenkeel.client.files.FileRequest;
import org.evenkeel.model.Digest;
import org.evenkeel.model.Ids;
import org.evenkeel.model.SessionKey;
import org.jspecify.annotations.Nullable;

/**
 * A cluster that is this JVM alone. Tasks and results are encoded and decoded as they are on their
 * way to workers: what would not travel is refused, and tasks change copies.
 */
public final class LocalCluster extends SubmittingCluster {

    /** Name of the only node. */
    static final String NODE = "local";

    private final LocalSlots slots;
    private final LocalClientServices services;
    private final TaskOptions defaults;
    private final PayloadCodec codec;
    private final long job = SessionKey.draw(new SecureRandom()).session();
    private final LocalTasks tasks;

    /**
     * Opens one for the program of the calling thread.
     *
     * @param slots how many tasks run at once; with 1, always in the same order
     * @param tasks options of tasks that are submitted without
     */
    public static Cluster open(int slots, ClientServiceOptions options, TaskOptions tasks) {
        CurrentTask.requireNone();
        CurrentTask.setFinder(LocalRun::currentContext);
        return new LocalCluster(
                new LocalSlots(slots),
                new LocalClientServices(options),
                tasks,
                new PayloadCodec(Clients.classLoader()));
    }

    private LocalCluster(
            LocalSlots slots,
            LocalClientServices services,
            TaskOptions defaults,
            PayloadCodec codec) {
        super(defaults);
        this.slots = slots;
        this.services = services;
        this.defaults = defaults;
        this.codec = codec;
        this.tasks = new LocalTasks(job, slots, codec);
        services.opened(job);
    }

    // ---- What its tasks use

    LocalTasks tasks() {
        return tasks;
    }

    FileReply answer(FileRequest question) throws IOException {
        return services.answer(job, question);
    }

    PrintStream console(boolean error) {
        return services.console(error);
    }

    // ---- Submitting

    @Override
    protected <R extends @Nullable Object> Handle<R> start(Task<R> task, TaskOptions options) {
        return tasks.submit(this, task, options);
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
    public Cluster job(String name) {
        JobNames.checked(name);
        return new LocalCluster(slots, services, defaults, codec);
    }

    @Override
    public String jobId() {
        return Ids.text(job);
    }

    @Override
    public List<TaskHandle<?>> handles() {
        return List.copyOf(tasks.submitted());
    }

    @Override
    public Path files() throws IOException {
        return services.path(job);
    }

    @Override
    public ClusterInfo info() {
        return new ClusterInfo(
                NODE,
                "this JVM",
                !tasks.isClosed(),
                List.of(NODE),
                handles().size(),
                Digest.NONE.toString());
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
        if (!tasks.isClosed()) {
            tasks.close();
            services.closed(job);
        }
    }
}
