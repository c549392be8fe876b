package org.evenkeel.kernel.policy.baseline;

import java.util.SplittableRandom;
import org.evenkeel.kernel.policy.Decision;
import org.evenkeel.kernel.policy.NodeView;
import org.evenkeel.kernel.policy.PlacingPolicy;
import org.evenkeel.kernel.policy.TaskArrival;

/**
 * Random placement: a new task goes to this node or one of its linked neighbours, all equally
 * likely, whatever their load; a task that arrived stays. Only the number of workers is told.
 *
 * <p>Source: the policy "Random" of Eager, Lazowska, Zahorjan, "Adaptive load sharing in
 * homogeneous distributed systems" (IEEE Transactions on Software Engineering 12, 1986), without
 * its threshold.
 */
public final class RandomPlacement implements PlacingPolicy {

    private final SplittableRandom random;

    public RandomPlacement(long seed) {
        this.random = new SplittableRandom(seed);
    }

    @Override
    public String name() {
        return "random";
    }

    @Override
    public Decision onTask(NodeView view, TaskArrival taskArrival) {
        Candidates candidates = new Candidates(view);
        return candidates.keep(taskArrival)
                ? Decision.keep(view)
                : candidates.place(random.nextInt(candidates.count()), "chosen at random");
    }
}
