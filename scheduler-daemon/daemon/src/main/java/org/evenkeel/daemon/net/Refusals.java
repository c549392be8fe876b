package org.evenkeel.daemon.net;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says in the log who was refused and why: so many a second, and of the others how many there were.
 * Used on the event loop.
 */
final class Refusals {

    private static final Logger LOG = LoggerFactory.getLogger(Refusals.class);

    /** Lines in a second. */
    static final int MOST = 10;

    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final LongSupplier nanos;
    private long begin;
    private int told;
    private long untold;

    /**
     * @param nanos a clock that only goes forward
     */
    Refusals(LongSupplier nanos) {
        this.nanos = nanos;
        this.begin = nanos.getAsLong();
    }

    /** Somebody was refused. */
    void note(Object who, String why) {
        long now = nanos.getAsLong();
        if (now - begin >= SECOND) {
            begin = now;
            told = 0;
            if (untold > 0) {
                LOG.info("{} more were refused", untold);
                untold = 0;
            }
        }
        if (told < MOST) {
            told++;
            LOG.info("refused {}: {}", who, why);
        } else {
            untold++;
        }
    }
}
