package org.evenkeel.hostile;

import java.util.concurrent.TimeUnit;

/** So many a second and no more: what is tried is the daemon, not how much a machine can do. */
final class Pace {

    private static final long LONGEST_DEBT_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private final long everyNanos;
    private long next = System.nanoTime();

    Pace(double perSecond) {
        this.everyNanos = (long) (TimeUnit.SECONDS.toNanos(1) / perSecond);
    }

    /** Waits for the next one's turn. */
    void next() throws InterruptedException {
        long now = System.nanoTime();
        next = Math.max(next + everyNanos, now - LONGEST_DEBT_NANOS);
        if (next > now) {
            TimeUnit.NANOSECONDS.sleep(next - now);
        }
    }
}
