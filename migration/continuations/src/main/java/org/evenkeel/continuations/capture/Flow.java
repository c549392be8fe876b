package org.evenkeel.continuations.capture;

import java.util.List;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskContext;
import org.evenkeel.continuations.frames.Frame;
import org.evenkeel.continuations.frames.Resumption;
import org.evenkeel.continuations.frames.Suspension;
import org.evenkeel.continuations.frames.Waits;
import org.jspecify.annotations.Nullable;

/** Runs a woven task until it ends or is put away. Every method works on the calling thread. */
public final class Flow {

    /** How a run went. */
    public sealed interface Outcome {

        /** The task returned. */
        record Finished(@Nullable Object value) implements Outcome {}

        /**
         * The task was put away at a checkpoint and can go on from there, any number of times if
         * the objects are copied in between.
         *
         * @param stack outermost frame first
         */
        record PutAway(List<Frame> stack) implements Outcome {}
    }

    private Flow() {}

    /**
     * Runs a task from its beginning.
     *
     * @throws Exception what the task throws
     */
    public static Outcome begin(Task<?> task, TaskContext context) throws Exception {
        try {
            return new Outcome.Finished(task.run(context));
        } catch (Suspension suspension) {
            return new Outcome.PutAway(suspension.stack());
        }
    }

    /**
     * Lets a task go on from where it was put away.
     *
     * @throws Exception what the task throws
     */
    public static Outcome resume(List<Frame> stack) throws Exception {
        try {
            return new Outcome.Finished(new Resumption(stack).next());
        } catch (Suspension suspension) {
            return new Outcome.PutAway(suspension.stack());
        } catch (Exception | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("a task threw what is no exception", e);
        }
    }

    /**
     * Puts the calling task away: to be called by the context's {@code checkpoint()} and nobody
     * else. Returns only if that cannot be done here, and the task is to run on.
     *
     * @return why not, with class and line
     */
    public static String suspend() {
        String obstacle = Guard.obstacle();
        if (obstacle == null) {
            throw new Suspension();
        }
        return obstacle;
    }

    /**
     * Puts the calling task away while it waits in one of the {@link
     * org.evenkeel.client.bundle.SuspensionPoints}; it goes on by {@linkplain
     * Waits.Waiter#waitAgain waiting again}. Returns only if that cannot be done here, and the task
     * is to wait on.
     *
     * @param who its context
     * @param what what it waits for; each must be able to travel
     * @return why not, with class and line
     */
    public static String suspend(Waits.Waiter who, @Nullable Object... what) {
        String obstacle = Guard.obstacle();
        if (obstacle == null) {
            Suspension suspension = new Suspension();
            Waits.putAway(suspension, who, what);
            throw suspension;
        }
        return obstacle;
    }
}
