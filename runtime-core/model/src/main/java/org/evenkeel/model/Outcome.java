package org.evenkeel.model;

import org.jspecify.annotations.Nullable;

/**
 * How a task ended.
 *
 * @param status which way
 * @param payload the result, or the encoded exception of a failed task; null when there is none
 * @param summary one human-readable line, empty for a success
 * @param isFinal whether a task that failed is not to be run again, whatever retries it has: its
 *     exception is none of those that its submitter named
 */
public record Outcome(Status status, @Nullable Payload payload, String summary, boolean isFinal) {

    /** The ways a task can end. */
    public enum Status {
        SUCCEEDED,
        /** It ran and threw, or its class could not be loaded. */
        FAILED,
        /** It ran longer than its time-out, or had not ended at its deadline. */
        TIMED_OUT,
        /** Three workers died while it ran. */
        WORKERS_DIED,
        CANCELLED,
        /**
         * It has not ended: it was suspended at a checkpoint, and the payload is what it resumes
         * from, in place of the one it was submitted with.
         */
        SUSPENDED,
        /**
         * It has not ended and runs on: the payload is a checkpoint, from which it resumes if what
         * runs is lost.
         */
        CHECKPOINT
    }

    /** How the summary begins; that of a worker begins with the class of an exception. */
    private static final String DEADLINE = "deadline exceeded";

    /** Longest summary kept, in characters. */
    public static final int MAX_SUMMARY_LENGTH = 1000;

    public Outcome {
        if (summary.length() > MAX_SUMMARY_LENGTH) {
            summary = summary.substring(0, MAX_SUMMARY_LENGTH);
        }
        if (payload == null && (status == Status.SUSPENDED || status == Status.CHECKPOINT)) {
            throw new IllegalArgumentException("a checkpoint requires a state to resume from");
        }
    }

    /** One after which a task that failed may be run again. */
    public Outcome(Status status, @Nullable Payload payload, String summary) {
        this(status, payload, summary, false);
    }

    /** The same with another payload. */
    public Outcome with(@Nullable Payload other) {
        return new Outcome(status, other, summary, isFinal);
    }

    /** The same of a task that is not to be run again. */
    public Outcome asFinal() {
        return new Outcome(status, payload, summary, true);
    }

    public static Outcome succeeded(Payload payload) {
        return new Outcome(Status.SUCCEEDED, payload, "");
    }

    /**
     * A task that has not ended in time, waits included.
     *
     * @param limitNanos from its submission
     */
    public static Outcome deadlineExceeded(long limitNanos) {
        double seconds = limitNanos / 1e9;
        String summary = Numbers.format("%s: it did not end within %.3f s", DEADLINE, seconds);
        return new Outcome(Status.TIMED_OUT, null, summary);
    }

    /** Whether this is the summary of a task whose deadline was exceeded. */
    public static boolean isDeadline(String summary) {
        return summary.startsWith(DEADLINE);
    }

    public static Outcome cancelled(String why) {
        return new Outcome(Status.CANCELLED, null, why);
    }

    /**
     * A task that was suspended.
     *
     * @param checkpoint what it resumes from
     */
    public static Outcome suspended(Payload checkpoint) {
        return new Outcome(Status.SUSPENDED, checkpoint, "");
    }

    /** Where a task was that runs on. */
    public static Outcome checkpoint(Payload checkpoint) {
        return new Outcome(Status.CHECKPOINT, checkpoint, "");
    }

    /** Whether the task runs on. */
    public boolean isCheckpoint() {
        return status == Status.CHECKPOINT;
    }

    public boolean isSuspended() {
        return status == Status.SUSPENDED;
    }

    public boolean isSuccess() {
        return status == Status.SUCCEEDED;
    }
}
