package org.evenkeel.model.submission;

/**
 * How long a client that has lost its link looks for the next one: rounds of attempts with pauses
 * that double, until a limit. Not thread-safe.
 */
public final class Reconnection {

    /** What {@link #pauseNanos} gives when the time is over. */
    public static final long OVER = -1;

    private static final long FIRST_PAUSE_NANOS = 20_000_000;
    private static final long LONGEST_PAUSE_NANOS = 2_000_000_000;

    private final long limitNanos;
    private final long beginNanos;
    private long pauseNanos = FIRST_PAUSE_NANOS;

    /**
     * @param limitNanos how long the client looks
     * @param nowNanos when it has lost the link, of any origin
     */
    public Reconnection(long limitNanos, long nowNanos) {
        this.limitNanos = limitNanos;
        this.beginNanos = nowNanos;
    }

    /**
     * A round of attempts was in vain.
     *
     * @param chance from 0 to below 1: clients that lost one daemon do not all return at once
     * @return how long to wait before the next round, nanoseconds; {@link #OVER} when there is none
     */
    public long pauseNanos(long nowNanos, double chance) {
        if (nowNanos - beginNanos > limitNanos) {
            return OVER;
        }
        long pause = pauseNanos / 2 + (long) (chance * pauseNanos);
        pauseNanos = Math.min(2 * pauseNanos, LONGEST_PAUSE_NANOS);
        return pause;
    }
}
