package org.evenkeel.kernel;

/**
 * What the hours, or a notice, make of a node.
 *
 * @param changesAt when that becomes something else
 * @param closesAt when it is closed, while it is not
 * @param opensAt when it is open again, while it is closed
 */
record NodeCondition(State state, long changesAt, long closesAt, long opensAt) {
    static final long NEVER = Long.MAX_VALUE;
    static final NodeCondition ALWAYS_OPEN = open(NEVER, NEVER);

    enum State {
        OPEN,
        /** Nothing starts and nothing is taken; what runs stays. */
        ON_HOLD,
        /** As on hold, and what runs is moved. */
        CLOSING,
        CLOSED
    }

    static NodeCondition open(long changesAt, long closesAt) {
        return new NodeCondition(State.OPEN, changesAt, closesAt, NEVER);
    }

    static NodeCondition onHold(long movesAt, long closesAt) {
        return new NodeCondition(State.ON_HOLD, movesAt, closesAt, NEVER);
    }

    static NodeCondition closing(long closesAt) {
        return new NodeCondition(State.CLOSING, closesAt, closesAt, NEVER);
    }

    static NodeCondition closed(long opensAt) {
        return new NodeCondition(State.CLOSED, opensAt, NEVER, opensAt);
    }

    boolean is(State other) {
        return state == other;
    }
}
