package org.evenkeel.simulator.check;

import java.util.List;
import org.evenkeel.kernel.HeldTask;
import org.evenkeel.kernel.TaskNow;
import org.evenkeel.kernel.WaitReason;

/**
 * S21: a task that does not run says why, at the node that has it; that a worker is idle there is
 * not among the reasons. Looked at after one event in {@value #EACH}.
 */
final class ReasonRules implements Check {
    private static final int EACH = 61;

    private int events;

    @Override
    public void settled(NodeSight node) {
        events++;
        if (events % EACH != 0) {
            return;
        }
        node.books()
                .forEachCopy(copy -> {
                    if (copy.state() != HeldTask.State.GONE) {
                        look(node, copy);
                    }
                });
    }

    private static void look(NodeSight node, HeldTask copy) {
        TaskNow now = node.books().now(copy.id());
        List<WaitReason> reasons = now.obstacles().stream().map(TaskNow.Obstacle::reason).toList();
        boolean runs = copy.state() == HeldTask.State.RUNNING;
        if (!runs && reasons.isEmpty() || reasons.contains(WaitReason.HAS_ROOM)) {
            throw new Violation(
                    "S21",
                    copy.id(),
                    "it is " + copy.state() + " at " + node.ref().id() + " because of " + reasons);
        }
    }
}
