package org.evenkeel.kernel;

/**
 * An order to give up this node's processors for a while. From now on the node takes no task and
 * starts none; later it moves what runs; from the deadline to the end it is closed. It stays
 * linked, and owns what it owns.
 *
 * @param source who gives it; a notice replaces an earlier one of the same source
 * @param reason in the words that follow "this node is", such as "paused by alice"
 * @param moveNanos from when on what runs is moved, on the clock of the events; it may have passed
 * @param deadlineNanos when nothing may run any more
 * @param untilNanos when it opens again, {@link Long#MAX_VALUE} when that is not known
 * @param freezes whether workers are frozen until what runs is moved
 * @param atClose what becomes of what still runs at the deadline
 */
public record Notice(
        Source source,
        String reason,
        long moveNanos,
        long deadlineNanos,
        long untilNanos,
        boolean freezes,
        CloseMode atClose) {

    /** Who gives notices, each independent of the others. */
    public enum Source {
        /** An administrator. */
        PAUSE,
        /** The machine's owner, who uses it. */
        OWNER
    }

    /**
     * A notice.
     *
     * @throws IllegalArgumentException if it does not end after its deadline, or moves what runs
     *     only after it
     */
    public Notice {
        if (untilNanos <= deadlineNanos) {
            throw new IllegalArgumentException("a notice has to end after its deadline");
        }
        if (moveNanos > deadlineNanos) {
            throw new IllegalArgumentException("what runs has to be moved before the deadline");
        }
    }

    /** Whether it counts no more. */
    boolean isOver(long now) {
        return now >= untilNanos;
    }

    /** What it makes of the node now, unless it is over. */
    NodeCondition at(long now) {
        if (now >= deadlineNanos) {
            return NodeCondition.closed(untilNanos);
        }
        return now >= moveNanos
                ? NodeCondition.closing(deadlineNanos)
                : NodeCondition.onHold(moveNanos, deadlineNanos);
    }
}
