package org.evenkeel.kernel.policy.neighbour;

import java.util.List;
import org.evenkeel.kernel.policy.Decision;
import org.evenkeel.kernel.policy.Decision.Action;
import org.evenkeel.kernel.policy.NeighbourView;
import org.evenkeel.kernel.policy.NodeView;
import org.evenkeel.kernel.policy.TaskArrival;
import org.evenkeel.model.LoadState;
import org.jspecify.annotations.Nullable;

/** Finds the neighbour in a wanted state that is to get a task. */
final class NeighbourScan {

    /** "No such neighbour". */
    static final int NOBODY = -1;

    private static final Decision WAIT =
            Decision.of(Action.Wait.HERE, "all workers are busy and no neighbour has capacity");

    private final Fit fit;
    private int next;

    NeighbourScan(Fit fit) {
        this.fit = fit;
    }

    /** Hands the task to a LOW neighbour; null when there is none. */
    @Nullable Decision toLow(NodeView view) {
        int low = find(view.neighbours(), LoadState.LOW);
        return low == NOBODY ? null : Decision.of(new Action.Transfer(low), "neighbour is LOW");
    }

    /**
     * Hands the task to a MODERATE neighbour, or lets it wait. Under a queue-stack load MODERATE
     * neighbours take new tasks only.
     */
    Decision toModerateOrWait(NodeView view, TaskArrival taskArrival) {
        boolean moderateWillDo = !view.queueStack() || taskArrival.isLocal();
        int moderate = moderateWillDo ? find(view.neighbours(), LoadState.MODERATE) : NOBODY;
        return moderate == NOBODY
                ? WAIT
                : Decision.of(new Action.Transfer(moderate), "neighbour is MODERATE");
    }

    /** The index of the chosen neighbour in this state, or {@link #NOBODY}. */
    int find(List<NeighbourView> neighbours, LoadState wanted) {
        return switch (fit) {
            case FIRST -> firstFrom(0, neighbours, wanted);
            case BEST -> best(neighbours, wanted);
            case ROTATING -> {
                int found = firstFrom(next, neighbours, wanted);
                if (found != NOBODY) {
                    next = found + 1;
                }
                yield found;
            }
        };
    }

    void forgetIndices() {
        next = 0;
    }

    private static int firstFrom(int start, List<NeighbourView> neighbours, LoadState wanted) {
        int count = neighbours.size();
        for (int step = 0; step < count; step++) {
            int index = (start + step) % count;
            if (takes(neighbours.get(index), wanted)) {
                return index;
            }
        }
        return NOBODY;
    }

    private static int best(List<NeighbourView> neighbours, LoadState wanted) {
        int best = NOBODY;
        double least = Double.POSITIVE_INFINITY;
        for (int index = 0; index < neighbours.size(); index++) {
            NeighbourView neighbour = neighbours.get(index);
            if (takes(neighbour, wanted) && neighbour.crowding() < least) {
                best = index;
                least = neighbour.crowding();
            }
        }
        return best;
    }

    private static boolean takes(NeighbourView neighbour, LoadState wanted) {
        return neighbour.linked() && neighbour.believed() == wanted && neighbour.room() > 0;
    }
}
