package org.evenkeel.simulator.check;

import java.util.List;
import org.evenkeel.kernel.Effect;
import org.evenkeel.kernel.Event;
import org.evenkeel.kernel.NodeInspection;
import org.evenkeel.model.LoadState;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.protocol.PeerMessage;
import org.jspecify.annotations.Nullable;

/**
 * The promises of the corrected hybrid algorithm (docs/policies/hybrid.md).
 *
 * <ul>
 *   <li>I1: while a task waits, all workers are busy and, unless it is to run there, every
 *       neighbour is taken for full;
 *   <li>I2: a node with an idle worker is not taken for full, unless a task to it, or a load that
 *       says otherwise and has seen every task sent to it, is on its way;
 *   <li>I3: who says LOW has an idle worker;
 *   <li>I4: a load that has not seen every task sent to its sender makes no node look less full.
 * </ul>
 *
 * Under a queue-stack load "not full" reads "LOW". The promises are those of two nodes that take
 * each other for neighbours; for a moment only one of them may.
 */
final class BalanceRules implements Check {
    private final ClusterSight cluster;
    private final boolean queueStack;
    private NodeInspection.@Nullable Neighbour toldStale;

    BalanceRules(ClusterSight cluster, boolean queueStack) {
        this.cluster = cluster;
        this.queueStack = queueStack;
    }

    @Override
    public void before(NodeSight node, Event event) {
        toldStale = null;
        if (event instanceof Event.MessageReceived(NodeId from, PeerMessage peerMessage)) {
            PeerMessage.Load load = loadOf(peerMessage);
            NodeInspection.Neighbour known = load == null ? null : find(node, from);
            boolean stale = load != null && known != null && load.received() < known.sent();
            toldStale = stale ? known : null;
        }
    }

    @Override
    public void after(NodeSight node, Event event, List<Effect> effects) {
        NodeInspection.Neighbour before = toldStale;
        NodeInspection.Neighbour now = before == null ? null : find(node, before.id());
        if (before != null
                && now != null
                && !attracts(before.believed())
                && attracts(now.believed())) {
            throw new Violation(
                    "I4", null, node.ref().id() + " believes an outdated load of " + now);
        }
        for (Effect effect : effects) {
            PeerMessage.Load load =
                    effect instanceof Effect.Send send ? loadOf(send.peerMessage()) : null;
            NodeInspection books = node.books();
            if (load != null && load.state() == LoadState.LOW && books.busy() >= books.workers()) {
                throw new Violation(
                        "I3",
                        null,
                        node.ref().id() + " announces LOW and has no idle worker: " + load);
            }
        }
    }

    @Override
    public void settled(NodeSight node) {
        if (!node.isAlive() || node.isBehind()) {
            return;
        }
        NodeInspection books = node.books();
        boolean frozen = books.isFrozenOut();
        if (!frozen && books.waiting() > 0 && books.busy() < books.workers()) {
            throw new Violation(
                    "I1", null, "a task waits next to an idle worker on " + node.ref().id());
        }
        books.forEachNeighbour(neighbour -> {
            int other = cluster.indexOf(neighbour.id());
            if (neighbour.linked() && !frozen) {
                checkWaiting(node, neighbour);
            }
            if (cluster.isLinked(node.index(), other)
                    && find(cluster.node(other), node.ref().id()) != null) {
                checkPair(node, cluster.node(other), neighbour);
                checkPair(cluster.node(other), node, null);
            }
        });
    }

    private boolean attracts(LoadState state) {
        return queueStack ? state == LoadState.LOW : state.hasRoom();
    }

    private void checkWaiting(NodeSight node, NodeInspection.Neighbour neighbour) {
        if (node.books().mobile() > 0 && attracts(neighbour.believed())) {
            throw new Violation(
                    "I1",
                    null,
                    "a task waits on %s although it believes that %s accepts tasks: %s"
                            .formatted(node.ref().id(), neighbour.id(), neighbour.believed()));
        }
    }

    private void checkPair(
            NodeSight node, NodeSight other, NodeInspection.@Nullable Neighbour known) {
        if (!other.isAlive() || other.isBehind() || !node.isAlive() || node.isBehind()) {
            return;
        }
        NodeInspection books = other.books();
        if (node.books().isFrozenOut() || books.isFrozenOut() || books.busy() >= books.workers()) {
            return;
        }
        NodeInspection.Neighbour neighbour = known != null ? known : find(node, other.ref().id());
        if (neighbour == null || !neighbour.linked() || attracts(neighbour.believed())) {
            return;
        }
        for (PeerMessage peerMessage : cluster.inFlight(node.index(), other.index())) {
            if (peerMessage instanceof PeerMessage.Offer) {
                return;
            }
        }
        PeerMessage.Load newest = null;
        for (PeerMessage peerMessage : cluster.inFlight(other.index(), node.index())) {
            PeerMessage.Load load = loadOf(peerMessage);
            newest = load == null ? newest : load;
        }
        if (newest == null || !attracts(newest.state()) || newest.received() != neighbour.sent()) {
            throw new Violation(
                    "I2",
                    null,
                    ("%s believes that %s with an idle worker is full, and no message under way "
                                    + "corrects that: %s")
                            .formatted(node.ref().id(), neighbour, newest));
        }
    }

    private static PeerMessage.@Nullable Load loadOf(PeerMessage peerMessage) {
        return switch (peerMessage) {
            case PeerMessage.Load load -> load;
            case PeerMessage.Offer offer -> offer.load();
            case PeerMessage.Results results -> results.load();
            default -> null;
        };
    }

    private static NodeInspection.@Nullable Neighbour find(NodeSight node, NodeId wanted) {
        NodeInspection.Neighbour[] found = new NodeInspection.Neighbour[1];
        node.books()
                .forEachNeighbour(neighbour -> {
                    if (neighbour.id().equals(wanted)) {
                        found[0] = neighbour;
                    }
                });
        return found[0];
    }
}
