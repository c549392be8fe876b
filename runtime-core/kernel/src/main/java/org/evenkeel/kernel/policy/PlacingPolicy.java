package org.evenkeel.kernel.policy;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.kernel.policy.Decision.Action;
import org.evenkeel.kernel.policy.Decision.Share;

/**
 * A policy that only places new tasks. Tasks that wait leave only a node without workers: it had no
 * link when they came, or its last worker is gone.
 */
public interface PlacingPolicy extends Policy {

    /** Equal parts to all neighbours that can run tasks, or nothing. */
    @Override
    default Decision onSettled(NodeView view) {
        int waiting = view.sample().waiting();
        if (view.hasWorkers() || waiting == 0) {
            return Decision.NOTHING;
        }
        List<NeighbourView> neighbours = view.neighbours();
        List<Share> shares = new ArrayList<>(neighbours.size());
        int takers = 0;
        for (NeighbourView neighbour : neighbours) {
            takers += neighbour.takesTasks() ? 1 : 0;
        }
        for (int index = 0; index < neighbours.size(); index++) {
            if (neighbours.get(index).takesTasks()) {
                shares.add(new Share(index, (waiting + takers - 1) / takers));
            }
        }
        return shares.isEmpty()
                ? Decision.NOTHING
                : Decision.of(new Action.Give(shares), "this node has no workers");
    }

    @Override
    default boolean movesWaiting(boolean canRunHere) {
        return !canRunHere;
    }
}
