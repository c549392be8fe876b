package org.evenkeel.simulator.check;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.kernel.Effect;
import org.evenkeel.kernel.Event;
import org.evenkeel.kernel.NodeInspection;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.protocol.PeerMessage;
import org.evenkeel.model.protocol.PhaseReply;

/**
 * S12: a process that has followed a master carries out no command of one of a lower term, or of
 * the same term whose name comes later. S20: a scheduling phase freezes a node for its bound at
 * most, and none of its tasks for ever.
 */
final class PhaseRules implements Check {
    private final ClusterSight cluster;
    private final long boundNanos;
    private final Map<NodeId, Followed> followed = new LinkedHashMap<>();

    private record Followed(long incarnation, long term, NodeId master) {}

    /**
     * @param boundNanos a node is frozen no longer
     */
    PhaseRules(ClusterSight cluster, long boundNanos) {
        this.cluster = cluster;
        this.boundNanos = boundNanos;
    }

    @Override
    public void after(NodeSight node, Event event, List<Effect> effects) {
        for (Effect effect : effects) {
            if (effect instanceof Effect.Send(var to, PeerMessage.PhaseMessage(PhaseReply word))
                    && isObedience(word)) {
                check(node, new Followed(node.ref().incarnation(), word.term(), to.id()));
            }
        }
        NodeInspection books = node.books();
        if (books.frozenNanos() > boundNanos) {
            throw new Violation(
                    "S20",
                    null,
                    "a phase froze %s for %d ns".formatted(node.ref().id(), books.frozenNanos()));
        }
    }

    /** Counting and exchanging is what masters command. */
    private static boolean isObedience(PhaseReply word) {
        return word instanceof PhaseReply.Counted || word instanceof PhaseReply.Done;
    }

    private void check(NodeSight node, Followed now) {
        Followed before = followed.put(node.ref().id(), now);
        if (before == null || before.incarnation() != now.incarnation()) {
            return;
        }
        boolean lower =
                now.term() < before.term()
                        || now.term() == before.term()
                                && now.master().compareTo(before.master()) > 0;
        if (lower) {
            throw new Violation(
                    "S12",
                    null,
                    "%s obeys %s of term %d after %s of term %d"
                            .formatted(
                                    node.ref().id(),
                                    now.master(),
                                    now.term(),
                                    before.master(),
                                    before.term()));
        }
    }

    @Override
    public void atEnd(ClusterSight all) {
        for (int i = 0; i < cluster.nodes(); i++) {
            NodeSight node = cluster.node(i);
            if (node.isAlive() && !node.isBehind() && node.books().apart() > 0) {
                throw new Violation(
                        "S20", null, "tasks wait for a phase for ever on " + node.ref().id());
            }
        }
    }
}
