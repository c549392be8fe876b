package org.evenkeel.kernel;

/**
 * An order to give up this node's processors for a while. From now on the node takes no task and
 * moves what runs; from the deadline to the end it is closed. It stays linked, and owns what it
 * owns.
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
     * @throws IllegalArgumentException if it does not end after its deadline
     */
    public Notice {
        if (untilNanos <= deadlineNanos) {
            throw new IllegalArgumentException("a notice has to end after its deadline");
        }
    }
}
