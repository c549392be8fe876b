package org.evenkeel.cli.doctor;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * How far a daemon's clock is from the one here.
 *
 * @param offset positive when the daemon's is ahead
 * @param error at most so much, half of the round trip
 */
public record ClockReading(Duration offset, Duration error) {

    /**
     * From one question and its answer.
     *
     * @param asked time here when it was asked
     * @param roundTrip until the answer was here
     * @param told by the daemon, as ISO-8601; empty if it does not tell
     */
    public static Optional<ClockReading> of(Instant asked, Duration roundTrip, String told) {
        try {
            Duration half = roundTrip.dividedBy(2);
            Instant there = Instant.parse(told);
            return Optional.of(new ClockReading(Duration.between(asked.plus(half), there), half));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    /** The more precise of two. */
    public ClockReading better(ClockReading other) {
        return other.error.compareTo(error) < 0 ? other : this;
    }

    /** At least so far apart. */
    Duration least() {
        Duration least = offset.abs().minus(error);
        return least.isNegative() ? Duration.ZERO : least;
    }
}
