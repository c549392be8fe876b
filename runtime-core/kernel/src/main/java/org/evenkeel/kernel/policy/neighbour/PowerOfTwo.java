package org.evenkeel.kernel.policy.neighbour;

import java.util.List;
import java.util.SplittableRandom;
import org.evenkeel.kernel.policy.CountAnnouncementRule;
import org.evenkeel.kernel.policy.Decision;
import org.evenkeel.kernel.policy.Decision.Action;
import org.evenkeel.kernel.policy.Decision.Announcement;
import org.evenkeel.kernel.policy.NeighbourView;
import org.evenkeel.kernel.policy.NodeView;
import org.evenkeel.kernel.policy.PlacingPolicy;
import org.evenkeel.kernel.policy.TaskArrival;

/**
 * The power of two choices: of a few nodes drawn at random a new task goes to the one with the
 * fewest tasks per worker, this node first among equals; a task that arrived stays.
 *
 * <p>Sources: Azar, Broder, Karlin, Upfal, "Balanced allocations" (STOC 1994); Mitzenmacher, "The
 * power of two choices in randomized load balancing" (thesis 1996; IEEE Transactions on Parallel
 * and Distributed Systems 12, 2001). Both draw from all servers and see loads as they are; here the
 * candidates are this node and its neighbours, and loads are as old as their telling.
 */
public final class PowerOfTwo implements PlacingPolicy {

    private static final int HERE = LOCAL;

    /**
     * What can be chosen.
     *
     * @param choices how many different candidates are drawn, at least 1
     * @param tell a neighbour is told the load when the number of tasks differs by so many
     */
    public record Options(int choices, int tell) {
        public static final Options DEFAULT = new Options(2, 1);
    }

    private final Options options;
    private final CountAnnouncementRule telling;
    private final SplittableRandom random;
    private int[] urn = {};

    public PowerOfTwo(Options options, long seed) {
        this.options = options;
        this.telling = new CountAnnouncementRule(options.tell(), 0);
        this.random = new SplittableRandom(seed);
    }

    @Override
    public String name() {
        return "power-of-two(choices=" + options.choices() + ",tell=" + options.tell() + ")";
    }

    @Override
    public Decision onTask(NodeView view, TaskArrival taskArrival) {
        if (view.hasWorkers() && taskArrival.hops() > 0) {
            return Decision.keep(view);
        }
        int best = leastOfDrawn(view, fillUrn(view));
        return best == HERE
                ? Decision.keep(view)
                : Decision.of(new Action.Transfer(best), "least loaded of those drawn");
    }

    /** Puts in every candidate; returns how many there are. */
    private int fillUrn(NodeView view) {
        List<NeighbourView> neighbours = view.neighbours();
        if (urn.length <= neighbours.size()) {
            urn = new int[neighbours.size() + 1];
        }
        int count = 0;
        if (view.hasWorkers()) {
            urn[count++] = HERE;
        }
        for (int index = 0; index < neighbours.size(); index++) {
            if (neighbours.get(index).takesTasks()) {
                urn[count++] = index;
            }
        }
        return count;
    }

    private int leastOfDrawn(NodeView view, int candidates) {
        int best = HERE;
        double least = Double.POSITIVE_INFINITY;
        int left = candidates;
        for (int draw = 0; draw < options.choices() && left > 0; draw++) {
            int place = random.nextInt(left);
            int drawn = urn[place];
            urn[place] = urn[--left];
            double crowding =
                    drawn == HERE ? view.crowding() : view.neighbours().get(drawn).crowding();
            if (crowding < least || drawn == HERE && crowding == least) {
                best = drawn;
                least = crowding;
            }
        }
        return best;
    }

    @Override
    public List<Announcement> announce(NodeView after) {
        return telling.due(after);
    }
}
