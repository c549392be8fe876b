package org.evenkeel.daemon.relay;

import java.util.function.LongUnaryOperator;

/**
 * When bytes arrive that enter one way of a link: each piece waits until the line is free, takes
 * its time on it, and travels for the delay and a part of the jitter. Pieces never overtake each
 * other. All times are nanoseconds of one clock; for one thread.
 */
final class Timetable {
    private final LinkShape shape;
    private final LongUnaryOperator random;
    private long lineFreeNanos;
    private long lastDueNanos;

    /**
     * @param random a number from 0 to below its argument
     * @param nowNanos the line is free since then
     */
    Timetable(LinkShape shape, LongUnaryOperator random, long nowNanos) {
        this.shape = shape;
        this.random = random;
        this.lineFreeNanos = nowNanos;
        this.lastDueNanos = nowNanos;
    }

    /** When so many bytes are due at the other end that enter the link now. */
    long dueNanos(long nowNanos, int bytes) {
        lineFreeNanos = Math.max(nowNanos, lineFreeNanos) + shape.transmitNanos(bytes);
        long jitter = shape.jitterNanos();
        long more = jitter == 0 ? 0 : random.applyAsLong(jitter);
        lastDueNanos = Math.max(lastDueNanos, lineFreeNanos + shape.delayNanos() + more);
        return lastDueNanos;
    }
}
