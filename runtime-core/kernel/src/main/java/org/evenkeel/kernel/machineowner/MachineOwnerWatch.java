package org.evenkeel.kernel.machineowner;

import org.evenkeel.kernel.CloseMode;
import org.evenkeel.kernel.Notice;
import org.jspecify.annotations.Nullable;

/**
 * Decides when a workstation runs tasks beside its owner. A state machine; not thread-safe.
 *
 * <p>States: {@code FREE -> NOTICED -> FREE}. While noticed, the node has a notice of the source
 * {@link Notice.Source#OWNER}: it is on hold, with its workers frozen if the policy says so, then
 * its tasks move and it is closed. Load and battery count like an input.
 *
 * <p>When nothing is known of the owner any more, they count as gone since they were seen last.
 */
public final class MachineOwnerWatch {

    /** What is to be done. */
    public sealed interface Action {
        /** Nothing. */
        record None() implements Action {}

        /** The node gets this notice. */
        record Give(Notice notice) implements Action {}

        /** The notice of the owner counts no more. */
        record Withdraw() implements Action {}
    }

    private MachineOwnerPolicy policy;
    private boolean noticed;
    private long noticedNanos;
    private String noticedReason = "";
    private long seenNanos;

    /**
     * A watch that has seen nothing yet.
     *
     * @param policy until {@link #set} names another
     */
    public MachineOwnerWatch(MachineOwnerPolicy policy) {
        this.policy = policy;
    }

    /** From now on this policy holds, also for a notice that was given already. */
    public Action set(MachineOwnerPolicy next) {
        policy = next;
        return noticed ? new Action.Give(notice()) : new Action.None();
    }

    /** Whether the node has a notice because of the owner. */
    public boolean isNoticed() {
        return noticed;
    }

    /**
     * What follows from an observation; to be called about twice a second.
     *
     * @param now on the clock of the core's events
     */
    public Action observe(long now, Observation observation) {
        String reason = reason(observation);
        if (reason != null) {
            seenNanos = now;
        } else if (!observation.locked() && observation.idleNanos() < now - seenNanos) {
            seenNanos = now - observation.idleNanos();
        }
        if (noticed && reason == null && isQuiet(now)) {
            noticed = false;
            return new Action.Withdraw();
        }
        if (!noticed && reason != null) {
            noticed = true;
            noticedNanos = now;
            noticedReason = reason;
            return new Action.Give(notice());
        }
        return new Action.None();
    }

    private boolean isQuiet(long now) {
        return now - seenNanos >= policy.resumeAfterNanos();
    }

    private Notice notice() {
        long after = policy.suspendsFirst() ? policy.leaveAfterNanos() : 0;
        long movesAt = noticedNanos + after;
        return new Notice(
                Notice.Source.OWNER,
                noticedReason,
                movesAt,
                movesAt + policy.leaveWithinNanos(),
                Long.MAX_VALUE,
                policy.suspendsFirst(),
                CloseMode.MOVE);
    }

    private @Nullable String reason(Observation observation) {
        if (!observation.locked() && observation.idleNanos() <= policy.activeForNanos()) {
            return "in use by its owner";
        }
        if (observation.otherLoad() > policy.maxLoad()) {
            return "busy with other programs";
        }
        return policy.onlyOnAc() && observation.onBattery() ? "on battery" : null;
    }
}
