package org.evenkeel.daemon;

import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.evenkeel.daemon.driver.TimerSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How late the event loop is: measured at a timer while there is work, so that an idle daemon
 * sleeps.
 */
final class EventLoopLag {

    private static final long EVERY_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long MOST_NANOS = TimeUnit.MINUTES.toNanos(1);

    /** A pause that others notice: they hear nothing for so long. */
    private static final long TOLD_NANOS = TimeUnit.SECONDS.toNanos(2);

    private static final long TOLD_AGAIN_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final Logger LOG = LoggerFactory.getLogger(EventLoopLag.class);

    private final TimerSource timers;
    private final Histogram nanos = new Histogram(MOST_NANOS, 2);
    private boolean measuring;
    private long toldNanos = System.nanoTime() - TOLD_AGAIN_NANOS;

    EventLoopLag(TimerSource timers) {
        this.timers = timers;
    }

    /** Continues measuring while events come. */
    void busy() {
        if (!measuring) {
            measuring = true;
            long due = System.nanoTime() + EVERY_NANOS;
            timers.after(EVERY_NANOS, () -> measure(due));
        }
    }

    private void measure(long dueNanos) {
        measuring = false;
        long late = Math.max(0, System.nanoTime() - dueNanos);
        nanos.recordValue(Math.min(MOST_NANOS, late));
        if (late >= TOLD_NANOS && System.nanoTime() - toldNanos >= TOLD_AGAIN_NANOS) {
            toldNanos = System.nanoTime();
            LOG.warn(
                    "this daemon could do nothing for {} s: its machine was suspended, or is short"
                            + " of processor time",
                    TimeUnit.NANOSECONDS.toSeconds(late));
        }
    }

    long maxMicros() {
        return TimeUnit.NANOSECONDS.toMicros(nanos.getMaxValue());
    }

    long medianMicros() {
        return TimeUnit.NANOSECONDS.toMicros(nanos.getValueAtPercentile(50));
    }
}
