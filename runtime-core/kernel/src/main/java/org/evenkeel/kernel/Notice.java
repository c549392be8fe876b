package org.evenkeel.kernel;

/**
 * A node is to give up its processors for a while: it takes nothing new at once, moves what runs,
 * and is closed from the deadline until the end. It stays linked, and owns what it owns.
 *
 * @param reason in the words that follow "this node is", such as "paused by alice"
 * @param deadlineNanos when nothing may run any more, on the clock of the events
 * @param untilNanos when it opens again, {@link Long#MAX_VALUE} when that is not known
 * @param atClose what becomes of what runs
 */
public record Notice(String reason, long deadlineNanos, long untilNanos, CloseMode atClose) {

    /**
     * A notice.
     *
     * @throws IllegalArgumentException if it ends before its deadline
     */
    public Notice {
        if (untilNanos < deadlineNanos) {
            throw new IllegalArgumentException("a notice ends before its deadline");
        }
    }
}
