package org.evenkeel.kernel.phases;

import java.util.List;
import org.evenkeel.model.NodeId;
import org.jspecify.annotations.Nullable;

/**
 * One phase, as its master saw it.
 *
 * @param term of the master
 * @param phase counts the phases of the term, from 1
 * @param trigger the node whose news began it
 * @param startedNanos on the master's clock
 * @param steps how long each took
 * @param nodes those that took part, the most capable first; at most {@link #MAX_NODES} of them
 * @param transfers as planned; at most {@link #MAX_NODES} of them
 * @param totals of all nodes
 * @param outcome null when every node has told that it is done, else what is missing
 */
public record PhaseReport(
        long term,
        long phase,
        NodeId trigger,
        long startedNanos,
        Steps steps,
        List<Member> nodes,
        List<Move> transfers,
        Totals totals,
        @Nullable String outcome) {

    /** Most nodes, and most transfers, of one report. */
    public static final int MAX_NODES = 256;

    public PhaseReport {
        nodes = List.copyOf(nodes.subList(0, Math.min(MAX_NODES, nodes.size())));
        transfers = List.copyOf(transfers.subList(0, Math.min(MAX_NODES, transfers.size())));
    }

    /** Nanoseconds until all nodes were counted, and from then until all had done their plan. */
    public record Steps(long countNanos, long exchangeNanos) {}

    /**
     * One node.
     *
     * @param st its schedulable tasks
     * @param et its executing tasks
     * @param speed of all its workers
     * @param quota tasks it should have had afterwards
     * @param after tasks it had afterwards, -1 when it did not tell
     */
    public record Member(NodeId node, int st, int et, double speed, int quota, int after) {}

    /** So many tasks from one node to another. */
    public record Move(NodeId from, NodeId to, int tasks) {}

    /**
     * Sums.
     *
     * @param nodes that took part
     * @param tasks that they had
     * @param planned tasks that were to move
     * @param moved tasks that were offered to their receivers
     * @param none promised tasks that were not: they ended meanwhile, run and were not moved, or
     *     are more than a receiver takes that has refused some before
     * @param fromEt tasks that had started and were suspended, to resume at their receivers; some
     *     time after the phase, so that what the nodes had afterwards does not show it
     * @param before how much longer the last node works than if all were even
     * @param after the same when all nodes had told that they were done
     */
    public record Totals(
            int nodes,
            int tasks,
            int planned,
            int moved,
            int none,
            int fromEt,
            double before,
            double after) {}

    /** The same when one more of the tasks that had started has left. */
    PhaseReport withOneLeft() {
        Totals now =
                new Totals(
                        totals.nodes(),
                        totals.tasks(),
                        totals.planned(),
                        totals.moved(),
                        Math.max(0, totals.none() - 1),
                        totals.fromEt() + 1,
                        totals.before(),
                        totals.after());
        return new PhaseReport(
                term, phase, trigger, startedNanos, steps, nodes, transfers, now, outcome);
    }
}
