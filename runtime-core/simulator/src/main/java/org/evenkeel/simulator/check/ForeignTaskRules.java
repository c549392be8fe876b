package org.evenkeel.simulator.check;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.evenkeel.kernel.Effect;
import org.evenkeel.kernel.Event;
import org.evenkeel.kernel.HeldTask;
import org.evenkeel.kernel.NodeInspection;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.Task;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.protocol.PeerMessage;
import org.evenkeel.model.protocol.PeerMessage.GrantedTask;
import org.evenkeel.model.protocol.PeerMessage.HandOver;
import org.evenkeel.model.protocol.PeerMessage.OfferedTask;

/**
 * What custodians owe to owners at once; by itself an owner would notice too, but a lease later.
 *
 * <ul>
 *   <li>R1: who answers that it took a task has it, unless it said so of this very hand-over
 *       before, or its owner or its client no longer wants it to run under this grant;
 *   <li>R1: one hand-over is offered to one process, as often as need be;
 *   <li>R2: the owner is told of a copy that ends with a worker; what a process had is granted anew
 *       when its successor comes;
 *   <li>R8: nothing is kept for an owner whose successor has come.
 * </ul>
 */
final class ForeignTaskRules implements Check {

    private record Taken(int node, HandOver handOver) {}

    private record Link(int node, NodeId peer) {}

    private final ClusterSight cluster;
    private final Set<Taken> taken = new LinkedHashSet<>();
    private final Map<TaskId, Integer> epochs = new LinkedHashMap<>();
    private final Map<Link, NodeRef> peers = new LinkedHashMap<>();

    /** Of those the ones that were called gone since. */
    private final Map<Link, NodeRef> gone = new LinkedHashMap<>();

    private final Map<HandOver, NodeRef> offers = new LinkedHashMap<>();
    private List<HeldTask> foreignBefore = List.of();

    ForeignTaskRules(ClusterSight cluster) {
        this.cluster = cluster;
    }

    @Override
    public void submitted(TaskId task, int epoch, int toNode) {
        epochs.put(task, epoch);
    }

    @Override
    public void crashed(NodeSight node) {
        taken.removeIf(one -> one.node == node.index());
        peers.keySet().removeIf(one -> one.node == node.index());
        gone.keySet().removeIf(one -> one.node == node.index());
    }

    @Override
    public void before(NodeSight node, Event event) {
        if (event instanceof Event.WorkerDied) {
            foreignBefore = foreign(node);
        }
    }

    private static List<HeldTask> foreign(NodeSight node) {
        List<HeldTask> copies = new ArrayList<>();
        node.books()
                .forEachCopy(copy -> {
                    if (!copy.owner().equals(node.ref())) {
                        copies.add(copy);
                    }
                });
        return copies;
    }

    @Override
    public void performed(NodeSight node, Effect effect) {
        if (effect instanceof Effect.Send(NodeRef to, PeerMessage.Offer offer)) {
            offer.tasks().forEach(one -> checkOffer(one, to));
        }
    }

    @Override
    public void after(NodeSight node, Event event, List<Effect> effects) {
        for (Effect effect : effects) {
            if (effect instanceof Effect.PeerGone(NodeRef peer, _, _)) {
                gone.put(new Link(node.index(), peer.id()), peer);
            }
        }
        switch (event) {
            case Event.MessageReceived(var _, PeerMessage.Offer offer) -> {
                answersTo(effects).forEach(one -> checkTaken(node, offer, one));
                checkOwners(node);
            }
            case Event.WorkerDied _ -> checkLosses(node, effects);
            case Event.PeerUp(NodeRef peer, _) -> {
                NodeRef before = peers.put(new Link(node.index(), peer.id()), peer);
                if (before != null && !before.equals(peer)) {
                    checkHolders(node, peer.id());
                    checkOwners(node);
                }
            }
            default -> {}
        }
    }

    // ---- R1

    private void checkOffer(OfferedTask one, NodeRef to) {
        HandOver handOver = new HandOver(one.task().id(), one.grant(), one.hop());
        NodeRef other = offers.putIfAbsent(handOver, to);
        if (other != null && !other.equals(to)) {
            throw new Violation(
                    "R1", one.task().id(), handOver + " is offered to " + to + " after " + other);
        }
    }

