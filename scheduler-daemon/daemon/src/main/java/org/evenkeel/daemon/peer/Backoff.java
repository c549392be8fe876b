package org.evenkeel.daemon.peer;

import java.util.concurrent.TimeUnit;

/** Waits longer after each failure: 50 ms doubling to a bound, 2 s unless said otherwise. */
final class Backoff {

    private static final long FIRST_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final long mostNanos;
    private long next = FIRST_NANOS;

    Backoff() {
        this(MOST_NANOS);
    }

    Backoff(long mostNanos) {
        this.mostNanos = mostNanos;
    }

    long nextNanos() {
        long now = next;
        next = Math.min(mostNanos, next * 2);
        return now;
    }

    void reset() {
        next = FIRST_NANOS;
    }
}
