package org.evenkeel.simulator.check;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.evenkeel.kernel.HeldTask;
import org.evenkeel.kernel.TaskNow;
import org.evenkeel.kernel.TaskNow.Obstacle;
import org.evenkeel.kernel.WaitReason;
import org.evenkeel.model.Grant;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.TaskTraits;
import org.jspecify.annotations.Nullable;

/**
 * S21: a task that does not run says why: at the node that has it, at its owner, and at each node
 * to which it could be handed. That a worker is idle there is not among the reasons, so when
 * nothing stands against it any more, it has started. S22 is in {@link PassingReasons}. Looked at
 * after one event in {@value #EACH}.
 */
final class ReasonRules implements Check {
    private static final int EACH = 61;

    /** What passes by itself when all nodes and links work. */
    private static final Set<WaitReason> PASSING =
            EnumSet.of(
                    WaitReason.WAITS_FOR_PHASE,
                    WaitReason.PHASE,
                    WaitReason.BEING_HANDED,
                    WaitReason.NOT_REPORTED,
                    WaitReason.BEING_WRITTEN,
                    WaitReason.BEING_PASSED);

    private final ClusterSight cluster;
    private final boolean keepsPromises;
    private final PassingReasons passing;
    private int events;

    /**
     * @param keepsPromises whether a task waits beside a neighbour with room only as long as it is
     *     taken for full: I1 and I2
     * @param limitNanos for which a passing reason may last
     */
    ReasonRules(ClusterSight cluster, boolean keepsPromises, long limitNanos) {
        this.cluster = cluster;
        this.keepsPromises = keepsPromises;
        this.passing = new PassingReasons(cluster, limitNanos);
    }

    @Override
    public void settled(NodeSight node) {
        events++;
        if (events % EACH != 0) {
            return;
        }
        PassingReasons.Look look = passing.look(node);
        node.books()
                .forEachCopy(copy -> {
                    if (copy.state() != HeldTask.State.GONE) {
                        here(node, copy, look);
                    }
                });
        node.books()
                .forEachOwned(own -> {
                    if (own.copy() == null) {
                        saysWhy(node, own.task(), own.grant(), look);
                    }
                });
    }

    private void here(NodeSight node, HeldTask copy, PassingReasons.Look look) {
        TaskNow now = saysWhy(node, copy.id(), copy.grant(), look);
        require(!has(now, WaitReason.HAS_ROOM), node, copy.id(), now);
        boolean stays = now.obstacles().stream().anyMatch(each -> each.reason().keepsFromOthers());
        if (copy.state() == HeldTask.State.READY && !stays) {
            elsewhere(node, copy, now, look);
        }
    }

    /** Also of a task that its owner holds for the next one while it passes it on. */
    private static TaskNow saysWhy(
            NodeSight node, TaskId task, Grant grant, PassingReasons.Look look) {
        TaskNow now = node.books().now(task);
        boolean runs = now.state().equals(HeldTask.State.RUNNING.name());
        require(runs || !now.obstacles().isEmpty(), node, task, now);
        for (Obstacle each : now.obstacles()) {
            if (PASSING.contains(each.reason())) {
                look.found(task, grant, each.reason(), null, where(node, now));
            }
        }
        return now;
    }

    // ---- At the nodes that are linked with the one where it waits

    private void elsewhere(NodeSight node, HeldTask copy, TaskNow now, PassingReasons.Look look) {
        List<NodeId> told = now.elsewhere().stream().map(Obstacle::other).toList();
        require(told.equals(now.linked()), node, copy.id(), now);
        TaskTraits traits = TaskTraits.of(copy.task());
        boolean promised = keepsPromises && !node.ref().id().equals(traits.node());
        if (!promised || !node.isAlive() || node.isBehind() || node.books().isFrozenOut()) {
            return;
        }
        for (Obstacle why : now.elsewhere()) {
            NodeSight other = other(node, why);
            if (other != null && has(other.books().now(copy.id(), traits), WaitReason.HAS_ROOM)) {
                require(why.reason() == WaitReason.TAKEN_FOR_FULL, node, copy.id(), now);
                look.found(copy.id(), copy.grant(), why.reason(), why.other(), where(node, now));
            }
        }
    }

    /** The other node, if both take each other for neighbours and have handled what they know. */
    private @Nullable NodeSight other(NodeSight node, Obstacle why) {
        NodeId id = why.other();
        if (id == null) {
            return null;
        }
        NodeSight other = cluster.node(cluster.indexOf(id));
        boolean[] mutual = new boolean[1];
        other.books()
                .forEachNeighbour(neighbour -> mutual[0] |= neighbour.id().equals(node.ref().id()));
        boolean settled = other.isAlive() && !other.isBehind() && mutual[0];
        return settled && cluster.isLinked(node.index(), other.index()) ? other : null;
    }

    private static boolean has(TaskNow now, WaitReason reason) {
        return now.obstacles().stream().anyMatch(each -> each.reason() == reason);
    }

    private static void require(boolean holds, NodeSight node, TaskId task, TaskNow now) {
        if (!holds) {
            throw new Violation(
                    "S21",
                    task,
                    "%s because of %s, elsewhere of %s"
                            .formatted(where(node, now), now.obstacles(), now.elsewhere()));
        }
    }

    private static String where(NodeSight node, TaskNow now) {
        return "it is " + now.state() + " at " + node.ref().id();
    }
}
