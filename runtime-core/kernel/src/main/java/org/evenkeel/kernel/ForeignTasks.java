package org.evenkeel.kernel;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.evenkeel.kernel.HeldTask.State;
import org.evenkeel.kernel.trace.TraceKind;
import org.evenkeel.model.Grant;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.Outcome;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.protocol.PeerMessage.GrantedTask;
import org.evenkeel.model.protocol.PeerMessage.Result;
import org.jspecify.annotations.Nullable;

/**
 * The tasks of other owners that this node holds, and their results until the owner has received
 * them.
 *
 * <p>This node's own tasks are in the {@link OwnerLedger}; {@link #find} knows both.
 */
final class ForeignTasks {

    /** A result that waits for its owner's acknowledgement. */
    private static final class HeldResult {
        NodeRef owner;
        final boolean survivesOwner;
        final String kind;
        final Result result;
        final long madeNanos;
        long sentNanos;

        HeldResult(HeldTask copy, Result result, long sentNanos) {
            this.owner = copy.owner;
            this.survivesOwner = copy.task.survivesOwner();
            this.kind = copy.task.kind().name();
            this.result = result;
            this.madeNanos = sentNanos;
            this.sentNanos = sentNanos;
        }
    }

    private final NodeContext context;
    private final OwnerLedger ledger;
    private final Map<TaskId, HeldTask> held = new LinkedHashMap<>();
    private final Map<GrantedTask, HeldResult> results = new LinkedHashMap<>();

    ForeignTasks(NodeContext context, OwnerLedger ledger) {
        this.context = context;
        this.ledger = ledger;
    }

    /** Copies and results of other owners' tasks. */
    int size() {
        return held.size() + results.size();
    }

    Collection<HeldTask> foreign() {
        return held.values();
    }

    /**
     * What owners are told that is here: copies, and results they have not acknowledged, so that
     * they wait for these however long they take. Not what is being passed on: its next owner may
     * not have heard of it, and would have it stopped.
     */
    void forEachReported(BiConsumer<NodeRef, GrantedTask> visitor) {
        for (HeldTask copy : held.values()) {
            if (!isBeingPassed(copy.id())) {
                visitor.accept(copy.owner, new GrantedTask(copy.id(), copy.grant));
            }
        }
        results.forEach((task, result) -> {
            if (!isBeingPassed(task.task())) {
                visitor.accept(result.owner, task);
            }
        });
    }

    /** The processes that own what is here; again for each task and result. */
    void forEachOwner(Consumer<NodeRef> visitor) {
        held.values().forEach(copy -> visitor.accept(copy.owner));
        results.values().forEach(result -> visitor.accept(result.owner));
    }

    /** The nodes that are waited for: owners of what is here, and those that were offered tasks. */
    void forEachAwaited(Consumer<NodeId> visitor) {
        for (HeldTask copy : held.values()) {
            visitor.accept(copy.owner.id());
        }
        results.values().forEach(result -> visitor.accept(result.owner.id()));
        for (HeldTask copy : handing(any -> true)) {
            NodeId taker = copy.handingTo;
            if (taker != null) {
                visitor.accept(taker);
            }
        }
    }

    /** Whether an owner that can be told of a result has not yet acknowledged it. */
    boolean owesResults(PeerLinkTable peerLinkTable) {
        return results.values().stream().anyMatch(result -> peerLinkTable.isUp(result.owner.id()));
    }

    /**
     * An outcome that waits for its owner's acknowledgement.
     *
     * @param suspended whether the task has not ended: the outcome is a checkpoint
     * @param madeNanos when the task ended or was suspended
     */
    record Unacknowledged(NodeRef owner, boolean suspended, long madeNanos) {}

    /** The newest outcome of a task that waits for its acknowledgement; null for none. */
    @Nullable Unacknowledged unacknowledged(TaskId id) {
        HeldResult newest = null;
        for (HeldResult each : results.values()) {
            newest = each.result.task().equals(id) ? each : newest;
        }
        return newest == null
                ? null
                : new Unacknowledged(
                        newest.owner, newest.result.outcome().isSuspended(), newest.madeNanos);
    }

