package org.evenkeel.daemon.clientcalls;

/** The bytes of all questions that wait here. */
final class CallBufferLimit {

    private static final long MOST_BYTES = 16L << 20;

    private long taken;

    /** Whether there is room for one more, which is taken then. */
    boolean enter(PendingReply one) {
        if (taken + one.cost() > MOST_BYTES) {
            return false;
        }
        taken += one.cost();
        return true;
    }

    void leave(PendingReply one) {
        taken -= one.cost();
    }
}
