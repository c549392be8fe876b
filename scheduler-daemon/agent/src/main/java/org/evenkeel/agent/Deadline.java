package org.evenkeel.agent;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * The moment by which an operation has to answer, shared by all its calls.
 *
 * @param atNanos the moment, of {@link System#nanoTime}
 */
record Deadline(long atNanos) {

    static Deadline in(Duration limit) {
        return new Deadline(System.nanoTime() + limit.toNanos());
    }

    /** Zero when it has passed. */
    long nanosLeft() {
        return Math.max(0, atNanos - System.nanoTime());
    }

    /** Rounded up, so that it is zero only when the deadline has passed. */
    long millisLeft() {
        return TimeUnit.NANOSECONDS.toMillis(nanosLeft() + 999_999);
    }
}
