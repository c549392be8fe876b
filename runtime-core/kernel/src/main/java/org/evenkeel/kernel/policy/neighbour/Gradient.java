package org.evenkeel.kernel.policy.neighbour;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.kernel.policy.Decision;
import org.evenkeel.kernel.policy.Decision.Action;
import org.evenkeel.kernel.policy.Decision.Announcement;
import org.evenkeel.kernel.policy.Decision.Share;
import org.evenkeel.kernel.policy.NeighbourView;
import org.evenkeel.kernel.policy.NodeView;
import org.evenkeel.kernel.policy.Policy;
import org.evenkeel.kernel.policy.TaskArrival;
import org.evenkeel.model.Distance;
import org.evenkeel.model.LoadState;

/**
 * The gradient model: nodes tell each other how far the nearest light node is, and heavy nodes send
 * tasks down that slope, hop by hop.
 *
 * <p>Source: Lin, Keller, "The gradient model load balancing method" (IEEE Transactions on Software
 * Engineering 13, 1987). A light node's proximity is 0, another's one more than the least of its
 * neighbours', capped; at the cap everywhere the cluster is saturated and nothing moves.
 *
 * <p>Other than there a neighbour is sent only as many tasks as its last load said it has room for,
 * one when it only lies on the way: else a whole queue runs after one idle worker. A node with a
 * light one behind it tells MODERATE to say so.
 */
public final class Gradient implements Policy {

    /** Journeys to the farthest light node that a task may make. */
    private static final int JOURNEYS = 2;

    /**
     * What can be chosen.
     *
     * @param low a node with fewer tasks per worker is light
     * @param high a node with more tasks per worker is heavy; not less than low
     * @param max proximity that means "no light node is known"; in the source one more than the
     *     diameter
     */
    public record Options(double low, double high, int max) {

        /** Light: a worker is idle; heavy: a task waits. */
        public static final Options DEFAULT = new Options(1, 1, 8);

        public Options {
            if (high < low) {
                throw new IllegalArgumentException(
                        "gradient: high must not be less than low, but " + high + " < " + low);
            }
        }
    }

    private static final Decision LIGHT =
            Decision.of(
                    Action.Wait.HERE, "all workers are busy, but this node is not heavily loaded");
    private static final Decision SATURATED =
            Decision.of(Action.Wait.HERE, "no neighbour leads to a lightly loaded node");
    private static final Decision STAY = Decision.of(Action.Wait.HERE, "hop limit reached");
    private static final String DOWN = "toward the nearest lightly loaded node";

    private final Options options;
    private int next;

    public Gradient(Options options) {
        this.options = options;
    }

    @Override
    public String name() {
        return "gradient(low=%s,high=%s,max=%s)"
                .formatted(options.low(), options.high(), options.max());
    }

    @Override
    public Decision onTask(NodeView view, TaskArrival taskArrival) {
        if (view.hasIdleWorker()) {
            return Decision.START;
        }
        if (view.tasks() + 1 <= options.high() * view.sample().workers()) {
            return LIGHT;
        }
        if (taskArrival.hops() >= hopLimit() && view.hasWorkers()) {
            return STAY;
        }
        List<Share> slope = downhill(view, 1);
        return slope.isEmpty()
                ? SATURATED
                : Decision.of(new Action.Transfer(slope.getFirst().neighbour()), DOWN);
    }

    @Override
    public Decision onSettled(NodeView after) {
        int excess = (int) (after.tasks() - options.high() * after.sample().workers());
        int movable = Math.min(excess, after.sample().waiting());
        List<Share> slope = movable > 0 ? downhill(after, movable) : List.of();
        return slope.isEmpty() ? Decision.NOTHING : Decision.of(new Action.Give(slope), DOWN);
    }

    /** Neighbours nearer to a light node than this one, in turn, with their parts of the tasks. */
    private List<Share> downhill(NodeView view, int tasks) {
        List<NeighbourView> neighbours = view.neighbours();
        int proximity = proximityBehind(view);
        List<Share> shares = new ArrayList<>(1);
        int left = tasks;
        int start = next;
        for (int step = 0; step < neighbours.size() && left > 0; step++) {
            int index = (start + step) % neighbours.size();
            NeighbourView neighbour = neighbours.get(index);
            if (neighbour.linked() && neighbour.room() > 0 && neighbour.distance() < proximity) {
                int share = Math.min(left, neighbour.room());
                shares.add(new Share(index, share));
                left -= share;
                next = index + 1;
            }
        }
        return shares;
    }

    /** It gives to light nodes, and to those that lead there. */
    @Override
    public boolean seesRoom(NeighbourView neighbour, boolean queueStack) {
        return neighbour.linked() && neighbour.room() > 0 && neighbour.distance() == Distance.HERE;
    }

    /** The proximity of a node that is not light, {@link Distance#UNKNOWN} from the cap on. */
    private int proximityBehind(NodeView view) {
        int least = options.max();
        for (NeighbourView neighbour : view.neighbours()) {
            if (neighbour.linked()) {
                least = Math.min(least, neighbour.distance());
            }
        }
        return least + 1 < options.max() ? least + 1 : Distance.UNKNOWN;
    }

    @Override
    public int distance(NodeView after) {
        boolean light = after.tasks() < options.low() * after.sample().workers();
        return light ? Distance.HERE : proximityBehind(after);
    }

    @Override
    public List<Announcement> announce(NodeView after) {
        int distance = distance(after);
        LoadState state =
                switch (distance) {
                    case Distance.HERE -> LoadState.LOW;
                    case Distance.UNKNOWN -> LoadState.HIGH;
                    default -> LoadState.MODERATE;
                };
        List<NeighbourView> neighbours = after.neighbours();
        List<Announcement> due = new ArrayList<>(0);
        for (int index = 0; index < neighbours.size(); index++) {
            NeighbourView neighbour = neighbours.get(index);
            boolean changed = neighbour.announcedCounts().distance() != distance;
            boolean usedUp = neighbour.announced() == LoadState.HIGH && state.hasRoom();
            if (neighbour.linked() && (changed || usedUp)) {
                due.add(new Announcement(index, state));
            }
        }
        return due;
    }

    @Override
    public int hopLimit() {
        return JOURNEYS * options.max();
    }

    @Override
    public void onNeighboursChanged() {
        next = 0;
    }
}
