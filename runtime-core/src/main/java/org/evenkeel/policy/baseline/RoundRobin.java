package org.evenkeel.policy.baseline;

import org.evenkeel.policy.Arrival;
import org.evenkeel.policy.Decision;
import org.evenkeel.policy.NodeView;
import org.evenkeel.policy.Policy;
import org.evenkeel.policy.Stranded;

/**
 * Cyclic placement: new tasks go to this node and its linked neighbours in turn, whatever their
 * load; a task that arrived stays. Only the number of workers is told.
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
        Candidates candidates = new Candidates(view);
        return candidates.keep(arrival)
                ? Decision.keep(view)
                : candidates.place((int) (next++ % candidates.count()), "next in turn");
    }

    @Override
    public Decision onSettled(NodeView after) {
        return Stranded.handOn(after);
    }
}
