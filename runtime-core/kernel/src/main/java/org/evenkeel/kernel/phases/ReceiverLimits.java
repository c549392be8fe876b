package org.evenkeel.kernel.phases;

import java.util.LinkedHashMap;
import java.util.Map;
import org.evenkeel.kernel.phases.plan.PhaseQuotas;
import org.evenkeel.model.NodeId;

/**
 * The most tasks that this node sends to each other node in a phase. The master does not know how
 * many tasks of others a node may hold, so that it may plan more than the receiver takes.
 *
 * <p>A receiver that refuses tasks is sent twice as many as it took in the next phase, and at least
 * one. The limit doubles with every phase in which the receiver refuses none.
 */
final class ReceiverLimits {
    private static final int GROWTH = 2;

    private final Map<NodeId, Sending> last = new LinkedHashMap<>();

    /** What one receiver was offered in the last phase that had something for it. */
    private static final class Sending {
        final int limit;
        final int offered;
        int refused;

        Sending(int limit, int offered) {
            this.limit = limit;
            this.offered = offered;
        }

        int nextLimit() {
            long next = (long) GROWTH * (refused > 0 ? offered - refused : limit);
            return Math.clamp(next, 1, PhaseQuotas.MAX_TASKS);
        }
    }

    /** Tasks that may be sent to this node in a phase that begins, at least 1. */
    int limit(NodeId receiver) {
        Sending sending = last.get(receiver);
        return sending == null ? PhaseQuotas.MAX_TASKS : sending.nextLimit();
    }

    /** So many tasks are offered to a node in this phase, at most {@link #limit}. */
    void offered(NodeId receiver, int tasks) {
        last.put(receiver, new Sending(limit(receiver), tasks));
    }

    /** A node has refused one of the tasks that it was offered in this phase. */
    void refused(NodeId receiver) {
        Sending sending = last.get(receiver);
        if (sending != null && sending.refused < sending.offered) {
            sending.refused++;
        }
    }

    /** A node is not linked any more: its next process may hold more tasks, or fewer. */
    void forget(NodeId receiver) {
        last.remove(receiver);
    }
}
