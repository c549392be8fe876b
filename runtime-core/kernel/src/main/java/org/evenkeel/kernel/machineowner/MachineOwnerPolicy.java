package org.evenkeel.kernel.machineowner;

/**
 * What the owner of a workstation permits.
 *
 * @param activeForNanos an input that is not older counts as the owner being there
 * @param suspendsFirst whether workers are frozen before their tasks move
 * @param leaveAfterNanos how long workers stay frozen until their tasks move
 * @param leaveWithinNanos how long tasks then have to reach a checkpoint
 * @param resumeAfterNanos how long nothing of the owner was seen until the node runs tasks again
 * @param maxLoad processors that other programs may use meanwhile, of all, from 0 to 1
 * @param onlyOnAc whether it runs tasks only while it is not on battery
 */
public record MachineOwnerPolicy(
        long activeForNanos,
        boolean suspendsFirst,
        long leaveAfterNanos,
        long leaveWithinNanos,
        long resumeAfterNanos,
        double maxLoad,
        boolean onlyOnAc) {

    private static final long SECOND = 1_000_000_000L;

    /** What holds unless the owner says otherwise. */
    public static final MachineOwnerPolicy USUAL =
            new MachineOwnerPolicy(
                    3 * SECOND, true, 300 * SECOND, 10 * SECOND, 900 * SECOND, 0.3, true);

    /**
     * A policy.
     *
     * @throws IllegalArgumentException if a time is negative or the load is not from 0 to 1
     */
    public MachineOwnerPolicy {
        if (Math.min(activeForNanos, leaveAfterNanos) < 0
                || Math.min(leaveWithinNanos, resumeAfterNanos) < 0) {
            throw new IllegalArgumentException("times are not negative");
        }
        if (!(maxLoad >= 0 && maxLoad <= 1)) {
            throw new IllegalArgumentException("the load is from 0 to 1");
        }
    }
}
