package org.evenkeel.model;

/**
 * A time in which a node is open.
 *
 * @param fromNanos inclusive
 * @param toNanos exclusive, after {@code fromNanos}
 */
public record AvailabilitySpan(long fromNanos, long toNanos) {

    /** Most spans that a node is told, and tells, at a time. */
    public static final int MAX = 64;

    public AvailabilitySpan {
        if (toNanos <= fromNanos) {
            throw new IllegalArgumentException(
                    "from " + fromNanos + " to " + toNanos + " is not a time span");
        }
    }

    /** The same time on a clock that shows so much less. */
    public AvailabilitySpan minus(long nanos) {
        return new AvailabilitySpan(fromNanos - nanos, toNanos - nanos);
    }
}
