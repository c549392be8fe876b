package org.evenkeel.kernel;

import java.util.List;
import org.evenkeel.kernel.policy.AvailabilityForecast.Forecast;
import org.evenkeel.model.LoadState;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.TaskId;
import org.jspecify.annotations.Nullable;

/**
 * A node as it is at one moment, for displays.
 *
 * @param self the process
 * @param policy as configured
 * @param loadModel as configured
 * @param state load state told to neighbours
 * @param draining whether it is leaving
 * @param workers slots open
 * @param busy of these
 * @param waiting tasks that wait here, prefetched ones included
 * @param prefetched of these
 * @param parked started tasks that wait for children, or for others of their job
 * @param owned tasks accepted here and not yet acknowledged
 * @param held tasks and results of other owners
 * @param hours when it opens or closes next; null when it is always open
 * @param plan what the policy plans for what waits here; null when it does not
 * @param totals since the start
 * @param neighbours in the order of C_S
 */
public record NodeStatus(
        NodeRef self,
        String policy,
        String loadModel,
        LoadState state,
        boolean draining,
        int workers,
        int busy,
        int waiting,
        int prefetched,
        int parked,
        int owned,
        int held,
        @Nullable Hours hours,
        @Nullable Forecast plan,
        Totals totals,
        List<Neighbour> neighbours) {

    /**
     * What a submitter with a quota of processors has of them.
     *
     * @param used tasks that run, or will run next
     * @param queuedByQuota tasks that have to wait for one
     */
    public record Processors(int used, int queuedByQuota) {}

    /**
     * A node that is not always open.
     *
     * @param open now
     * @param onHold whether it is open, starts nothing, and what runs stays
     * @param frozen whether workers are stopped meanwhile
     * @param changesAtNanos when it is closed, or opens, or begins to move what runs while it is on
     *     hold, on the clock of the events; {@link Long#MAX_VALUE} when that is not known
     * @param notice why it closes or is closed, if not because of its hours: in the words that
     *     follow "this node is"; else empty
     */
    public record Hours(
            boolean open, boolean onHold, boolean frozen, long changesAtNanos, String notice) {}

    /**
     * Counts since the start of the process; {@code runNanos} is worker time spent in tasks. {@code
     * movedToSave} tasks ran here and were suspended to end sooner elsewhere; that was predicted to
     * save {@code savedNanos}, the costs of moving already deducted.
     */
    public record Totals(
            long accepted,
            long run,
            long failed,
            long stolenIn,
            long givenAway,
            long committed,
            long delivered,
            long regranted,
            long superseded,
            long cancelled,
            long runNanos,
            long offersSent,
            long resultsSent,
            long loadsSent,
            long requestsSent,
            long otherSent,
            long movedToSave,
            long savedNanos) {}

    /** A neighbour as this node sees it. */
    public record Neighbour(
            String name, boolean up, LoadState believed, LoadState told, int room) {}

    /**
     * A task in this node's records.
     *
     * @param state READY, RUNNING, ... of the copy here, AWAY when a peer has it, DONE when its
     *     outcome waits for the submitter
     * @param where the node that has it, as far as known
     * @param deferralReason why it is still here although it is to be suspended; empty when nothing
     *     was said
     */
    public record TaskLine(
            TaskId id,
            String kind,
            String grant,
            String owner,
            String state,
            @Nullable String where,
            int slot,
            int priority,
            String deferralReason) {}
}
