package org.evenkeel.api;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Stream;
import org.evenkeel.Evenkeel;
import org.evenkeel.api.graph.GraphRun;
import org.evenkeel.api.graph.TaskGraph;
import org.jspecify.annotations.Nullable;

/**
 * A job at a cluster: submits tasks and returns their results. {@link Evenkeel} creates it. Safe
 * for use by many threads.
 *
 * <p>The client keeps every open task. If its daemon is lost, it resubmits the task with the same
 * id to another daemon. The number of open tasks is limited by a window: {@code submit} blocks the
 * calling thread while the window is full.
 */
public interface Cluster extends AutoCloseable {

    /**
     * Submits a task. Blocks while the window of open tasks is full.
     *
     * @throws PayloadException if the task cannot travel
     * @throws TaskRejectedException if the thread is interrupted while it waits for the window
     * @throws ClusterUnavailableException if the connection is closed or was lost for good
     */
    <R extends @Nullable Object> TaskHandle<R> submit(Task<R> task);

    /** Submits a task with options; see {@link #submit(Task)}. */
    <R extends @Nullable Object> TaskHandle<R> submit(Task<R> task, TaskOptions options);

    /** Submits a lambda that uses the context. */
    default <R extends @Nullable Object> TaskHandle<R> submit(RemoteTask<R> task) {
        return submit((Task<R>) task);
    }

    /** Submits a lambda without arguments. */
    <R extends @Nullable Object> TaskHandle<R> submit(RemoteCallable<R> task);

    /**
     * Submits tasks as a group, in the order of the collection. Blocks as {@link #submit(Task)}
     * does.
     */
    <R extends @Nullable Object> TaskGroup<R> submitAll(Collection<? extends Task<R>> tasks);

    /** Submits tasks as a group; the options apply to each. */
    <R extends @Nullable Object> TaskGroup<R> submitAll(
            Collection<? extends Task<R>> tasks, TaskOptions options);

    /**
     * Applies a function to each value on the cluster, and streams the results in the order of the
     * values. Values are read, and their tasks submitted, as results are taken: at most 1,000 are
     * ahead, so that any number of values needs bounded memory. The first result comes when 1,000
     * values, or all, have been read; use a smaller window for a slow source.
     *
     * {@snippet :
     * cluster.map(plots, plot -> plot.survey()).forEach(System.out::println);
     * }
     *
     * <p>If a task fails, the stream throws its exception, cancels the other tasks and ends. If you
     * do not take all results, close the stream: that cancels the open tasks. Only one thread at a
     * time may take results.
     */
    default <T extends @Nullable Object, R extends @Nullable Object> Stream<R> map(
            Iterable<? extends T> values, RemoteFunction<T, R> function) {
        return map(values, (Function<T, R>) function, MapOptions.ORDERED);
    }

    /** Applies a function to each value, with options: another window, or results as tasks end. */
    default <T extends @Nullable Object, R extends @Nullable Object> Stream<R> map(
            Iterable<? extends T> values, RemoteFunction<T, R> function, MapOptions options) {
        return map(values, (Function<T, R>) function, options);
    }

    /**
     * Applies a function to each value; see {@link #map(Iterable, RemoteFunction)}. A lambda that
     * cannot travel is refused with a {@link PayloadException} when results are taken.
     */
    default <T extends @Nullable Object, R extends @Nullable Object> Stream<R> map(
            Iterable<? extends T> values, Function<T, R> function) {
        return map(values, function, MapOptions.ORDERED);
    }

    /** Applies a function that can travel to each value, with options. */
    <T extends @Nullable Object, R extends @Nullable Object> Stream<R> map(
            Iterable<? extends T> values, Function<T, R> function, MapOptions options);

    /**
     * Plans and runs a graph of tasks. Values move directly from node to node, not through this
     * program. This program controls the run: it ends when this job is closed or detached.
     *
     * @throws ClusterUnavailableException if this job was closed
     */
    GraphRun submit(TaskGraph graph);

    /** Submits a task, like {@link #submit(Task)}; the send_task of the papers. */
    default <R extends @Nullable Object> TaskHandle<R> sendTask(Task<R> task) {
        return submit(task);
    }

    /** Blocks until the result is there; the receive_result of the papers. */
    default <R extends @Nullable Object> R receiveResult(TaskHandle<R> handle)
            throws InterruptedException {
        return handle.get();
    }

    /** Returns a future of the result without blocking; the send_waiting of the papers. */
    default <R extends @Nullable Object> CompletableFuture<R> sendWaiting(TaskHandle<R> handle) {
        return handle.toCompletableFuture();
    }

    /** Returns this job as an executor service. Closing the executor does not close the job. */
    ClusterExecutor executor();

    /**
     * Opens another job over the same connection. Closing it closes only that job.
     *
     * @throws IllegalArgumentException if the name has more than 1,000 characters, or one that is
     *     not printable
     */
    Cluster job(String name);

    /**
     * Runs one instance of the program in each worker; the instances receive the tasks that are
     * sent to the group.
     */
    ProcessGroup processes(Class<? extends TaskProcess> program);

    /**
     * Serves tasks in this JVM, on a thread of its own, until this job is closed or the program
     * returns.
     */
    ProcessGroup serve(TaskProcess program);

    /** Cancels all open tasks of this job. */
    void cancelAll();

    /** Returns the id of this job, 13 letters and digits; {@code evenkeel jobs} lists it. */
    String jobId();

    /**
     * Returns the tasks of this job whose outcomes no client has fetched yet: the open tasks, in
     * the order of submission. After {@linkplain Evenkeel#attach attaching} to a job it also
     * contains all tasks found there, for as long as this object lives.
     */
    List<TaskHandle<?>> handles();

    /**
     * Returns the directory whose files the tasks of this job use as {@link TaskContext#files}: the
     * one given to {@link Evenkeel.Builder#files}, or a temporary directory that is deleted when
     * the job is closed.
     *
     * @throws IOException if the directory cannot be created
     */
    Path files() throws IOException;

    /**
     * Attaches to an existing job over a new connection; this job is not affected. See {@link
     * Evenkeel#attach(String)}.
     */
    Cluster attach(String jobId);

    /**
     * Closes the connection and leaves the job running. Blocks until the cluster has accepted every
     * submitted task. Open handles end with {@link OutcomeUnknownException}, which names the job;
     * the cluster keeps their outcomes for the next client that attaches. Other jobs of this
     * connection end unless they are detached jobs too.
     *
     * @throws IllegalStateException if the job ends with its client ({@link
     *     Evenkeel.Builder#detached}), or shares its connection with the job that opened it
     * @throws ClusterUnavailableException if the cluster is lost before everything is accepted
     * @throws TaskRejectedException if the cluster has rejected tasks, and this program has not
     *     read that at their handles: the job stays open, and another call leaves it without them
     */
    void detach() throws InterruptedException;

    /** Returns what this client knows of the cluster now. Does not block. */
    ClusterInfo info();

    /**
     * Ends this job, also if it was opened with {@link Evenkeel.Builder#detached}: cancels open
     * tasks and does not wait for them.
     */
    @Override
    void close();
}
