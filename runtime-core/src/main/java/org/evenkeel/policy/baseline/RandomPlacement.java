package org.evenkeel.policy.baseline;

import java.util.SplittableRandom;
import org.evenkeel.policy.Arrival;
import org.evenkeel.policy.Decision;
import org.evenkeel.policy.NodeView;
import org.evenkeel.policy.Policy;

/**
 * Random placement: a new task goes to this node or one of its linked neighbours, all equally
 * likely, whatever their load; a task that arrived stays. Nothing is told.
 *
 * <p>Source: the policy "Random" of Eager, Lazowska, Zahorjan, "Adaptive load sharing in
 * homogeneous distributed systems" (IEEE Transactions on Software Engineering 12, 1986), without
 * its threshold.
 */
public final class RandomPlacement implements Policy {

    private final SplittableRandom random;

    public RandomPlacement(long seed) {
        this.random = new SplittableRandom(seed);
    }

    @Override
    public String name() {
        return "random";
    }

    @Override
    public Decision onTask(NodeView view, Arrival arrival) {
        int candidates = Candidates.count(view);
        return candidates == 0 || Candidates.isPlaced(view, arrival)
                ? Decision.keep(view)
                : Candidates.place(view, random.nextInt(candidates), "drawn by lot");
    }
}
