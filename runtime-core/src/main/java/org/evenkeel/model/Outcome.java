package org.evenkeel.model;

import org.jspecify.annotations.Nullable;

/**
 * How a task ended.
 *
 * @param status which way
 * @param payload the result, or the encoded exception of a failed task; null when there is none
 * @param summary one line for people, empty for a success
 */
public record Outcome(Status status, @Nullable Payload payload, String summary) {

    /** The ways a task can end. */
    public enum Status {
        SUCCEEDED,
        /** It ran and threw, or its class could not be loaded. */
        FAILED,
        /** It ran longer than its time-out. */
        TIMED_OUT,
        /** Three workers died while it ran. */
        WORKERS_DIED,
        CANCELLED
    }

    /** Longest summary kept, in characters. */
    public static final int MAX_SUMMARY_LENGTH = 1000;

    public Outcome {
        if (summary.length() > MAX_SUMMARY_LENGTH) {
            summary = summary.substring(0, MAX_SUMMARY_LENGTH);
        }
    }

    public static Outcome succeeded(Payload payload) {
        return new Outcome(Status.SUCCEEDED, payload, "");
    }

    public static Outcome cancelled(String why) {
        return new Outcome(Status.CANCELLED, null, why);
    }

    public boolean isSuccess() {
        return status == Status.SUCCEEDED;
    }
}
