package org.evenkeel.kernel.policy.neighbour;

import java.util.List;
import org.evenkeel.kernel.policy.CountAnnouncementRule;
import org.evenkeel.kernel.policy.Decision;
import org.evenkeel.kernel.policy.Decision.Action;
import org.evenkeel.kernel.policy.Decision.Announcement;
import org.evenkeel.kernel.policy.NeighbourView;
import org.evenkeel.kernel.policy.NodeView;
import org.evenkeel.kernel.policy.PlacingPolicy;
import org.evenkeel.kernel.policy.TaskArrival;
import org.jspecify.annotations.Nullable;

/**
 * What GLUnix does: the tasks of a job go, once and each to an idle worker of its own; a job that
 * is wider than the idle workers is refused.
 *
 * <p>Source: the yardstick "GLUnix" of Chen, Lu, "Runtime incremental concentrated scheduling
 * supporting process migration on NOW" (NRICS-SPM). There one master places all jobs; here the node
 * where a job is submitted does it, so two jobs submitted at two nodes in the same moment may meet
 * on one worker, where the later one waits. What a client submits at once is its job; tasks that
 * tasks spawn are not refused, they wait where they are when no node is idle.
 */
public final class OnlyIdle implements PlacingPolicy {

    private static final CountAnnouncementRule EVERY_CHANGE = new CountAnnouncementRule(1, 0);

    @Override
    public String name() {
        return "glunix";
    }

    @Override
    public @Nullable String refusal(NodeView view, int tasks) {
        int idle = idle(view.sample().workers(), view.tasks());
        for (NeighbourView neighbour : view.neighbours()) {
            idle += neighbour.takesTasks() ? idle(neighbour.workers(), neighbour.tasks()) : 0;
        }
        return tasks <= idle
                ? null
                : "a job of "
                        + tasks
                        + (tasks == 1 ? " task" : " tasks")
                        + " needs more than the "
                        + idle
                        + (idle == 1 ? " idle worker" : " idle workers")
                        + " that this node knows of; policy glunix starts a job as a whole or not at "
                        + "all: submit fewer tasks at once, or later";
    }

    @Override
    public Decision onTask(NodeView view, TaskArrival taskArrival) {
        boolean placed = view.hasWorkers() && taskArrival.hops() > 0;
        if (placed || idle(view.sample().workers(), view.tasks()) > 0) {
            return Decision.keep(view);
        }
        List<NeighbourView> neighbours = view.neighbours();
        for (int index = 0; index < neighbours.size(); index++) {
            NeighbourView neighbour = neighbours.get(index);
            if (neighbour.takesTasks() && idle(neighbour.workers(), neighbour.tasks()) > 0) {
                return Decision.of(new Action.Transfer(index), "it has an idle worker");
            }
        }
        return Decision.keep(view);
    }

    private static int idle(int workers, int tasks) {
        return Math.max(0, workers - tasks);
    }

    @Override
    public List<Announcement> announce(NodeView after) {
        return EVERY_CHANGE.due(after);
    }
}
