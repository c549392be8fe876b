package org.evenkeel.kernel.policy.baseline;

import org.evenkeel.kernel.policy.Decision;
import org.evenkeel.kernel.policy.NodeView;
import org.evenkeel.kernel.policy.PlacingPolicy;
import org.evenkeel.kernel.policy.TaskArrival;

/**
 * Cyclic placement: new tasks go to this node and its linked neighbours in turn, whatever their
 * load; a task that arrived stays. Only the number of workers is told.
 *
 * <p>The first turn is drawn, so that neighbours do not all begin with the same node.
 */
public final class RoundRobin implements PlacingPolicy {

    private long next;

    public RoundRobin(long seed) {
        this.next = Math.floorMod(seed, 1 << 10);
    }

    @Override
    public String name() {
        return "round-robin";
    }

    @Override
    public Decision onTask(NodeView view, TaskArrival taskArrival) {
        Candidates candidates = new Candidates(view);
        return candidates.keep(taskArrival)
                ? Decision.keep(view)
                : candidates.place((int) (next++ % candidates.count()), "next in turn");
    }
}
