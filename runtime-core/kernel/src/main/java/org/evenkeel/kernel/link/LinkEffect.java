package org.evenkeel.kernel.link;

/** What the driver of a {@link LinkMachine} does next. */
public sealed interface LinkEffect {

    /** Effects without a value. */
    enum Plain implements LinkEffect {
        NOTHING,

        /** Look up where the neighbour is, and connect to it. */
        DIAL_NEIGHBOUR,

        /** Connect to where its last process was. */
        DIAL,

        /** Drop the messages that wait for a link. */
        DROP_WAITING
    }

    /**
     * Call {@link LinkMachine#retryDue} then.
     *
     * @param nanos time from now
     */
    record RetryAfter(long nanos) implements LinkEffect {}
}
