package org.evenkeel.kernel.link;

import java.util.concurrent.TimeUnit;

/** Waits longer after each failure: 50 ms unless said otherwise, doubling to a bound. */
public final class Backoff {

    static final long FIRST_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final long firstNanos;
    private final long mostNanos;
    private long next;

    /**
     * Begins with 50 ms.
     *
     * @param mostNanos longest time between two attempts
     */
    public Backoff(long mostNanos) {
        this(FIRST_NANOS, mostNanos);
    }

    /**
     * @param firstNanos time before the first attempt
     * @param mostNanos longest time between two attempts
     */
    public Backoff(long firstNanos, long mostNanos) {
        this.firstNanos = firstNanos;
        this.mostNanos = mostNanos;
        this.next = firstNanos;
    }

    /** Time before the next attempt; the one after that waits longer. */
    public long nextNanos() {
        long now = next;
        next = Math.min(mostNanos, next * 2);
        return now;
    }

    /** An attempt has succeeded, or there is a reason to try at once. */
    public void reset() {
        next = firstNanos;
    }
}
