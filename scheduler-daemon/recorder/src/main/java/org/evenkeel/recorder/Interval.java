package org.evenkeel.recorder;

/** What is due at intervals. Times are nanoseconds. */
final class Interval {

    private final long nanos;
    private long next;

    /**
     * @param now due for the first time
     */
    Interval(long nanos, long now) {
        this.nanos = nanos;
        this.next = now;
    }

    boolean isDue(long now) {
        return now - next >= 0;
    }

    /** It was done, and is due again when the interval is over. */
    void done(long now) {
        next = now + nanos;
    }

    /** The same, when a shorter time is over. */
    void done(long now, long soonerNanos) {
        next = now + soonerNanos;
    }

    long left(long now) {
        return Math.max(0, next - now);
    }
}
