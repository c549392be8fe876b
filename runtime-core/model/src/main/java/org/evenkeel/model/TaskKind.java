package org.evenkeel.model;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What all tasks of one class in one job have in common; one object serves many tasks.
 *
 * @param job the job
 * @param name the task's class, or the name the program gave it; at most 256 characters
 * @param bundle the code, by content; {@link Digest#NONE} for tasks served by a program's own loop
 * @param options what the submitter asked for
 */
public record TaskKind(JobId job, String name, Digest bundle, Options options) {

    /** Longest permitted name, in characters. */
    public static final int MAX_NAME_LENGTH = 256;

    public TaskKind {
        if (name.length() > MAX_NAME_LENGTH) {
            throw new IllegalArgumentException(
                    "a task kind's name has at most " + MAX_NAME_LENGTH + " characters");
        }
    }

    /**
     * Whether the task is taken by a program's own receive_task loop instead of a worker's bundle.
     */
    public boolean isServed() {
        return bundle.isNone();
    }

    /**
     * What the submitter asked for.
     *
     * @param priority 0 (last) to 9 (first), 5 is normal
     * @param retries how often a task that threw is run again, 0 to 100
     * @param timeoutNanos longest permitted run, 0 for none
     * @param durability what survives
     * @param totalWeight all work of the job in the unit of the tasks' weights (m of the
     *     queue-stack load), 0 when unknown
     * @param acceptStaleResults whether a late result of a superseded grant of the same epoch is
     *     taken
     * @param resources what its job asks each machine for
     * @param node where it is to run while that node is there; null for wherever it runs soonest
     * @param checkpointNanos between two checkpoints that are made of it while it runs, 0 for none
     * @param retryRules after which failures it is run again, and when
     * @param deadlineNanos from its submission until it ends in any case, 0 for none
     */
    public record Options(
            int priority,
            int retries,
            long timeoutNanos,
            Durability durability,
            long totalWeight,
            boolean acceptStaleResults,
            Resources resources,
            @Nullable NodeId node,
            long checkpointNanos,
            RetryRules retryRules,
            long deadlineNanos) {

        /** Shortest time between two checkpoints that a program may ask for. */
        public static final long MIN_CHECKPOINT_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

        /** Highest priority; the lowest is 0. */
        public static final int MAX_PRIORITY = 9;

        /** Most retries. */
        public static final int MAX_RETRIES = 100;

        /** Normal priority, no retries, no time-out, MEMORY. */
        public static final Options DEFAULT = new Options(5, 0, 0, Durability.MEMORY, 0);

        /** The rest is usual. */
        public Options(
                int priority,
                int retries,
                long timeoutNanos,
                Durability durability,
                long totalWeight) {
            this(
                    priority,
                    retries,
                    timeoutNanos,
                    durability,
                    totalWeight,
                    false,
                    Resources.NONE,
                    null,
                    0);
        }

        /** Retries follow at once, after every failure; no deadline. */
        public Options(
                int priority,
                int retries,
                long timeoutNanos,
                Durability durability,
                long totalWeight,
                boolean acceptStaleResults,
                Resources resources,
                @Nullable NodeId node,
                long checkpointNanos) {
            this(
                    priority,
                    retries,
                    timeoutNanos,
                    durability,
                    totalWeight,
                    acceptStaleResults,
                    resources,
                    node,
                    checkpointNanos,
                    RetryRules.AT_ONCE,
                    0);
        }

        public Options {
            if (priority < 0 || priority > MAX_PRIORITY) {
                throw new IllegalArgumentException("priority " + priority + " is not 0 to 9");
            }
            if (retries < 0 || retries > MAX_RETRIES) {
                throw new IllegalArgumentException("retries " + retries + " is not 0 to 100");
            }
            if (timeoutNanos < 0 || timeoutNanos > TimeUnit.DAYS.toNanos(3650)) {
                throw new IllegalArgumentException(
                        "time-out of " + timeoutNanos + " ns is not 0 to 10 years");
            }
            if (totalWeight < 0) {
                throw new IllegalArgumentException("total weight " + totalWeight + " is negative");
            }
            if (checkpointNanos < 0 || checkpointNanos > TimeUnit.DAYS.toNanos(3650)) {
                throw new IllegalArgumentException(
                        "checkpoints every " + checkpointNanos + " ns is not 0 to 10 years");
            }
            if (deadlineNanos < 0 || deadlineNanos > TimeUnit.DAYS.toNanos(3650)) {
                throw new IllegalArgumentException(
                        "a deadline after " + deadlineNanos + " ns is not 0 to 10 years");
            }
        }
    }
}
