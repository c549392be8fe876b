package org.evenkeel.policy.baseline;

import org.evenkeel.policy.Arrival;
import org.evenkeel.policy.Decision;
import org.evenkeel.policy.NodeView;
import org.evenkeel.policy.Policy;

/**
 * Cyclic placement: new tasks go to this node and its linked neighbours in turn, whatever their
 * load; a task that arrived stays. Nothing is told.
 *
 * <p>The first turn is drawn, so that neighbours do not all begin with the same node.
 */
public final class RoundRobin implements Policy {

    private long next;

    public RoundRobin(long seed) {
        this.next = Math.floorMod(seed, 1 << 10);
    }

    @Override
    public String name() {
        return "round-robin";
    }

    @Override
    public Decision onTask(NodeView view, Arrival arrival) {
        int candidates = Candidates.count(view);
        return candidates == 0 || Candidates.isPlaced(view, arrival)
                ? Decision.keep(view)
                : Candidates.place(view, (int) (next++ % candidates), "its turn");
    }
}