    /** Outcomes that wait for their owners' acknowledgement. */
    void forEachResult(BiConsumer<GrantedTask, Outcome> visitor) {
        results.forEach((task, held) -> visitor.accept(task, held.result.outcome()));
    }

    @Nullable HeldTask foreign(TaskId id) {
        return held.get(id);
    }

    void add(HeldTask copy) {
        held.put(copy.id(), copy);
    }

    /** This node's copy of a task under a grant, whoever owns it. */
    @Nullable HeldTask find(TaskId id, Grant grant) {
        OwnedTask own = ledger.get(id);
        if (own != null && own.here != null && own.here.grant.equals(grant)) {
            return own.here;
        }
        HeldTask copy = held.get(id);
        return copy != null && copy.grant.equals(grant) ? copy : null;
    }

    /** The copy left this node or ended here. */
    void forget(HeldTask copy) {
        copy.become(State.GONE);
        dropCheckpoint(copy);
        held.remove(copy.id(), copy);
    }

    /** A checkpoint that its owner has, or no node needs. */
    void dropCheckpoint(HeldTask copy) {
        Outcome checkpoint = copy.checkpoint;
        if (checkpoint != null) {
            copy.checkpoint = null;
            context.out.release(checkpoint);
        }
    }

    /** The copy is no longer counted here; its state is the caller's to settle. */
    void release(HeldTask copy) {
        dropCheckpoint(copy);
        held.remove(copy.id(), copy);
    }

    /** Every copy, own and foreign, that is being handed to this peer, in a stable order. */
    List<HeldTask> handingTo(NodeId peer) {
        return handing(peer::equals);
    }

    /** The same, to any of these peers. */
    List<HeldTask> handing(Predicate<NodeId> to) {
        List<HeldTask> handing = new ArrayList<>();
        for (OwnedTask own : ledger.all()) {
            if (own.here != null && isHanding(own.here, to)) {
                handing.add(own.here);
            }
        }
        for (HeldTask copy : held.values()) {
            if (isHanding(copy, to)) {
                handing.add(copy);
            }
        }
        return handing;
    }

    private static boolean isHanding(HeldTask copy, Predicate<NodeId> to) {
        NodeId taker = copy.handingTo;
        return copy.state() == State.HANDING && taker != null && to.test(taker);
    }

    // ---- Results

    /** A copy ended: its owner is told, here or over the wire. */
    void complete(HeldTask copy, Outcome outcome, long runNanos) {
        if (copy.state() == State.GONE) {
            context.out.release(outcome);
            return;
        }
        if (context.isSelf(copy.owner)) {
            copy.become(State.GONE);
            if (outcome.isSuspended()) {
                context.migrations.add(copy, MoveTimes.Part.FILE, 0, 0);
            }
            String here = context.self.id().name();
            ledger.commit(copy.id(), copy.grant, outcome, here, copy.towards);
            return;
        }
        forget(copy);
        context.out.release(copy.task);
        NodeId towards = outcome.isSuspended() ? copy.towards : null;
        Result result = new Result(copy.id(), copy.grant, outcome, runNanos, towards);
        results.put(
                new GrantedTask(copy.id(), copy.grant), new HeldResult(copy, result, context.now));
        if (isBeingPassed(copy.id())) {
            context.trace(copy.id(), TraceKind.FINISHED, "its result waits for the next owner");
            return;
        }
        if (outcome.isSuspended()) {
            context.trace(copy.id(), TraceKind.SUSPENDED, copy.owner.id(), "returned to its owner");
        } else {
            context.trace(
                    copy.id(), TraceKind.FINISHED, copy.owner.id(), "result sent to its owner");
        }
        context.out.result(copy.owner, result);
    }

    /** The successor may not have heard of it yet: it would take its result for an old one. */
    boolean isBeingPassed(TaskId id) {
        OwnedTask own = ledger.get(id);
        return own != null && own.isPassing;
    }

