package org.evenkeel.kernel;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.evenkeel.kernel.Effect.PeerGone.Cause;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.protocol.Features;
import org.evenkeel.model.protocol.Message;
import org.evenkeel.model.protocol.Message.GrantedTask;
import org.jspecify.annotations.Nullable;

/** Which peers are there and which are gone, and what follows from that for the tasks. */
final class Presence {
    private final Context context;
    private final Links links;
    private final Silence silence;
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
        this.silence = new Silence(context, links, this::awaited);
    }

    /** The nodes that something here waits for: neighbours, owners of what is here, takers. */
    private Set<NodeId> awaited() {
        Set<NodeId> awaited = new LinkedHashSet<>();
        for (Links.Peer peer : links.all()) {
            if (balancer.isNeighbour(peer.ref.id())) {
                awaited.add(peer.ref.id());
            }
        }
        custody.forEachAwaited(awaited::add);
        shelf.forEachOwner(awaited::add);
        return awaited;
    }

    void up(NodeRef peer, Features features) {
        NodeRef before = links.up(peer, features);
        if (before != null) {
            gone(before, "its node started anew", Cause.REFUSED);
        }
        silence.up(peer);
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
        silence.down(peer);
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
        silence.refused(peer);
        if (links.refused(peer)) {
            gone(peer, "its process is gone: nobody listens there", Cause.REFUSED);
        }
    }

    void probed(NodeId asker, Message.Probe probe) {
        succeeded(probe.subject());
        if (probe.silentNanos() > 0) {
            silence.probe(asker, probe.subject(), probe.silentNanos());
        } else {
            links.probe(asker, probe.subject());
        }
    }

    void probeAnswered(NodeId by, Message.ProbeAnswer answer) {
        if (answer.silence()) {
            goneBySilence(silence.answered(by, answer));
            return;
        }
        NodeRef gone = links.probeAnswered(by, answer);
        if (gone != null) {
            gone(gone, "its process is gone: nobody listens there, peers agree", Cause.REFUSED);
        }
    }

    /** No link came up with a process. */
    void silent(NodeRef peer) {
        goneBySilence(silence.silent(peer));
    }

    private void goneBySilence(@Nullable NodeRef gone) {
        if (gone != null) {
            long seconds = TimeUnit.NANOSECONDS.toSeconds(context.config.silenceLimitNanos());
            gone(
                    gone,
                    "its process counts as gone: it has been silent for more than "
                            + seconds
                            + " s, peers agree",
                    Cause.SILENT);
        }
    }

    /** At each heartbeat. */
    void checkSilence(boolean stoodStill) {
        custody.forEachOwner(links::expect);
        if (stoodStill) {
            silence.stoodStill();
        } else {
            silence.check();
        }
    }

    /** What is known of another node. */
    Acquaintance acquaintance(NodeId node) {
        if (links.isUp(node)) {
            return Acquaintance.LINKED;
        }
        NodeRef last = lastProcess(node);
        if (last == null) {
            return Acquaintance.UNKNOWN;
        }
        return links.isGone(last) ? Acquaintance.GONE : Acquaintance.SILENT;
    }

    /** The last process of a node that is known, by a link or by what is kept for it. */
    @Nullable NodeRef lastProcess(NodeId node) {
        Links.Peer peer = links.get(node);
        return peer != null ? peer.ref : shelf.processOf(node);
    }

    /** An administrator says that a process does not come back; one that is linked is there. */
    void forgotten(NodeRef peer, String by) {
        if (links.isUp(peer.id())) {
            return;
        }
        String why = "administrator " + by + " said that it does not come back";
        if (links.isCalledGone(peer)) {
            context.out.later(new Effect.PeerGone(peer, why, Cause.FORGOTTEN));
        } else {
            gone(peer, why, Cause.FORGOTTEN);
        }
    }

    /** Somebody names a process: one that spoke here before it is gone. */
    void succeeded(NodeRef later) {
        NodeRef before = links.outlivedBy(later);
        if (before != null) {
            gone(before, "its node started anew", Cause.REFUSED);
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
    private void gone(NodeRef peer, String why, Cause cause) {
        if (links.isCalledGone(peer)) {
            return;
        }
        links.markGone(peer);
        context.out.later(new Effect.PeerGone(peer, why, cause));
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
