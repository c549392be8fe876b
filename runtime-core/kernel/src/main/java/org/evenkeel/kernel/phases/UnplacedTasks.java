package org.evenkeel.kernel.phases;

import java.util.Map;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.protocol.PhaseReply.Counts;

/**
 * Tasks that are unplaced after a phase: no phase has scheduled them yet, or they wait where
 * nothing runs. The nodes that were to have them were not linked, or refused.
 *
 * <p>The next phase has another order of the nodes. Phases in vain, which place none of these
 * tasks, follow each other less and less often.
 */
final class UnplacedTasks {
    private int turn;
    private int inVain;

    /**
     * A phase is over.
     *
     * @param before what nodes had when it began
     * @param after what nodes had when they were done
     * @return whether tasks are unplaced
     */
    boolean phaseOver(Map<NodeId, Counts> before, Map<NodeId, Counts> after) {
        long had = 0;
        long kept = 0;
        boolean any = false;
        for (Map.Entry<NodeId, Counts> one : after.entrySet()) {
            int unplaced = unplaced(one.getValue());
            any |= unplaced > 0;
            Counts counted = before.get(one.getKey());
            if (counted != null) {
                had += unplaced(counted);
                kept += unplaced;
            }
        }
        turn = any ? turn + 1 : 0;
        inVain = any && kept >= had ? inVain + 1 : 0;
        return any;
    }

    private static int unplaced(Counts counts) {
        return counts.workers() == 0 ? counts.tasks() : counts.schedulable();
    }

    /** Phases in a row after which tasks were unplaced. */
    int turn() {
        return turn;
    }

    /** The last of these in a row that placed none of them. */
    int inVain() {
        return inVain;
    }
}
