package org.evenkeel.kernel.policy.neighbour;

import java.util.List;
import org.evenkeel.kernel.policy.CountAnnouncementRule;
import org.evenkeel.kernel.policy.Decision;
import org.evenkeel.kernel.policy.Decision.Action;
import org.evenkeel.kernel.policy.Decision.Announcement;
import org.evenkeel.kernel.policy.NodeView;
import org.evenkeel.kernel.policy.PlacingPolicy;
import org.evenkeel.kernel.policy.TaskArrival;

/**
 * What PVM's resource manager does: a new task goes, once and at once, to the node with the fewest
 * tasks, among equals in turn; there it stays.
 *
 * <p>Source: the yardstick "PVM" of Chen, Lu, "Runtime incremental concentrated scheduling
 * supporting process migration on NOW" (NRICS-SPM). Its nodes have one processor each, so tasks are
 * counted and not divided by workers. The turn begins with this node and continues in the order of
 * C_S.
 */
public final class FewestTasks implements PlacingPolicy {

    private static final CountAnnouncementRule EVERY_CHANGE = new CountAnnouncementRule(1, 0);

    /** Whose turn it is: 0 is this node, then the neighbours from 1. */
    private int turn;

    @Override
    public String name() {
        return "pvm-round-robin";
    }

    @Override
    public Decision onTask(NodeView view, TaskArrival taskArrival) {
        if (view.hasWorkers() && taskArrival.hops() > 0) {
            return Decision.keep(view);
        }
        int places = view.neighbours().size() + 1;
        int best = 0;
        int least = Integer.MAX_VALUE;
        for (int step = 0; step < places; step++) {
            int place = (turn + step) % places;
            int tasks = tasksAt(view, place);
            if (tasks < least) {
                best = place;
                least = tasks;
            }
        }
        turn = best + 1;
        return best == 0
                ? Decision.keep(view)
                : Decision.of(new Action.Transfer(best - 1), "it has the fewest tasks");
    }

    /** Tasks at one of the places; more than there can be where none can run. */
    private static int tasksAt(NodeView view, int place) {
        if (place == 0) {
            return view.hasWorkers() ? view.tasks() : Integer.MAX_VALUE;
        }
        var neighbour = view.neighbours().get(place - 1);
        return neighbour.takesTasks() ? neighbour.tasks() : Integer.MAX_VALUE;
    }

    @Override
    public List<Announcement> announce(NodeView after) {
        return EVERY_CHANGE.due(after);
    }

    @Override
    public void onNeighboursChanged() {
        turn = 0;
    }
}
