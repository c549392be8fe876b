package org.evenkeel.kernel.policy.neighbour;

import java.util.List;
import org.evenkeel.kernel.policy.CountAnnouncementRule;
import org.evenkeel.kernel.policy.Decision;
import org.evenkeel.kernel.policy.Decision.Action;
import org.evenkeel.kernel.policy.Decision.Announcement;
import org.evenkeel.kernel.policy.Decision.Share;
import org.evenkeel.kernel.policy.NeighbourView;
import org.evenkeel.kernel.policy.NodeView;
import org.evenkeel.kernel.policy.Policy;
import org.evenkeel.kernel.policy.TaskArrival;

/**
 * Sender-initiated diffusion (SID): a node above the threshold gives every neighbour below the
 * average of its domain a part of its surplus, in proportion to what that neighbour lacks.
 *
 * <p>Source: Willebeek-LeMair, Reeves, "Strategies for dynamic load balancing on highly parallel
 * computers" (IEEE Transactions on Parallel and Distributed Systems 4, 1993). Loads there are any
 * numbers; here tasks are whole, and a task waits first and is given away as its event ends.
 */
public final class SenderDiffusion implements Policy {

    /** A task given away so often stays where it waits. */
    private static final int MOST_HOPS = 32;

    /**
     * What can be chosen.
     *
     * @param high a node with more tasks per worker gives
     * @param change the load is told when it has changed by this part of what waits, and by one
     *     task
     */
    public record Options(double high, double change) {

        /**
         * A node gives as soon as a task waits, and every change is told: a sender that does not
         * hear that its neighbour's queue has shrunk stops giving.
         */
        public static final Options DEFAULT = new Options(1, 0);
    }

    private final Options options;
    private final CountAnnouncementRule telling;

    public SenderDiffusion(Options options) {
        this.options = options;
        this.telling = new CountAnnouncementRule(1, options.change());
    }

    @Override
    public String name() {
        return "sid(high=" + options.high() + ",change=" + options.change() + ")";
    }

    @Override
    public Decision onTask(NodeView view, TaskArrival taskArrival) {
        return Decision.keep(view);
    }

    @Override
    public Decision onSettled(NodeView after) {
        boolean heavy = after.tasks() > options.high() * after.sample().workers();
        if (!heavy || after.sample().waiting() == 0) {
            return Decision.NOTHING;
        }
        List<Share> shares = new Domain(after).toGive();
        return shares.isEmpty()
                ? Decision.NOTHING
                : Decision.of(new Action.Give(shares), "its share of the surplus here");
    }

    /** It gives by the counts it was told. */
    @Override
    public boolean seesRoom(NeighbourView neighbour, boolean queueStack) {
        return neighbour.takesTasks() && neighbour.tasks() < neighbour.workers();
    }

    @Override
    public List<Announcement> announce(NodeView after) {
        return telling.due(after);
    }

    @Override
    public int hopLimit() {
        return MOST_HOPS;
    }
}
