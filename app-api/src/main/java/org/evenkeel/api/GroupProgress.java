package org.evenkeel.api;

import java.time.Duration;
import java.util.Optional;

/**
 * Progress of a {@link TaskGroup}.
 *
 * @param done tasks that have ended, including failed ones
 * @param total tasks of the group
 * @param failed tasks that ended without a result
 * @param perSecond tasks that ended per second, recently
 * @param elapsed time since the first submission
 */
public record GroupProgress(int done, int total, int failed, double perSecond, Duration elapsed) {

    /** Returns the time to the end at the present rate; empty while no task has ended recently. */
    public Optional<Duration> remaining() {
        if (done == total) {
            return Optional.of(Duration.ZERO);
        }
        return perSecond > 0
                ? Optional.of(Duration.ofMillis(Math.round(1000 * (total - done) / perSecond)))
                : Optional.empty();
    }
}
