package org.evenkeel.agent;

import java.time.Duration;

/** Checks idle times where they enter. */
final class IdleTimes {

    /** No session lasts longer; such a value is an error of the source. */
    private static final Duration MAX = Duration.ofDays(10 * 365);

    static Duration ofMillis(String source, long idleMillis) throws SourceFailedException {
        if (idleMillis < 0 || idleMillis > MAX.toMillis()) {
            throw new SourceFailedException(
                    "%s gives an idle time that cannot be true: %d ms"
                            .formatted(source, idleMillis));
        }
        return Duration.ofMillis(idleMillis);
    }
}
