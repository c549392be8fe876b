package org.evenkeel.simulator.check;

import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.evenkeel.kernel.HeldTask;
import org.evenkeel.kernel.TaskNow;
import org.evenkeel.kernel.WaitReason;
import org.evenkeel.model.Grant;
import org.evenkeel.model.TaskId;

/**
 * S21: a task that does not run says why, at the node that has it and at its owner; that a worker
 * is idle there is not among the reasons. So when nothing stands against it any more, it has
 * started. S22: a reason that only messages between nodes can end does not last for longer than
 * some leases once all faults are repaired. Looked at after one event in {@value #EACH}.
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

    private record Waiting(Grant grant, WaitReason reason, long sinceNanos) {

        /** Whether it is the same reason, of the same attempt. */
        boolean isSame(Waiting other) {
            return reason == other.reason && grant.equals(other.grant);
        }
    }

    private final ClusterSight cluster;
    private final long limitNanos;

    /** What passes, of each node's tasks, as it was looked at last. */
    private final Map<Integer, Map<TaskId, Waiting>> waiting = new LinkedHashMap<>();

    private int events;

    /**
     * @param limitNanos for which a passing reason may last
     */
    ReasonRules(ClusterSight cluster, long limitNanos) {
        this.cluster = cluster;
        this.limitNanos = limitNanos;
    }

    @Override
    public void settled(NodeSight node) {
        events++;
        if (events % EACH != 0) {
            return;
        }
        Map<TaskId, Waiting> before = waiting.getOrDefault(node.index(), Map.of());
        Map<TaskId, Waiting> after = new LinkedHashMap<>();
        node.books()
                .forEachCopy(copy -> {
                    if (copy.state() != HeldTask.State.GONE) {
                        look(node, copy.id(), copy.grant(), before, after);
                    }
                });
        node.books()
                .forEachOwned(own -> {
                    if (own.copy() == null) {
                        look(node, own.task(), own.grant(), before, after);
                    }
                });
        waiting.put(node.index(), after);
    }

    private void look(
            NodeSight node,
            TaskId task,
            Grant grant,
            Map<TaskId, Waiting> before,
            Map<TaskId, Waiting> after) {
        TaskNow now = node.books().now(task);
        List<WaitReason> reasons = now.obstacles().stream().map(TaskNow.Obstacle::reason).toList();
        boolean runs = now.state().equals(HeldTask.State.RUNNING.name());
        if (!runs && reasons.isEmpty() || reasons.contains(WaitReason.HAS_ROOM)) {
            throw new Violation("S21", task, where(node, now) + " because of " + reasons);
        }
        for (WaitReason reason : reasons) {
            if (PASSING.contains(reason)) {
                passing(node, task, new Waiting(grant, reason, cluster.nowNanos()), before, after);
            }
        }
    }

    private void passing(
            NodeSight node,
            TaskId task,
            Waiting found,
            Map<TaskId, Waiting> before,
            Map<TaskId, Waiting> after) {
        Waiting known = before.get(task);
        Waiting waits = known != null && cluster.isHealed() && known.isSame(found) ? known : found;
        after.put(task, waits);
        if (found.sinceNanos() - waits.sinceNanos() > limitNanos) {
            throw new Violation(
                    "S22",
                    task,
                    where(node, node.books().now(task))
                            + " because of "
                            + waits.reason()
                            + " for longer than "
                            + limitNanos / 1e9
                            + " s");
        }
    }

    private static String where(NodeSight node, TaskNow now) {
        return "it is " + now.state() + " at " + node.ref().id();
    }
}
