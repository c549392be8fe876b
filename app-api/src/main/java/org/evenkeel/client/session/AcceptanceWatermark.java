package org.evenkeel.client.session;

import java.util.function.BooleanSupplier;

/** Up to which number the daemon has accepted tasks; raised by the reader thread. */
final class AcceptanceWatermark {

    /** Longest wait before the condition is looked at again, milliseconds. */
    private static final long LOOK_MILLIS = 100;

    private volatile long upTo;

    AcceptanceWatermark(long upTo) {
        this.upTo = upTo;
    }

    long upTo() {
        return upTo;
    }

    synchronized void raise(long to) {
        if (to > upTo) {
            upTo = to;
            notifyAll();
        }
    }

    /** The daemon of the next link has accepted nothing. */
    synchronized void reset() {
        upTo = 0;
    }

    /** Waits until this holds; it is looked at when something was accepted, and now and then. */
    void await(BooleanSupplier condition) throws InterruptedException {
        while (true) {
            long before = upTo;
            if (condition.getAsBoolean()) { // outside of the lock: it may wait for other locks
                return;
            }
            synchronized (this) {
                if (upTo == before) {
                    wait(LOOK_MILLIS);
                }
            }
        }
    }
}
