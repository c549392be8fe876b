package org.evenkeel.kernel.link;

import java.util.concurrent.TimeUnit;

/**
 * When a link that is up is asked for an answer, and when it is closed.
 *
 * @param pingEveryNanos time between two checks, and silence after which the other side is asked
 * @param limitNanos silence after which the link is closed
 */
public record LinkTimes(long pingEveryNanos, long limitNanos) {

    private static final long IDLE_NANOS = TimeUnit.MINUTES.toNanos(3);

    /** What a check decides. */
    public enum Verdict {
        KEEP,
        PING,
        CLOSE_SILENT,
        CLOSE_IDLE
    }

    /** Whether a check comes so late that this process itself was stopped; nothing counts then. */
    public boolean isLate(long dueNanos, long nowNanos) {
        return nowNanos - dueNanos > pingEveryNanos + pingEveryNanos / 2;
    }

    /**
     * Checks a link.
     *
     * @param silenceNanos time since the other side was heard
     * @param unusedNanos time since something other than a ping passed
     * @param neighbour whether the link is kept up when it is not used
     * @param late whether the check {@linkplain #isLate is late}
     */
    public Verdict check(long silenceNanos, long unusedNanos, boolean neighbour, boolean late) {
        if (silenceNanos > limitNanos && !late) {
            return Verdict.CLOSE_SILENT;
        }
        if (!neighbour && unusedNanos > IDLE_NANOS) {
            return Verdict.CLOSE_IDLE;
        }
        return silenceNanos >= pingEveryNanos ? Verdict.PING : Verdict.KEEP;
    }
}
