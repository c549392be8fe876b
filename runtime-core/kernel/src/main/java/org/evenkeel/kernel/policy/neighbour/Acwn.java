package org.evenkeel.kernel.policy.neighbour;

import java.util.List;
import org.evenkeel.kernel.policy.CountAnnouncementRule;
import org.evenkeel.kernel.policy.Decision;
import org.evenkeel.kernel.policy.Decision.Action;
import org.evenkeel.kernel.policy.Decision.Announcement;
import org.evenkeel.kernel.policy.NeighbourView;
import org.evenkeel.kernel.policy.NodeView;
import org.evenkeel.kernel.policy.PlacingPolicy;
import org.evenkeel.kernel.policy.TaskArrival;

/**
 * Adaptive contracting within a neighbourhood: a new task is passed from node to node, each time to
 * the least crowded neighbour, until no neighbour is less crowded than the node that has it; then
 * it stays for good. Where every node is busy it does not travel at all.
 *
 * <p>Source: Shu, Kale, "Dynamic scheduling of medium-grained processes on multicomputers"
 * (Proceedings of the Hypercube conference, 1989), after Kale's CWN ("Comparing the performance of
 * two dynamic load distribution methods", ICPP 1988). A node with an idle worker has an empty
 * queue, so no neighbour can be less crowded in their sense: the task starts there.
 */
public final class Acwn implements PlacingPolicy {

    /**
     * What can be chosen.
     *
     * @param min hops that a task makes in any case
     * @param max hops after which it stays in any case; not less than min
     * @param saturation tasks per worker; a task stays while neither this node nor a neighbour has
     *     fewer
     * @param tell a neighbour is told the load when the number of tasks differs by so many
     */
    public record Options(int min, int max, double saturation, int tell) {

        public static final Options DEFAULT = new Options(0, 8, 24, 1);

        public Options {
            if (max < min) {
                throw new IllegalArgumentException(
                        "acwn: max must not be less than min, but " + max + " < " + min);
            }
        }
    }

    private static final Decision FAR = Decision.of(Action.Wait.HERE, "hop limit reached");
    private static final Decision SATURATED =
            Decision.of(Action.Wait.HERE, "all neighbours are busy");
    private static final Decision VALLEY =
            Decision.of(Action.Wait.HERE, "no neighbour is less loaded");

    private final Options options;
    private final CountAnnouncementRule telling;

    public Acwn(Options options) {
        this.options = options;
        this.telling = new CountAnnouncementRule(options.tell(), 0);
    }

    @Override
    public String name() {
        return "acwn(min=%s,max=%s,saturation=%s,tell=%s)"
                .formatted(options.min(), options.max(), options.saturation(), options.tell());
    }

    @Override
    public Decision onTask(NodeView view, TaskArrival taskArrival) {
        int least = TasksPerWorker.least(view.neighbours());
        boolean canGo = least != NeighbourScan.NOBODY && taskArrival.hops() < options.max();
        if (canGo && taskArrival.hops() < options.min()) {
            return Decision.of(new Action.Transfer(least), "it has not moved far enough");
        }
        if (view.hasIdleWorker()) {
            return Decision.START;
        }
        if (!canGo) {
            return least == NeighbourScan.NOBODY ? VALLEY : FAR;
        }
        NeighbourView other = view.neighbours().get(least);
        if (Math.min(view.crowding(), other.crowding()) >= options.saturation()
                && view.hasWorkers()) {
            return SATURATED;
        }
        return other.crowding() < view.crowding()
                ? Decision.of(new Action.Transfer(least), "neighbour is less loaded")
                : VALLEY;
    }

    @Override
    public List<Announcement> announce(NodeView after) {
        return telling.due(after);
    }
}
