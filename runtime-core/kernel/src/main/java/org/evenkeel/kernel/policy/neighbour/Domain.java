package org.evenkeel.kernel.policy.neighbour;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.kernel.policy.Decision.Share;
import org.evenkeel.kernel.policy.NeighbourView;
import org.evenkeel.kernel.policy.NodeView;

/**
 * A node and its linked neighbours, as diffusion balances them: everybody should have the average
 * number of tasks per worker.
 *
 * <p>Tasks are whole. Between two nodes never more of them move than makes both equal, and at least
 * one where a worker is idle: else a task goes to and fro for ever, or waits beside an idle node.
 */
final class Domain {

    /** Most tasks of one decision: the rest follows with later ones. */
    private static final int MOST = 256;

    private final NodeView view;
    private final double average;

    Domain(NodeView view) {
        long tasks = view.tasks();
        long workers = view.sample().workers();
        for (NeighbourView neighbour : view.neighbours()) {
            if (neighbour.linked()) {
                tasks += neighbour.tasks();
                workers += neighbour.workers();
            }
        }
        this.view = view;
        this.average = workers == 0 ? 0 : (double) tasks / workers;
    }

    /** Tasks that this node has above the average; below it when negative. */
    double surplus() {
        return view.tasks() - average * view.sample().workers();
    }

    /** This node's surplus, divided among neighbours below the average as each lacks tasks. */
    List<Share> toGive() {
        int movable = Math.min(view.sample().waiting(), (int) Math.ceil(surplus()));
        List<NeighbourView> neighbours = view.neighbours();
        double[] lacks = new double[neighbours.size()];
        int[] most = new int[neighbours.size()];
        for (int index = 0; index < lacks.length; index++) {
            NeighbourView other = neighbours.get(index);
            if (other.takesTasks()) {
                lacks[index] = Math.max(0, average * other.workers() - other.tasks());
                most[index] =
                        movable(
                                view.tasks(),
                                view.sample().workers(),
                                other.tasks(),
                                other.workers());
            }
        }
        return divide(movable, lacks, most);
    }

    /** What this node lacks, divided among neighbours above the average as each has more. */
    List<Share> toAsk() {
        List<NeighbourView> neighbours = view.neighbours();
        double[] exceeds = new double[neighbours.size()];
        int[] most = new int[neighbours.size()];
        for (int index = 0; index < exceeds.length; index++) {
            NeighbourView other = neighbours.get(index);
            if (other.linked() && other.waiting() > 0) {
                exceeds[index] = Math.max(0, other.tasks() - average * other.workers());
                most[index] =
                        Math.min(
                                other.waiting(),
                                movable(
                                        other.tasks(),
                                        other.workers(),
                                        view.tasks(),
                                        view.sample().workers()));
            }
        }
        return divide((int) Math.ceil(-surplus()), exceeds, most);
    }

    /** Tasks that make two nodes equally crowded, at least one for an idle worker. */
    private static int movable(int tasks, int workers, int toTasks, int toWorkers) {
        long difference = (long) tasks * toWorkers - (long) toTasks * workers;
        long equal = workers + toWorkers == 0 ? 0 : difference / (workers + toWorkers);
        return (int) Math.max(equal, toTasks < toWorkers ? 1 : 0);
    }

    /** Divides tasks by weight: rounded down first, what is left to the heaviest in turn. */
    private static List<Share> divide(int tasks, double[] weights, int[] most) {
        double sum = 0;
        for (double weight : weights) {
            sum += weight;
        }
        int[] parts = new int[weights.length];
        int left = Math.min(tasks, MOST);
        int all = left;
        for (int index = 0; index < parts.length && sum > 0; index++) {
            parts[index] = Math.min(most[index], (int) (all * weights[index] / sum));
            left -= Math.max(0, parts[index]);
        }
        int heaviest = heaviest(weights, parts, most);
        while (left > 0 && heaviest != NeighbourScan.NOBODY) {
            parts[heaviest]++;
            left--;
            heaviest = heaviest(weights, parts, most);
        }
        List<Share> shares = new ArrayList<>(0);
        for (int index = 0; index < parts.length; index++) {
            if (parts[index] > 0) {
                shares.add(new Share(index, parts[index]));
            }
        }
        return shares;
    }

    /** Who may still get more and has the greatest weight for what it would then have. */
    private static int heaviest(double[] weights, int[] parts, int[] most) {
        int best = NeighbourScan.NOBODY;
        double greatest = 0;
        for (int index = 0; index < parts.length; index++) {
            double weight = weights[index] / (parts[index] + 1);
            if (parts[index] < most[index] && weight > greatest) {
                best = index;
                greatest = weight;
            }
        }
        return best;
    }
}
