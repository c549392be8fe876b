package org.evenkeel.kernel.load;

import java.util.Map;
import org.evenkeel.model.BoundedMap;

/**
 * How long tasks of a kind run, learned from finished ones: an exponentially weighted mean that
 * follows a longer run at once and shorter ones slowly, and how far runs are from it.
 */
public final class RunTimes {

    /** Kinds remembered; the one not used longest is forgotten first. */
    public static final int MAX_KINDS = 1024;

    /** Says "nothing is known of this kind". */
    public static final long UNKNOWN = -1;

    private static final double WEIGHT_UP = 0.5;
    private static final double WEIGHT_DOWN = 0.05;
    private static final double WEIGHT_OF_SPREAD = 0.1;

    private final Map<String, Mean> means = BoundedMap.ofRecentlyUsed(MAX_KINDS);
    private String lastKind = "";
    private Mean last = new Mean();

    private static final class Mean {
        double nanos = UNKNOWN;
        double spread;
        long runs;
    }

    /**
     * What is known of a kind.
     *
     * @param nanos the mean, or {@link #UNKNOWN}
     * @param spreadNanos how far a run is from it on average
     * @param runs finished tasks from which this is known
     */
    public record Known(long nanos, long spreadNanos, long runs) {}

    /** Learns from one finished task. */
    public void finished(String kind, long runNanos) {
        Mean mean = mean(kind);
        mean.runs++;
        if (mean.nanos < 0) {
            mean.nanos = runNanos;
        } else {
            double off = Math.abs(runNanos - mean.nanos);
            mean.spread += Math.max(WEIGHT_OF_SPREAD, 1.0 / mean.runs) * (off - mean.spread);
            double weight = runNanos > mean.nanos ? WEIGHT_UP : WEIGHT_DOWN;
            mean.nanos += weight * (runNanos - mean.nanos);
        }
    }

    /** The mean in nanoseconds, or {@link #UNKNOWN}. */
    public long predictNanos(String kind) {
        return (long) mean(kind).nanos;
    }

    /** The mean with its spread. */
    public Known known(String kind) {
        Mean mean = mean(kind);
        return new Known((long) mean.nanos, (long) mean.spread, mean.runs);
    }

    private Mean mean(String kind) {
        if (!lastKind.equals(kind)) {
            last = means.computeIfAbsent(kind, k -> new Mean());
            lastKind = kind;
        }
        return last;
    }
}
