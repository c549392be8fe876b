package org.evenkeel.model;

/**
 * A time in which a node is open.
 *
 * @param fromNanos inclusive
 * @param toNanos exclusive, after {@code fromNanos}
 */
public record OpenSpan(long fromNanos, long toNanos) {

    /** Most spans that a node is told, and tells, at a time. */
    public static final int MAX = 64;

    public OpenSpan {
        if (toNanos <= fromNanos) {
            throw new IllegalArgumentException(
                    "from " + fromNanos + " to " + toNanos + " is no time");
        }
    }

    /** The same time on a clock that shows so much less. */
    public OpenSpan minus(long nanos) {
        return new OpenSpan(fromNanos - nanos, toNanos - nanos);
    }
}
