package org.evenkeel.keepers;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells in the log why other sides are refused, each reason once a minute: who is refused tries
 * again at once. Any thread may use it.
 */
final class Refusals {

    private static final Logger LOG = LoggerFactory.getLogger(Refusals.class);

    private static final long PAUSE_NANOS = TimeUnit.MINUTES.toNanos(1);

    private static final int MOST = 64;

    private final LongSupplier clock;
    private final Map<String, Long> told = new LinkedHashMap<>();

    /**
     * @param clock nanoseconds since any moment
     */
    Refusals(LongSupplier clock) {
        this.clock = clock;
    }

    /** Tells the reason, and says so; false if that was done a short while ago. */
    synchronized boolean tell(String reason) {
        long now = clock.getAsLong();
        told.values().removeIf(at -> now - at >= PAUSE_NANOS);
        if (told.size() >= MOST || told.putIfAbsent(reason, now) != null) {
            return false;
        }
        LOG.warn("a connection between keepers is refused: {}", reason);
        return true;
    }
}
