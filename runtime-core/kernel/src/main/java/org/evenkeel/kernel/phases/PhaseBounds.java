package org.evenkeel.kernel.phases;

/**
 * How long the parts of a phase may take.
 *
 * @param masterLeaseNanos a master that is not heard of so long is none any more
 * @param phaseNanos a node is frozen no longer than this
 * @param settleNanos a node that is asked waits no longer for the answers to what it has offered
 */
public record PhaseBounds(long masterLeaseNanos, long phaseNanos, long settleNanos) {

    private static final int SETTLE_PART = 8;
    private static final int COUNT_PART = 3;
    private static final int BEAT_PART = 4;
    private static final int JOB_LEASES = 6;

    /** Those that go with a lease of the master. */
    public static PhaseBounds of(long masterLeaseNanos) {
        return new PhaseBounds(
                masterLeaseNanos, masterLeaseNanos, Math.max(1, masterLeaseNanos / SETTLE_PART));
    }

    /** The master goes on with those that have answered after this. */
    public long countNanos() {
        return Math.max(1, phaseNanos / COUNT_PART);
    }

    /** A job that no owner has told the master of for so long is nobody's. */
    public long jobNanos() {
        return JOB_LEASES * masterLeaseNanos;
    }

    /** The master says that it is there so often. */
    public long beatNanos() {
        return Math.max(1, masterLeaseNanos / BEAT_PART);
    }
}
