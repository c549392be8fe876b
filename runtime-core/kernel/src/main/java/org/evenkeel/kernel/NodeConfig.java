package org.evenkeel.kernel;

import java.time.Duration;
import org.evenkeel.kernel.load.LoadModel;
import org.evenkeel.kernel.policy.Policy;
import org.evenkeel.model.NodeRef;

/**
 * What a node is told once.
 *
 * @param self this process
 * @param policy this node's own instance
 * @param loadModel what load states mean here
 * @param holderLeaseNanos a holder whose heartbeats go unanswered this long drops what it has not
 *     started
 * @param ownerLeaseNanos an owner that hears nothing of a holder this long issues new grants
 * @param silenceLimitNanos a process without a link for this long is called gone, if others agree;
 *     longer than the owner's lease
 * @param limits every bound
 * @param processors how much of this node each submitter may use
 * @param phases its part in scheduling phases
 */
public record NodeConfig(
        NodeRef self,
        Policy policy,
        LoadModel loadModel,
        long holderLeaseNanos,
        long ownerLeaseNanos,
        long silenceLimitNanos,
        Limits limits,
        ProcessorQuotas processors,
        PhaseRole phases) {

    /** So many owner's leases are the limit of silence where nothing else is said. */
    private static final int LEASES_OF_SILENCE = 2;

    /** With the usual limit of silence. */
    public NodeConfig(
            NodeRef self,
            Policy policy,
            LoadModel loadModel,
            long holderLeaseNanos,
            long ownerLeaseNanos,
            Limits limits,
            ProcessorQuotas processors,
            PhaseRole phases) {
        this(
                self,
                policy,
                loadModel,
                holderLeaseNanos,
                ownerLeaseNanos,
                LEASES_OF_SILENCE * ownerLeaseNanos,
                limits,
                processors,
                phases);
    }

    /**
     * A node's part in scheduling phases.
     *
     * @param master whether it may be the master
     * @param speed of one of its workers, calibrated; 1 is the reference
     * @param moveNanos what moving a started task is taken to cost before one was moved
     */
    public record PhaseRole(boolean master, double speed, long moveNanos) {
        /** Half a second: about what it takes when a worker has to be started for it. */
        public static final long USUAL_MOVE_NANOS = 500_000_000;

        /** Not the master, of the reference's speed. */
        public static final PhaseRole NODE = new PhaseRole(false, 1, USUAL_MOVE_NANOS);

        public PhaseRole {
            if (!(speed > 0) || Double.isInfinite(speed)) {
                throw new IllegalArgumentException("a speed must be above 0, not " + speed);
            }
        }
    }

    /** 20 s. */
    public static final long DEFAULT_HOLDER_LEASE_NANOS = Duration.ofSeconds(20).toNanos();

    /** 30 s. */
    public static final long DEFAULT_OWNER_LEASE_NANOS = Duration.ofSeconds(30).toNanos();

    public NodeConfig {
        if (holderLeaseNanos <= 0 || ownerLeaseNanos <= holderLeaseNanos) {
            throw new IllegalArgumentException(
                    ("the owner's lease (%s ns) must be longer than the holder's (%s ns), and both "
                                    + "positive")
                            .formatted(ownerLeaseNanos, holderLeaseNanos));
        }
        if (silenceLimitNanos <= ownerLeaseNanos) {
            throw new IllegalArgumentException(
                    "the limit of silence (%s ns) must be longer than the owner's lease (%s ns)"
                            .formatted(silenceLimitNanos, ownerLeaseNanos));
        }
    }

    /** How often holders report: a quarter of their lease. */
    public long heartbeatNanos() {
        return Math.max(1, holderLeaseNanos / 4);
    }

    /** How long a master of scheduling phases is one without being heard of: a heartbeat. */
    public long masterLeaseNanos() {
        return heartbeatNanos();
    }

    /**
     * How long tasks are kept whose owner's process has ended and whose disk may bring it back: 20
     * owner's leases, 10 minutes by default.
     */
    public long ownerReturnNanos() {
        return 20 * ownerLeaseNanos;
    }

    /**
     * Bounds of a node.
     *
     * @param owned tasks accepted and not yet acknowledged
     * @param held tasks of other owners in custody
     * @param windowTasks most tasks sent ahead to one worker
     * @param windowNanos run time a worker's window is filled to
     * @param deaths workers that may die of one task before it fails
     * @param traceRecords trace records kept
     */
    public record Limits(
            int owned, int held, int windowTasks, long windowNanos, int deaths, int traceRecords) {
        public static final Limits DEFAULT =
                new Limits(400_000, 100_000, 256, 1_000_000, 3, 100_000);
    }
}
