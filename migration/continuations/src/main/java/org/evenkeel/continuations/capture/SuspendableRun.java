package org.evenkeel.continuations.capture;

import java.util.List;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskContext;
import org.evenkeel.client.codec.TaskAdapters;
import org.evenkeel.continuations.frames.Frame;
import org.evenkeel.continuations.frames.Resumption;
import org.evenkeel.continuations.frames.Suspension;
import org.evenkeel.continuations.frames.Waits;
import org.jspecify.annotations.Nullable;

/** Runs a woven task until it ends or is suspended. Every method works on the calling thread. */
public final class SuspendableRun {

    /** How a run went. */
    public sealed interface Outcome {

        /** The task returned. */
        record Finished(@Nullable Object value) implements Outcome {}

        /**
         * The task was suspended at a checkpoint and can resume from there, any number of times if
         * the objects are copied in between.
         *
         * @param stack outermost frame first
         */
        record Suspended(List<Frame> stack) implements Outcome {}
    }

    /**
     * Runs a task from its beginning.
     *
     * @throws Exception what the task throws
     */
    public static Outcome begin(Task<?> task, TaskContext context) throws Exception {
        try {
            return new Outcome.Finished(run(task, context));
        } catch (Suspension suspension) {
            return new Outcome.Suspended(suspension.stack());
        }
    }

    /** Calls what the program wrote: in an adapter of ours around it nothing could be suspended. */
    private static @Nullable Object run(Task<?> task, TaskContext context) throws Exception {
        return switch (task) {
            case TaskAdapters.OfCallable<?> callable -> callable.body().call();
            case TaskAdapters.OfRunnable runnable -> {
                runnable.body().run();
                yield null;
            }
            case TaskAdapters.OfSupplier<?> supplier -> supplier.body().get();
            case TaskAdapters.OfFunction<?, ?> function -> apply(function);
            default -> task.run(context);
        };
    }

    private static <T extends @Nullable Object> @Nullable Object apply(
            TaskAdapters.OfFunction<T, ?> function) {
        return function.body().apply(function.input());
    }

    /**
     * Lets a task resume from where it was suspended.
     *
     * @throws Exception what the task throws
     */
    public static Outcome resume(List<Frame> stack) throws Exception {
        try {
            return new Outcome.Finished(new Resumption(stack).run());
        } catch (Suspension suspension) {
            return new Outcome.Suspended(suspension.stack());
        } catch (Exception | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("a task threw something that is not an exception", e);
        }
    }

    /**
     * Suspends the calling task: to be called by the context's {@code checkpoint()} and no other
     * code. Returns only if that cannot be done here, and the task is to run on.
     *
     * @return why not, with class and line
     */
    public static String suspend() {
        String obstacle = obstacle();
        if (obstacle == null) {
            throw new Suspension();
        }
        return obstacle;
    }

    /** To look at the stack takes some of it: where too little is left, the task runs on. */
    private static @Nullable String obstacle() {
        try {
            return StackGuard.obstacle();
        } catch (StackOverflowError e) {
            return "too little of its thread's stack is left";
        }
    }

    /**
     * Suspends the calling task while it waits in one of the {@link
     * org.evenkeel.client.bundle.SuspensionPoints}; it resumes by {@linkplain
     * Waits.Waiter#waitAgain waiting again}. Returns only if that cannot be done here, and the task
     * is to wait on.
     *
     * @param who its context
     * @param what what it waits for; each must be able to travel
     * @return why not, with class and line
     */
    public static String suspend(Waits.Waiter who, @Nullable Object... what) {
        String obstacle = obstacle();
        if (obstacle == null) {
            Suspension suspension = new Suspension();
            Waits.suspend(suspension, who, what);
            throw suspension;
        }
        return obstacle;
    }
}
