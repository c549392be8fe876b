package org.evenkeel.daemon.peer;

import java.util.concurrent.TimeUnit;

/** Waits longer after each failure: 50 ms doubling to 2 s. */
final class Backoff {

    private static final long FIRST_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(2);

    private long next = FIRST_NANOS;

    long nextNanos() {
        long now = next;
        next = Math.min(MOST_NANOS, next * 2);
        return now;
    }

    void reset() {
        next = FIRST_NANOS;
    }
}
