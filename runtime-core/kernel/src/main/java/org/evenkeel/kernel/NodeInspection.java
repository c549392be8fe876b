package org.evenkeel.kernel;

import java.util.StringJoiner;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.evenkeel.model.Grant;
import org.evenkeel.model.LoadState;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.Outcome;
import org.evenkeel.model.Payload;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.TaskState;
import org.evenkeel.model.TaskTraits;
import org.evenkeel.model.protocol.PeerMessage.GrantedTask;
import org.jspecify.annotations.Nullable;

/**
 * The records of a node, open for reading: what it owns, what is in its hands, what it thinks of
 * its neighbours. For those who check invariants between two events; reads, changes nothing.
 */
public record NodeInspection(
        WaitingTasks waitingTasks,
        QuotaQueue quotaQueue,
        PhaseTasks phaseTasks,
        Phases phases,
        Slots workerSlots,
        Balancer balancer,
        OwnerLedger ledger,
        ForeignTasks foreignTasks,
        ReplicaStore replicaStore,
        BooleanSupplier leaving,
        BooleanSupplier together,
        BooleanSupplier open,
        RecoveringOwners absent,
        Now now) {

    /**
     * A task this node accepted.
     *
     * @param grant the current one
     * @param adopted the grant of an earlier owner that is still in force, null for none
     * @param copy the state of this node's own copy, null when it has none
     * @param holder who has custody as far as known, null between two reports
     * @param done whether its outcome is committed and waits for its submitter
     * @param session who submitted it
     * @param survivesOwner whether it is kept when this process ends
     * @param blame attempts that failed, and workers that died of it
     * @param payload what it is started with: its newest checkpoint, if it has one
     */
    public record Owned(
            TaskId task,
            Grant grant,
            @Nullable Grant adopted,
            HeldTask.@Nullable State copy,
            @Nullable NodeId holder,
            boolean done,
            long session,
            boolean survivesOwner,
            int blame,
            Payload payload) {}

    /** A neighbour: believed and told states, offers sent and answered on this link session. */
    public record Neighbour(
            NodeId id,
            boolean linked,
            LoadState believed,
            LoadState told,
            long sent,
            long received) {}

    /** Where a task is now. */
    @FunctionalInterface
    interface Now {
        TaskNow of(TaskId task, @Nullable TaskTraits traits);
    }

    /** Tasks accepted here and not yet acknowledged. */
    public void forEachOwned(Consumer<Owned> visitor) {
        for (OwnedTask own : ledger.all()) {
            HeldTask here = own.here;
            visitor.accept(
                    new Owned(
                            own.id(),
                            own.grant,
                            own.adopted,
                            here == null ? null : here.state(),
                            own.holder,
                            own.isDone(),
                            own.session,
                            own.isDurable(),
                            own.failures + own.deaths.size(),
                            own.task.payload()));
        }
    }

    /** Copies in this node's hands, of its own tasks and of other owners'. */
    public void forEachCopy(Consumer<HeldTask> visitor) {
        for (OwnedTask own : ledger.all()) {
            if (own.here != null) {
                visitor.accept(own.here);
            }
        }
        foreignTasks.foreign().forEach(visitor);
    }

    /** Where a task is now, and why it does not run here. */
    public TaskNow now(TaskId task) {
        return now(task, null);
    }

    /** The same of a task that may be unknown here and is like this; null where that is unknown. */
    public TaskNow now(TaskId task, @Nullable TaskTraits traits) {
        return now.of(task, traits);
    }

    /** Outcomes of other owners' tasks that wait here for their acknowledgement. */
    public void forEachResult(BiConsumer<GrantedTask, Outcome> visitor) {
        foreignTasks.forEachResult(visitor);
    }

    /** Whether this node keeps nothing for an owner, which it has declared gone. */
    public boolean isOrphan(NodeRef owner, boolean survivesOwner) {
        return absent.isOrphan(owner, survivesOwner);
    }

    /** Tasks kept for other owners. */
    public void forEachReplica(Consumer<TaskState> visitor) {
        replicaStore.forEach(visitor);
    }

    /** What is kept for owners that are taken for gone, and whose it was. */
    public void forEachOrphanedReplica(BiConsumer<NodeRef, TaskState> visitor) {
        replicaStore.forEachOrphan(absent, visitor);
    }

    /** C_S in its order. */
    public void forEachNeighbour(Consumer<Neighbour> visitor) {
        for (org.evenkeel.kernel.Neighbour n : balancer.table.inOrder()) {
            visitor.accept(
                    new Neighbour(
                            n.id,
                            n.isLinked(),
                            n.believed(),
                            n.announced(),
                            n.sent(),
                            n.received()));
        }
    }

    /** Tasks accepted and not yet acknowledged. */
    public int owned() {
        return ledger.size();
    }

    /** Tasks and results of other owners. */
    public int held() {
        return foreignTasks.size();
    }

    /** Tasks that wait for a slot, those sent ahead to a worker excluded. */
    public int waiting() {
        return waitingTasks.size();
    }

    /** Of these, tasks that may be handed on: they are not to run on this very node. */
    public int mobile() {
        return waitingTasks.mobile();
    }

    /** Tasks that wait for their submitters' quotas of processors. */
    public int queuedByQuota() {
        return quotaQueue.size();
    }

    /** Tasks that wait apart for a scheduling phase, or until one is over. */
    public int apart() {
        return phaseTasks.size();
    }

    /** Whether a scheduling phase has frozen the node. */
    public boolean isFrozen() {
        return phaseTasks.isFrozen();
    }

    /** How long the node has been frozen by a scheduling phase; 0 when it is not. */
    public long frozenNanos() {
        return phases.frozenNanos();
    }

    /** The highest term of a master of scheduling phases that was heard of, 0 for none. */
    public long term() {
        return phases.term();
    }

    /** The master of scheduling phases as far as known, null when there is none. */
    public @Nullable NodeId master() {
        return phases.masterKnown();
    }

    /** Whether nothing runs and nothing else waits, though there are workers and it is open. */
    public boolean isIdle() {
        return !balancer.isShut()
                && workerSlots.workers() > 0
                && workerSlots.busy() == 0
                && waitingTasks.isEmpty();
    }

    /** Tasks sent ahead to workers and not started. */
    public int prefetched() {
        return workerSlots.prefetched();
    }

    /** Workers' slots that are open. */
    public int workers() {
        return workerSlots.workers();
    }

    /** Of these, those that run a task. */
    public int busy() {
        return workerSlots.busy();
    }

    /** What is in the slots, human-readable. */
    public String slots() {
        StringJoiner text = new StringJoiner("; ");
        workerSlots.all().forEach(slot -> text.add(slot.toString()));
        return text.toString();
    }

    /** Whether this node leaves: what it owned is in its hands until others take it. */
    public boolean isLeaving() {
        return leaving.getAsBoolean();
    }

    /** Whether it passes on tasks that it has accepted. */
    public boolean isPassingOn() {
        return ledger.all().stream().anyMatch(own -> own.isPassing);
    }

    /** Whether all nodes that it knows leave as well. */
    public boolean isLeavingTogether() {
        return together.getAsBoolean();
    }

    /** Whether its calendar lets it run tasks now. */
    public boolean isOpen() {
        return open.getAsBoolean();
    }

    /** What keeps this node from taking tasks; it tells HIGH meanwhile. */
    public boolean isFrozenOut() {
        return balancer.isFrozenOut() || balancer.isShut();
    }
}
