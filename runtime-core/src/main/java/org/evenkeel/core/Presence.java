package org.evenkeel.core;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.protocol.Features;
import org.evenkeel.protocol.Message;
import org.evenkeel.protocol.Message.GrantedTask;
import org.jspecify.annotations.Nullable;

/** Which peers are there and which are gone, and what follows from that for the tasks. */
final class Presence {
    private final Context context;
    private final Links links;
    private final AbsentOwners absent;
    private final OwnerLedger ledger;
    private final Custody custody;
    private final Checkpoints checkpoints;
    private final HandOvers handOvers;
    private final Heartbeats heartbeats;
    private final HolderSearch search;
    private final Execution execution;
    private final Balancer balancer;
    private final Phases phases;
    private final ReplicaShelf shelf;
    private final Succession succession;
    private final Adoption adoption;
    private final Opening opening;
    private final Drain drain;

    Presence(
            Context context,
            Links links,
            AbsentOwners absent,
            OwnerLedger ledger,
            Custody custody,
            Checkpoints checkpoints,
            HandOvers handOvers,
            Heartbeats heartbeats,
            HolderSearch search,
            Execution execution,
            Balancer balancer,
            Phases phases,
            ReplicaShelf shelf,
            Succession succession,
            Adoption adoption,
            Opening opening,
            Drain drain) {
        this.context = context;
        this.links = links;
        this.absent = absent;
        this.ledger = ledger;
        this.custody = custody;
        this.checkpoints = checkpoints;
        this.handOvers = handOvers;
        this.heartbeats = heartbeats;
        this.search = search;
        this.execution = execution;
        this.balancer = balancer;
        this.phases = phases;
        this.shelf = shelf;
        this.succession = succession;
        this.adoption = adoption;
        this.opening = opening;
        this.drain = drain;
    }

    void up(NodeRef peer, Features features) {
        NodeRef before = links.up(peer, features);
        if (before != null) {
            gone(before, "its node started anew");
        }
        returned(peer);
        dropOrphans();
        ledger.sessions().present(peer);
        ledger.sessions().peerUp(peer);
        ledger.replicas().peerUp(peer);
        shelf.peerUp(peer);
        succession.peerUp(peer);
        if (ledger.grants().isAwaiting()) {
            context.out.send(peer, new Message.Returned());
        }
        int again = handOvers.resend(peer);
        balancer.linkUp(peer.id());
        phases.linkUp(peer.id());
        if (again > 0) {
            balancer.offersResent(peer.id(), again);
        }
        resend(peer.id());
        opening.peerUp(peer);
        if (drain.isOn()) {
            context.out.send(peer, new Message.Leaving(drain.why(), drain.isStill()));
        }
    }

    void seen(NodeRef peer) {
        if (links.isUpWithEarlier(peer)) {
            down(peer.id()); // nobody is at the other end any more
        }
        succeeded(peer);
        links.seen(peer);
        if (!links.isGone(peer) && !links.isUp(peer.id())) {
            returned(peer);
            ledger.sessions().present(peer);
        }
    }

    void down(NodeId peer) {
        links.down(peer);
        balancer.linkDown(peer);
        phases.lost(peer);
        search.answered(peer);
    }

    /** Nobody dials a stranger again. For what a leaving node hands on it waits all the same. */
    void letGoOfStrangers() {
        if (!drain.isOn()) {
            handOvers.letGo(peer -> !links.isUp(peer) && !balancer.isNeighbour(peer));
        }
    }

    void refused(NodeRef peer) {
        succeeded(peer);
        if (links.refused(peer)) {
            gone(peer, "its process is gone: nobody listens there");
        }
    }

    /** Somebody names a process: one that spoke here before it is gone. */
    void succeeded(NodeRef later) {
        NodeRef before = links.outlivedBy(later);
        if (before != null) {
            gone(before, "its node started anew");
        }
    }

    /** An owner is there again, and its disk has kept what survives its process. */
    private void returned(NodeRef owner) {
        absent.returned(owner.id());
        if (custody.ownerIsNow(owner)) {
            heartbeats.reportTo(owner);
            resend(owner.id());
        }
    }

    /** A process will never come back: what it held is granted anew, what it owned is dropped. */
    void gone(NodeRef peer, String why) {
        if (links.isCalledGone(peer)) {
            return;
        }
        links.markGone(peer);
        absent.left(peer.id());
        ledger.replicas().lost(peer.id());
        succession.lost(peer);
        adoption.lost(peer.id());
        heartbeats.forget(peer.id());
        for (GrantedTask lost : handOvers.lostWith(peer.id())) {
            HeldTask copy = custody.find(lost.task(), lost.grant());
            if (copy != null) {
                execution.lose(copy, false, peer.id() + " was being handed it, and " + why);
            }
        }
        search.holderGone(peer.id(), peer.id() + " had it, and " + why);
        dropOrphans();
        custody.dropOrphanedResults(absent);
    }

    /** Stops what is held of owners that are gone, those never heard of themselves included. */
    void dropOrphans() {
        List<HeldTask> orphans = new ArrayList<>();
        for (HeldTask copy : custody.foreign()) {
            if (absent.isOrphan(copy.owner, copy.task.survivesOwner())) {
                orphans.add(copy);
            }
        }
        orphans.forEach(copy -> execution.stopForeign(copy, "its owner is gone"));
    }

    /** Says again what this owner, or (null) any, has not acknowledged for long. */
    void resend(@Nullable NodeId owner) {
        custody.resend(owner);
        checkpoints.resend(owner);
    }
}
