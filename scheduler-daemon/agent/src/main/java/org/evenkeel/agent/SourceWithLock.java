package org.evenkeel.agent;

import java.time.Duration;

/** A source of idle times together with logind's locked hint. */
record SourceWithLock(ActivitySource source, LockedHint lock, Duration lockLimit)
        implements ActivitySource {
    @Override
    public String name() {
        return source.name();
    }

    @Override
    public Activity read() throws SourceFailedException {
        Activity activity = source.read();
        boolean locked = lock.read(lockLimit);
        return new Activity(activity.idle(), activity.locked() || locked, activity.source());
    }

    @Override
    public void close() {
        try (lock) {
            source.close();
        }
    }
}