    void acknowledged(List<GrantedTask> tasks) {
        for (GrantedTask task : tasks) {
            HeldResult result = results.remove(task);
            if (result != null) {
                context.out.release(result.result.outcome());
                if (result.result.outcome().isSuspended()) {
                    context.migrations.add(
                            task.task(),
                            task.grant(),
                            result.kind,
                            MoveTimes.Part.FILE,
                            context.now - result.madeNanos,
                            0);
                }
            }
        }
    }

    /**
     * Says results again that were not acknowledged: to this owner, or (null) the overdue ones to
     * all.
     */
    void resend(@Nullable NodeId owner) {
        for (HeldResult held : results.values()) {
            boolean overdue = context.now - held.sentNanos > context.config.heartbeatNanos();
            boolean due = owner == null ? overdue : owner.equals(held.owner.id());
            if (due && !isBeingPassed(held.result.task())) {
                held.sentNanos = context.now;
                context.out.result(held.owner, held.result);
            }
        }
    }

    /**
     * The node of an owner was started anew, and its disk has kept what survives it; whether there
     * is anything.
     */
    boolean ownerIsNow(NodeRef later) {
        boolean any = false;
        for (HeldTask copy : held.values()) {
            if (copy.task.survivesOwner() && isEarlier(copy.owner, later)) {
                copy.owner = later;
                any = true;
            }
        }
        for (HeldResult result : results.values()) {
            if (result.survivesOwner && isEarlier(result.owner, later)) {
                result.owner = later;
                any = true;
            }
        }
        return any;
    }

    /** Holds one of this node's own tasks, which is being passed on, for its next owner. */
    void holdFor(OwnedTask task, HeldTask copy, NodeRef next) {
        task.here = null;
        task.holder = null;
        task.isHeldHere = true;
        copy.owner = next;
        add(copy);
    }

    /**
     * Another process owns these tasks now. Not what was this node's own meanwhile and is being
     * passed on: it knows better whose that is.
     */
    void moved(NodeRef owner, List<GrantedTask> tasks) {
        for (GrantedTask task : tasks) {
            if (isBeingPassed(task.task())) {
                continue;
            }
            HeldTask copy = held.get(task.task());
            if (copy != null && copy.grant.equals(task.grant())) {
                copy.owner = owner;
            }
            HeldResult result = results.get(task);
            if (result != null) {
                result.owner = owner;
            }
        }
    }

    /** Says a result of this task again at once, if one waits here. */
    void resendResult(GrantedTask task) {
        HeldResult result = results.get(task);
        if (result != null) {
            result.sentNanos = context.now;
            context.out.result(result.owner, result.result);
        }
    }

    /** A copy of what is this node's own now, taken from those of others; null when it has none. */
    @Nullable HeldTask claim(TaskId id, Grant grant) {
        HeldTask copy = held.get(id);
        if (copy == null || !copy.grant.equals(grant) || copy.state() == State.GONE) {
            return null;
        }
        held.remove(id);
        copy.owner = context.self;
        return copy;
    }

    /** A result that waits for an owner that is no longer: the task is this node's own now. */
    void returnToOwner(OwnedTask task) {
        HeldResult result = results.remove(new GrantedTask(task.id(), task.inForce()));
        if (result != null) {
            Result told = result.result;
            ledger.commit(told.task(), told.grant(), told.outcome(), context.self.id().name());
        }
    }

    private static boolean isEarlier(NodeRef process, NodeRef later) {
        return process.id().equals(later.id()) && later.isLaterThan(process);
    }

    /** Forgets the results that no owner will ever want. */
    void dropOrphanedResults(RecoveringOwners absent) {
        results.values()
                .removeIf(held -> {
                    boolean drop = absent.isOrphan(held.owner, held.survivesOwner);
                    if (drop) {
                        context.out.release(held.result.outcome());
                    }
                    return drop;
                });
    }
}
