package org.evenkeel.recorder.history;

import org.evenkeel.model.TaskId;

/**
 * A stretch of time in which a task had a slot.
 *
 * @param begin microseconds since 1970
 * @param end the same; of one that has not ended, the newest record of its node
 * @param reason why it ended, empty when that speaks for itself
 */
public record Run(
        String node, int slot, TaskId task, long begin, long end, Ended ended, String reason) {

    /** How it ended. */
    public enum Ended {
        /** With a result. */
        FINISHED,
        /** With an exception, a time-out, or because it was cancelled. */
        FAILED,
        /** It gave up the slot to wait for other tasks. */
        WAITING,
        /** It was suspended at a checkpoint. */
        MOVED,
        /** It was returned before it had begun. */
        RETURNED,
        /** What it did is lost: its worker or its machine ended, or it was stopped. */
        LOST,
        /** It has not. */
        RUNNING
    }
}
