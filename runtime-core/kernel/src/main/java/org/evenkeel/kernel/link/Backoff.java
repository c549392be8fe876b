package org.evenkeel.kernel.link;

import java.util.concurrent.TimeUnit;

/** Waits longer after each failure: 50 ms doubling to a bound, 2 s unless said otherwise. */
public final class Backoff {

    private static final long FIRST_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final long mostNanos;
    private long next = FIRST_NANOS;

    /** At most two seconds between two attempts. */
    public Backoff() {
        this(MOST_NANOS);
    }

    /**
     * @param mostNanos longest time between two attempts
     */
    public Backoff(long mostNanos) {
        this.mostNanos = mostNanos;
    }

    /** Time before the next attempt; the one after that waits longer. */
    public long nextNanos() {
        long now = next;
        next = Math.min(mostNanos, next * 2);
        return now;
    }

    /** An attempt has succeeded, or there is a reason to try at once. */
    public void reset() {
        next = FIRST_NANOS;
    }
}
