package org.evenkeel.agent;

import java.time.Duration;

/**
 * How long operations may take. A read with the locked hint takes at most {@code read} and {@code
 * locked} together.
 *
 * @param open to connect, for each source
 * @param read to ask a source
 * @param locked to ask logind for the locked hint beside another source
 * @param lockedRetry how long logind is not asked again after it failed to give the locked hint
 */
record Limits(Duration open, Duration read, Duration locked, Duration lockedRetry) {

    static final Limits STANDARD =
            new Limits(
                    Duration.ofSeconds(2),
                    Duration.ofMillis(600),
                    Duration.ofMillis(300),
                    Duration.ofSeconds(10));
}
