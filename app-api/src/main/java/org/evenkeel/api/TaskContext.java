package org.evenkeel.api;

import java.io.PrintStream;
import java.util.Collection;
import java.util.List;
import org.evenkeel.api.files.HomeFiles;
import org.evenkeel.api.files.TaskPrinter;
import org.jspecify.annotations.Nullable;

/**
 * What a running task can ask and do. Belongs to one run of one task; children may be spawned from
 * any of its threads, {@link #tailCall} and {@link #checkpoint} are for the thread that runs it.
 */
public interface TaskContext {

    /**
     * Submits a child. Never blocks: when too many tasks are open, the child runs at once, here.
     *
     * @throws PayloadException if it cannot travel
     */
    <R extends @Nullable Object> TaskHandle<R> spawn(Task<R> child);

    /** The same with options. */
    <R extends @Nullable Object> TaskHandle<R> spawn(Task<R> child, TaskOptions options);

    /** Submits children, in order. */
    <R extends @Nullable Object> List<TaskHandle<R>> spawnAll(
            Collection<? extends Task<R>> children);

    /**
     * Submits children and waits for all; the slot runs other tasks meanwhile.
     *
     * @return their results in order
     * @throws TaskFailedException of the first, in order, that failed
     */
    <R extends @Nullable Object> List<R> invokeAll(Collection<? extends Task<R>> children)
            throws InterruptedException;

    /** Waits until all have ended, in whatever way; the slot runs other tasks meanwhile. */
    void awaitAll(Collection<? extends TaskHandle<?>> handles) throws InterruptedException;

    /** Waits until at least one has ended; the slot runs other tasks meanwhile. */
    void awaitAny(Collection<? extends TaskHandle<?>> handles) throws InterruptedException;

    /**
     * Ends this task by a child: the child's result becomes this task's, and goes straight to who
     * waits for this task. To be used as {@code return context.tailCall(child)}.
     *
     * @return what {@link Task#run} must return now
     */
    <R extends @Nullable Object> R tailCall(Task<R> child);

    /** Whether the task is to stop: it was cancelled or ran too long. */
    boolean isCancelled();

    /**
     * A place where the task may be stopped, or put away with all calls it stands in to go on
     * behind this line, maybe in another JVM, or captured while it runs on ({@code
     * Builder.checkpointEvery}). Returns at once when nobody asks for either.
     *
     * @throws TaskCancelledException if it is to stop
     */
    void checkpoint();

    /**
     * The files of the program that submitted this task. What is opened by it stays open when the
     * task is put away, and goes on elsewhere where it was.
     */
    default HomeFiles files() {
        return HomeFiles.of(this);
    }

    /**
     * Standard output of the program that submitted this task: each line appears there once and in
     * order, however often the task moves. {@code System.out} of a task is that of the worker it
     * runs in, which ends in that worker's log.
     */
    default PrintStream out() {
        return TaskPrinter.out(this);
    }

    /** The same for standard error. */
    default PrintStream err() {
        return TaskPrinter.err(this);
    }

    /** Id of this task. */
    String taskId();

    /** Name of the node it runs on. */
    String node();

    /** How many runs of this task have begun, this one included. */
    int attempt();
}
