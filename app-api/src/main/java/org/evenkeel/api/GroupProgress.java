package org.evenkeel.api;

import java.time.Duration;
import java.util.Optional;

/**
 * How far a {@link TaskGroup} is.
 *
 * @param done tasks that have ended, failed ones included
 * @param total tasks of the group
 * @param failed tasks that ended without a result
 * @param perSecond tasks that end per second, lately
 * @param elapsed since the first submission
 */
public record GroupProgress(int done, int total, int failed, double perSecond, Duration elapsed) {

    /** Time until the end at the present rate; empty while there is no rate. */
    public Optional<Duration> remaining() {
        if (done == total) {
            return Optional.of(Duration.ZERO);
        }
        return perSecond > 0
                ? Optional.of(Duration.ofMillis(Math.round(1000 * (total - done) / perSecond)))
                : Optional.empty();
    }
}
