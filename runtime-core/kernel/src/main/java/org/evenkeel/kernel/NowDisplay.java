package org.evenkeel.kernel;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.evenkeel.kernel.HeldTask.State;
import org.evenkeel.kernel.TaskNow.Obstacle;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.TaskTraits;
import org.jspecify.annotations.Nullable;

/**
 * Where a task is now, and why it does not run; reads, changes nothing.
 *
 * @param nowNanos on the clock of the events; not before the last one
 */
record NowDisplay(NodeDisplay node, boolean draining, long nowNanos) {

    /** State of a task that is kept where it was submitted: not accepted yet, or failed. */
    private static final String QUEUED = "QUEUED";

    /**
     * Where a task is.
     *
     * @param traits of one that is unknown here; null where they are unknown as well
     */
    TaskNow of(TaskId id, @Nullable TaskTraits traits) {
        OwnedTask own = node.ledger().get(id);
        HeldTask copy = own == null ? null : own.here;
        if (copy == null && (own == null || own.isPassing)) {
            copy = node.foreignTasks().foreign(id);
        }
        NodeRules rules = new NodeRules(node, draining);
        if (copy != null && copy.state() != State.GONE) {
            TaskNow held = new HeldNow(node, rules, nowNanos).of(copy);
            return own == null || !own.isPassing ? held : passing(held, own);
        }
        if (own != null) {
            return owned(own, rules);
        }
        ForeignTasks.Unacknowledged sent = node.foreignTasks().unacknowledged(id);
        if (sent != null) {
            return left(sent);
        }
        String notAdmitted = node.ledger().gate().whyNotAdmitted(id);
        return notAdmitted == null
                ? new TaskNow("", TaskNow.UNKNOWN, rules.ofNewcomer(traits))
                : at(
                        QUEUED,
                        new Obstacle(
                                WaitReason.JOB_NOT_ADMITTED,
                                "its job is not admitted yet: " + notAdmitted));
    }

    private static TaskNow at(String state, Obstacle obstacle) {
        return new TaskNow(state, TaskNow.UNKNOWN, List.of(obstacle));
    }

    // ---- At an owner

    private TaskNow owned(OwnedTask own, NodeRules rules) {
        if (own.isDone()) {
            return at(TaskLines.DONE, new Obstacle(WaitReason.ENDED, "it has ended"));
        }
        NodeId holder = own.holder;
        if (own.isPassing) {
            return at(TaskLines.AWAY, becomesOwner(own));
        }
        if (own.retryNanos > 0) {
            return at(QUEUED, new Obstacle(WaitReason.WAITS_FOR_RETRY, retryOf(own)));
        }
        if (own.isBeingWritten()) {
            String words = "a replica of it is being written";
            return at(TaskLines.AWAY, new Obstacle(WaitReason.BEING_WRITTEN, words));
        }
        if (holder == null) {
            String words = "no node has reported it yet; without a report it is granted again";
            return at(TaskLines.AWAY, new Obstacle(WaitReason.NOT_REPORTED, words));
        }
        List<Obstacle> why = new ArrayList<>();
        why.add(new Obstacle(WaitReason.ELSEWHERE, holder.name() + " has it", 0, holder));
        if (!node.links().isUp(holder)) {
            why.add(new Obstacle(WaitReason.HOLDER_AWAY, withoutLink(own, holder), 0, holder));
        }
        why.addAll(rules.ofNewcomer(TaskTraits.of(own.task)));
        return new TaskNow(TaskLines.AWAY, TaskNow.UNKNOWN, List.copyOf(why));
    }

    private static Obstacle becomesOwner(OwnedTask own) {
        NodeId other = own.successor == null ? own.holder : own.successor.id();
        String to = other == null ? "another node" : other.name();
        return new Obstacle(WaitReason.BEING_PASSED, to + " becomes its owner", 0, other);
    }

    private String retryOf(OwnedTask own) {
        return String.format(
                Locale.ROOT,
                "it has failed %d times; it is run again in %.1f s",
                own.failures,
                Math.max(0, own.retryNanos - nowNanos) / 1e9);
    }

    private String withoutLink(OwnedTask own, NodeId holder) {
        long left = own.confirmedNanos + node.context().config.ownerLeaseNanos() - nowNanos;
        return String.format(
                Locale.ROOT,
                "there is no link with %s; it is granted again in %.1f s unless a node reports it",
                holder.name(),
                Math.max(0, left) / 1e9);
    }

    private static TaskNow passing(TaskNow held, OwnedTask own) {
        if (held.state().equals(State.RUNNING.name())) {
            return held;
        }
        List<Obstacle> why = new ArrayList<>(held.obstacles());
        why.add(becomesOwner(own));
        return new TaskNow(
                held.state(),
                held.forNanos(),
                held.expected(),
                List.copyOf(why),
                held.linked(),
                held.elsewhere());
    }

    // ---- At the node that had it

    private TaskNow left(ForeignTasks.Unacknowledged sent) {
        NodeId owner = sent.owner().id();
        List<Obstacle> why = new ArrayList<>();
        why.add(
                sent.suspended()
                        ? new Obstacle(
                                WaitReason.CHECKPOINT_SENT,
                                "it was suspended; its checkpoint is on its way to " + owner.name(),
                                0,
                                owner)
                        : new Obstacle(
                                WaitReason.RESULT_SENT,
                                "it has ended; its result is on its way to " + owner.name(),
                                0,
                                owner));
        if (!node.links().isUp(owner)) {
            String words = "there is no link with " + owner.name() + ", its owner";
            why.add(new Obstacle(WaitReason.OWNER_AWAY, words, 0, owner));
        }
        return new TaskNow(
                sent.suspended() ? TaskLines.AWAY : TaskLines.DONE,
                nowNanos - sent.madeNanos(),
                List.copyOf(why));
    }
}
