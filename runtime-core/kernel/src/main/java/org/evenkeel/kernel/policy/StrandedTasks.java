package org.evenkeel.kernel.policy;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.kernel.policy.Decision.Action;
import org.evenkeel.kernel.policy.Decision.Share;

/**
 * Tasks that wait on a node without workers: it had no link when they came, or its last worker is
 * gone. A policy that otherwise only places new tasks hands them on by this.
 */
public final class StrandedTasks {

    private StrandedTasks() {}

    /** Equal parts to all neighbours that can run tasks, or nothing. */
    public static Decision handOn(NodeView view) {
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
}
