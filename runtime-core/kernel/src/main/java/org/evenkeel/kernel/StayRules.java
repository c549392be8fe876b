package org.evenkeel.kernel;

import java.util.List;
import org.evenkeel.kernel.TaskNow.Obstacle;
import org.evenkeel.kernel.policy.Policy;
import org.jspecify.annotations.Nullable;

/**
 * Why a task that waits here is not handed on; reads, changes nothing.
 *
 * @param beyondQuota whether it waits for its submitter's quota: such tasks are handed on whatever
 *     becomes of others
 */
record StayRules(NodeDisplay node, NodeRules rules, boolean beyondQuota) {

    /**
     * Why it stays, whoever has room; that does not keep it from starting here. Null if it may go.
     */
    @Nullable Obstacle of(HeldTask copy) {
        Policy policy = policy();
        boolean bound = beyondQuota || rules.canRunHere();
        if (bound && node.context().self.id().equals(copy.task().kind().options().node())) {
            return new Obstacle(WaitReason.WANTED_HERE, "its submitter asked for this node");
        }
        if (!policy.handsOn() || !beyondQuota && !policy.movesWaiting(rules.canRunHere())) {
            String words = "policy " + policy.name() + " hands no waiting tasks on";
            return new Obstacle(WaitReason.NOT_HANDED_ON, words);
        }
        if (bound && copy.hop >= policy.hopLimit()) {
            String words = "it was handed on " + copy.hop + " times, and is not handed on any more";
            return new Obstacle(WaitReason.HOP_LIMIT, words, copy.hop, null);
        }
        return null;
    }

    /** For each linked neighbour why it is not there, should that one have room. */
    List<Obstacle> elsewhere(HeldTask copy) {
        return node.balancer().neighbours().stream()
                .filter(neighbour -> neighbour.linked())
                .map(neighbour -> of(neighbour, copy))
                .toList();
    }

    private Obstacle of(Balancer.NeighbourStatus neighbour, HeldTask copy) {
        String self = node.context().self.id().name();
        WaitReason reason;
        String words;
        if (!node.balancer().runnableAt(neighbour.id()).test(copy)) {
            reason = WaitReason.EARLIER_VERSION;
            words = "it runs an earlier version, whose workers have no options of a job";
        } else if (rules.draining()) {
            reason = WaitReason.NOT_CHOSEN;
            words = self + " leaves, and offers what it has to the others in turn";
        } else if (!beyondQuota && policy().givesOnlyWhenAsked()) {
            reason = WaitReason.NOT_ASKED;
            words = "it has not asked " + self + " for tasks";
        } else if (neighbour.hasRoom()) {
            reason = WaitReason.NOT_CHOSEN;
            words = "policy " + policy().name() + " of " + self + " does not give it now";
        } else {
            reason = WaitReason.TAKEN_FOR_FULL;
            words = self + " takes it for full";
        }
        return new Obstacle(reason, words, 0, neighbour.id());
    }

    private Policy policy() {
        return node.context().config.policy();
    }
}
