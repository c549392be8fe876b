package org.evenkeel.agent;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;

/**
 * The idle time by the hints of systemd-logind: the last choice. It is exact only to the desktop's
 * own idle delay, often five minutes: until the desktop sets IdleHint, the idle time is zero; then
 * it counts from there. A desktop that never sets IdleHint is never idle.
 */
record LogindSource(LogindSession session, InstantSource clock, Limits limits)
        implements ActivitySource {
    static final String NAME = "logind";

    /** A clock that was set back this far is no error: the idle time is zero. */
    private static final Duration CLOCK_STEP = Duration.ofSeconds(2);

    static LogindSource open(Map<String, String> environment, Limits limits)
            throws SourceFailedException {
        return new LogindSource(
                LogindSession.open(environment, Deadline.in(limits.open())),
                InstantSource.system(),
                limits);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Activity read() throws SourceFailedException {
        LogindSession.Hints hints = session.read(Deadline.in(limits.read()));
        return new Activity(idle(hints, clock.instant()), hints.locked(), NAME);
    }

    static Duration idle(LogindSession.Hints hints, Instant now) throws SourceFailedException {
        if (!hints.idle()) {
            return Duration.ZERO;
        }
        if (hints.idleSince().equals(Instant.EPOCH)) {
            throw new SourceFailedException(
                    "logind says that the session is idle, but not since when");
        }
        Duration idle = Duration.between(hints.idleSince(), now);
        if (idle.isNegative() && idle.plus(CLOCK_STEP).isPositive()) {
            return Duration.ZERO;
        }
        return IdleTimes.ofMillis(NAME, idle.toMillis());
    }

    @Override
    public void close() {
        session.close();
    }
}
