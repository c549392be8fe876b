package org.evenkeel.policy.neighbour;

import java.util.List;
import org.evenkeel.model.LoadState;
import org.evenkeel.policy.NeighbourView;

/** Compares neighbours by their tasks per worker. */
final class Crowds {

    private Crowds() {}

    /**
     * Whether a neighbour can be sent a task. One that has idle workers and is HIGH all the same
     * drains, or holds its bound of tasks, or has been sent all it said it had room for.
     */
    static boolean takes(NeighbourView neighbour) {
        boolean idle = neighbour.tasks() < neighbour.workers();
        return neighbour.linked()
                && neighbour.workers() > 0
                && !(idle && neighbour.believed() == LoadState.HIGH);
    }

    /** The least crowded neighbour that takes tasks, the first of several, or nobody. */
    static int least(List<NeighbourView> neighbours) {
        int best = NeighbourScan.NOBODY;
        double least = Double.POSITIVE_INFINITY;
        for (int index = 0; index < neighbours.size(); index++) {
            NeighbourView neighbour = neighbours.get(index);
            if (takes(neighbour) && neighbour.crowding() < least) {
                best = index;
                least = neighbour.crowding();
            }
        }
        return best;
    }
}
