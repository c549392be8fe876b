package org.evenkeel.policy.baseline;

import java.util.List;
import org.evenkeel.policy.Arrival;
import org.evenkeel.policy.Decision;
import org.evenkeel.policy.Decision.Action;
import org.evenkeel.policy.NeighbourView;
import org.evenkeel.policy.NodeView;

/**
 * The nodes among which a blind policy places a new task: this one, number 0, if it has workers,
 * then its linked neighbours. Whether those have workers is not known: nothing is told.
 */
final class Candidates {

    /** A node without workers passes a task on at most so often. */
    static final int MOST_PASSES = 64;

    private Candidates() {}

    /** Whether the task is where it was sent, or has come back from a node that refused it. */
    static boolean isPlaced(NodeView view, Arrival arrival) {
        return arrival.hops() >= (view.sample().workers() > 0 ? 1 : MOST_PASSES);
    }

    static int count(NodeView view) {
        int count = view.sample().workers() > 0 ? 1 : 0;
        for (NeighbourView neighbour : view.neighbours()) {
            count += neighbour.linked() ? 1 : 0;
        }
        return count;
    }

    /**
     * Places a task on one of the candidates.
     *
     * @param number from 0 to {@link #count} - 1
     */
    static Decision place(NodeView view, int number, String reason) {
        int left = number - (view.sample().workers() > 0 ? 1 : 0);
        List<NeighbourView> neighbours = view.neighbours();
        for (int index = 0; index < neighbours.size() && left >= 0; index++) {
            if (neighbours.get(index).linked() && left-- == 0) {
                return Decision.of(new Action.Transfer(index), reason);
            }
        }
        return Decision.keep(view);
    }
}
