package org.evenkeel.agent;

import java.time.Duration;

/** Limits for tests, which run on busy machines. */
final class TestLimits {

    /** For tests in which everything answers. */
    static final Limits LONG = all(Duration.ofMinutes(1));

    /** For tests in which something hangs. */
    static final Limits SHORT = all(Duration.ofSeconds(3));

    private TestLimits() {}

    private static Limits all(Duration limit) {
        return new Limits(limit, limit, limit, Duration.ofMinutes(10));
    }
}
