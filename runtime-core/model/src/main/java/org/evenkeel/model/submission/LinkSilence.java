package org.evenkeel.model.submission;

/**
 * Notices that no process is at the other end of a link any more: a machine that loses its power or
 * its network says nothing. Its driver checks it now and then, with the time. Not thread-safe.
 */
public final class LinkSilence {

    /** What is to be done now. */
    public enum Verdict {
        /** Nothing. */
        WAIT,
        /** Ask the other side for an answer. */
        ASK,
        /** Close the link. */
        CLOSE
    }

    private final long everyNanos;
    private final long limitNanos;
    private long checkedNanos;
    private boolean checked;

    /**
     * @param everyNanos silence after which the other side is asked for an answer
     * @param limitNanos silence after which the link is closed
     */
    public LinkSilence(long everyNanos, long limitNanos) {
        this.everyNanos = everyNanos;
        this.limitNanos = limitNanos;
    }

    /** Time between two checks, nanoseconds. */
    public long stepNanos() {
        return Math.max(1, everyNanos / 2);
    }

    /**
     * Checks it; the first check closes nothing.
     *
     * @param nowNanos the time, of any origin
     * @param heardNanos when something came over the link last, or it was made
     */
    public Verdict check(long nowNanos, long heardNanos) {
        // What arrived while this process stood still is read first.
        boolean stoodStill = !checked || nowNanos - checkedNanos > 2 * everyNanos;
        checkedNanos = nowNanos;
        checked = true;
        long silence = nowNanos - heardNanos;
        if (silence > limitNanos && !stoodStill) {
            return Verdict.CLOSE;
        }
        return silence >= everyNanos ? Verdict.ASK : Verdict.WAIT;
    }
}