    private static List<HandOver> answersTo(List<Effect> effects) {
        for (Effect effect : effects) {
            if (effect instanceof Effect.Send(var _, PeerMessage.OfferAnswer answer)) {
                return answer.taken();
            }
        }
        return List.of();
    }

    private void checkTaken(NodeSight node, PeerMessage.Offer offer, HandOver handOver) {
        boolean first = taken.add(new Taken(node.index(), handOver));
        if (!first || has(node.books(), handOver)) {
            return;
        }
        for (OfferedTask offered : offer.tasks()) {
            Task task = offered.task();
            if (task.id().equals(handOver.task())
                    && isWanted(offered)
                    && !node.books().isOrphan(offered.owner(), task.survivesOwner())) {
                throw new Violation(
                        "R1",
                        handOver.task(),
                        "%s claims that it accepted %s and does not hold it"
                                .formatted(node.ref().id(), handOver));
            }
        }
    }

    /**
     * The copy, or what became of it in the same event: offered to the next; or the task is its own
     * under a higher grant, or here for a later owner, to whom the one that offers it has passed it
     * without having heard that it arrived.
     */
    private static boolean has(NodeInspection books, HandOver handOver) {
        boolean[] found = new boolean[1];
        books.forEachCopy(copy ->
                found[0] |=
                        copy.id().equals(handOver.task())
                                && copy.state() != HeldTask.State.GONE
                                && isSameOrOfLaterOwner(copy, handOver));
        books.forEachOwned(own ->
                found[0] |=
                        own.task().equals(handOver.task())
                                && own.grant().compareTo(handOver.grant()) > 0);
        return found[0];
    }

    private static boolean isSameOrOfLaterOwner(HeldTask copy, HandOver handOver) {
        return copy.grant().epoch() > handOver.grant().epoch()
                || copy.grant().equals(handOver.grant()) && copy.hop() >= handOver.hop();
    }

    private boolean isWanted(OfferedTask offered) {
        NodeRef owner = offered.owner();
        NodeSight node = cluster.node(cluster.indexOf(owner.id()));
        boolean[] wanted = new boolean[1];
        int epoch = offered.grant().epoch();
        boolean current = epochs.getOrDefault(offered.task().id(), epoch) == epoch;
        if (current && node.isAlive() && node.ref().equals(owner)) {
            node.books()
                    .forEachOwned(own ->
                            wanted[0] |=
                                    own.task().equals(offered.task().id())
                                            && own.grant().equals(offered.grant())
                                            && !own.done());
        }
        return wanted[0];
    }

    // ---- R2, R8

    private void checkLosses(NodeSight node, List<Effect> effects) {
        Set<GrantedTask> told = new LinkedHashSet<>();
        for (Effect effect : effects) {
            if (effect instanceof Effect.Send(var _, PeerMessage.Lost lost)) {
                told.add(new GrantedTask(lost.task(), lost.grant()));
            } else if (effect instanceof Effect.Send(var _, PeerMessage.Results ended)) {
                ended.results().forEach(one -> told.add(new GrantedTask(one.task(), one.grant())));
            }
        }
        List<HeldTask> kept = foreign(node);
        for (HeldTask copy : foreignBefore) {
            if (!kept.contains(copy) && !told.contains(new GrantedTask(copy.id(), copy.grant()))) {
                throw new Violation(
                        "R2", copy.id(), node.ref().id() + " does not report that it lost " + copy);
            }
        }
    }

    private static void checkHolders(NodeSight node, NodeId peer) {
        node.books()
                .forEachOwned(own -> {
                    if (!own.done() && own.copy() == null && peer.equals(own.holder())) {
                        throw new Violation(
                                "R2",
                                own.task(),
                                "the process ended that held " + own + " of " + node.ref().id());
                    }
                });
    }

    /** What survives its owner may wait for any process of its node while none is there. */
    private void checkOwners(NodeSight node) {
        for (HeldTask copy : foreign(node)) {
            Link link = new Link(node.index(), copy.owner().id());
            NodeRef known = peers.get(link);
            if (copy.task().survivesOwner() && known != null && known.equals(gone.get(link))) {
                continue;
            }
            if (known != null && known.isLaterThan(copy.owner())) {
                throw new Violation(
                        "R8",
                        copy.id(),
                        node.ref().id() + " holds " + copy + " of an owner declared gone");
            }
        }
    }
}
