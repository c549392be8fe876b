package org.evenkeel.api;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.evenkeel.api.graph.GraphRun;
import org.evenkeel.api.graph.TaskGraph;
import org.jspecify.annotations.Nullable;

/**
 * A job at a cluster: submits tasks and gets their results. Made by {@link Evenkeel}; safe for use
 * by many threads.
 *
 * <p>The client keeps every open task and submits it again, under the same id, when the daemon it
 * is attached to is gone. At most a window of tasks is open at a time: {@code submit} blocks the
 * calling thread when it is full.
 */
public interface Cluster extends AutoCloseable {

    /**
     * Submits a task; blocks while too many are open.
     *
     * @throws PayloadException if it cannot travel
     * @throws TaskRejectedException if the thread is interrupted while it waits for room
     * @throws ClusterUnavailableException if the connection is closed or was lost for good
     */
    <R extends @Nullable Object> TaskHandle<R> submit(Task<R> task);

    /** The same with options. */
    <R extends @Nullable Object> TaskHandle<R> submit(Task<R> task, TaskOptions options);

    /** Submits a lambda that takes the context. */
    default <R extends @Nullable Object> TaskHandle<R> submit(RemoteTask<R> task) {
        return submit((Task<R>) task);
    }

    /** Submits a lambda that takes nothing. */
    <R extends @Nullable Object> TaskHandle<R> submit(RemoteCallable<R> task);

    /** Submits many as a group, in the order of the collection. */
    <R extends @Nullable Object> TaskGroup<R> submitAll(Collection<? extends Task<R>> tasks);

    /** The same with options for each. */
    <R extends @Nullable Object> TaskGroup<R> submitAll(
            Collection<? extends Task<R>> tasks, TaskOptions options);

    /**
     * Plans and runs tasks that need each other's values: those go from node to node and not by
     * here. The run lives in this program: it ends with this job, also with one that outlives its
     * client.
     *
     * @throws ClusterUnavailableException if this job was closed
     */
    GraphRun submit(TaskGraph graph);

    /** The papers' send_task: the same as {@link #submit(Task)}. */
    default <R extends @Nullable Object> TaskHandle<R> sendTask(Task<R> task) {
        return submit(task);
    }

    /** The papers' receive_result: blocks until the result is there. */
    default <R extends @Nullable Object> R receiveResult(TaskHandle<R> handle)
            throws InterruptedException {
        return handle.get();
    }

    /** The papers' send_waiting: does not block; the future completes when the result is there. */
    default <R extends @Nullable Object> CompletableFuture<R> sendWaiting(TaskHandle<R> handle) {
        return handle.toCompletableFuture();
    }

    /** This job as an executor service; closing it does not close this. */
    ClusterExecutor executor();

    /** Another job over the same connection; closing it closes that job alone. */
    Cluster job(String name);

    /** Tasks served by a program's loop: workers run one instance of this class each. */
    ProcessGroup processes(Class<? extends TaskProcess> program);

    /**
     * Serves tasks in this JVM, on a thread of its own, until this job is closed or the loop
     * returns.
     */
    ProcessGroup serve(TaskProcess program);

    /** Stops all open tasks of this job. */
    void cancelAll();

    /** Id of this job, 13 letters and digits; {@code evenkeel jobs} lists it. */
    String jobId();

    /**
     * The tasks of this job whose outcomes no client had yet: those that are open, in the order of
     * their submission. Of a job that was {@linkplain Evenkeel#attach attached to}, also all that
     * were found there, as long as this object lives.
     */
    List<TaskHandle<?>> handles();

    /**
     * The directory whose files this job's tasks use as {@link TaskContext#files}: what was named
     * with {@link Evenkeel.Builder#files}, or one that is made for the job and deleted when it is
     * closed.
     *
     * @throws IOException if it cannot be made
     */
    Path files() throws IOException;

    /**
     * Attaches to a job that is there already, over a connection of its own; this job continues as it
     * is. See {@link Evenkeel#attach(String)}.
     */
    Cluster attach(String jobId);

    /**
     * Leaves the job running and closes the connection. Blocks until the cluster has accepted all
     * that was submitted. Open handles end with {@link OutcomeUnknownException}, which names the
     * job; their outcomes are kept for the client that attaches to it. Other jobs of the connection
     * that do not outlive their client end.
     *
     * @throws IllegalStateException if the job does not outlive its client ({@link
     *     Evenkeel.Builder#outlivesClient}), or shares its connection with the one that opened it
     * @throws ClusterUnavailableException if the cluster is lost before everything is accepted
     */
    void detach() throws InterruptedException;

    /** What is known of the cluster now; does not block. */
    ClusterInfo info();

    /**
     * Ends this job, also one that outlives its client: open tasks are cancelled, nothing is waited
     * for.
     */
    @Override
    void close();
}
