package org.evenkeel.kernel.policy.baseline;

import java.util.List;
import org.evenkeel.kernel.policy.Decision;
import org.evenkeel.kernel.policy.Decision.Action;
import org.evenkeel.kernel.policy.NeighbourView;
import org.evenkeel.kernel.policy.NodeView;
import org.evenkeel.kernel.policy.TaskArrival;

/**
 * The nodes among which a blind policy places a new task: this one, number 0, if it has workers,
 * then the neighbours that can run tasks. When no worker here can, any linked neighbour will do: it
 * may know another.
 */
final class Candidates {

    /** A task that finds no workers is passed on at most so often. */
    static final int MOST_PASSES = 64;

    private final NodeView view;
    private final boolean anybody;
    private final int count;

    Candidates(NodeView view) {
        this.view = view;
        int runners = view.hasWorkers() ? 1 : 0;
        int linked = 0;
        for (NeighbourView neighbour : view.neighbours()) {
            runners += neighbour.takesTasks() ? 1 : 0;
            linked += neighbour.linked() ? 1 : 0;
        }
        this.anybody = runners == 0;
        this.count = anybody ? linked : runners;
    }

    int count() {
        return count;
    }

    /** Whether the task is where it was sent, or has come back, or there is nowhere to send it. */
    boolean keep(TaskArrival taskArrival) {
        boolean placed = view.hasWorkers() && taskArrival.hops() > 0;
        return placed || count == 0 || anybody && taskArrival.hops() >= MOST_PASSES;
    }

    /**
     * Places a task on one of them.
     *
     * @param number from 0 to {@link #count} - 1
     */
    Decision place(int number, String reason) {
        int left = number - (view.hasWorkers() ? 1 : 0);
        List<NeighbourView> neighbours = view.neighbours();
        for (int index = 0; index < neighbours.size() && left >= 0; index++) {
            NeighbourView neighbour = neighbours.get(index);
            boolean candidate = anybody ? neighbour.linked() : neighbour.takesTasks();
            if (candidate && left-- == 0) {
                return Decision.of(new Action.Transfer(index), reason);
            }
        }
        return Decision.keep(view);
    }
}
