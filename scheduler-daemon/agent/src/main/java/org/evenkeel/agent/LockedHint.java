package org.evenkeel.agent;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether the screen is locked, by logind, beside a source that does not know it. Without logind it
 * is not locked. After a failure logind is asked again only after a pause.
 */
final class LockedHint implements AutoCloseable {

    /** Opens the session; a parameter so that tests can fail. */
    interface Opener {
        LogindSession open(Deadline deadline) throws SourceFailedException;
    }

    private static final Logger LOG = LoggerFactory.getLogger(LockedHint.class);

    private final Opener opener;
    private final Duration retry;
    private final LongSupplier nanoTime;
    private @Nullable LogindSession session;
    private long failedAtNanos;
    private boolean failed;

    /**
     * @param retry the pause after a failure
     */
    LockedHint(Opener opener, Duration retry, LongSupplier nanoTime) {
        this.opener = opener;
        this.retry = retry;
        this.nanoTime = nanoTime;
    }

    /** False also when it is unknown. */
    boolean read(Duration limit) {
        if (failed && nanoTime.getAsLong() - failedAtNanos < retry.toNanos()) {
            return false;
        }
        try {
            Deadline deadline = Deadline.in(limit);
            LogindSession current = session;
            if (current == null) {
                current = opener.open(deadline);
                session = current;
            }
            boolean locked = current.read(deadline).locked();
            failed = false;
            return locked;
        } catch (SourceFailedException e) {
            if (!failed) {
                LOG.info("The locked hint is unknown and counts as not locked: {}", e.reason());
            }
            close();
            failed = true;
            failedAtNanos = nanoTime.getAsLong();
            return false;
        }
    }

    @Override
    public void close() {
        LogindSession current = session;
        session = null;
        if (current != null) {
            current.close();
        }
    }
}
