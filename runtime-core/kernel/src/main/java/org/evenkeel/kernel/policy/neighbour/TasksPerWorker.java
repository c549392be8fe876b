package org.evenkeel.kernel.policy.neighbour;

import java.util.List;
import org.evenkeel.kernel.policy.NeighbourView;

/** Compares neighbours by their tasks per worker. */
final class TasksPerWorker {
    /** The least crowded neighbour that takes tasks, the first of several, or no node. */
    static int least(List<NeighbourView> neighbours) {
        int best = NeighbourScan.NOBODY;
        double least = Double.POSITIVE_INFINITY;
        for (int index = 0; index < neighbours.size(); index++) {
            NeighbourView neighbour = neighbours.get(index);
            if (neighbour.takesTasks() && neighbour.crowding() < least) {
                best = index;
                least = neighbour.crowding();
            }
        }
        return best;
    }
}
