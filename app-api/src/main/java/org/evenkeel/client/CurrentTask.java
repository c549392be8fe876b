package org.evenkeel.client;

import java.util.function.Supplier;
import org.evenkeel.api.TaskContext;
import org.jspecify.annotations.Nullable;

/** The task that the calling thread runs, for code that was given no context. */
public final class CurrentTask {

    /** Finds the task whose own thread calls; null for none. */
    private static volatile @Nullable Supplier<@Nullable TaskContext> finder;

    private static volatile boolean worker;

    /** Sets the finder of a program, before a task runs in it. */
    public static void setFinder(Supplier<@Nullable TaskContext> ofProgram) {
        worker = false;
        finder = ofProgram;
    }

    /** Sets the finder of a worker: all of its threads belong to tasks. */
    public static void setWorkerFinder(Supplier<@Nullable TaskContext> ofWorker) {
        worker = true;
        finder = ofWorker;
    }

    /** The context of the task that the calling thread runs; null for none. */
    public static @Nullable TaskContext context() {
        Supplier<@Nullable TaskContext> known = finder;
        return known == null ? null : known.get();
    }

    /**
     * Refuses threads that run a task, and all threads of a worker.
     *
     * @throws IllegalStateException if the calling thread is one of these
     */
    public static void requireNone() {
        if (worker || context() != null) {
            throw new IllegalStateException(
                    "a task cannot connect to a cluster; spawn tasks with TaskContext.spawn");
        }
    }

    /** The checkpoint of that task; does nothing if the calling thread runs none. */
    public static void checkpoint() {
        TaskContext context = context();
        if (context != null) {
            context.checkpoint();
        }
    }
}
