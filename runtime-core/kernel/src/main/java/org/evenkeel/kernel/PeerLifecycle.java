package org.evenkeel.kernel;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.evenkeel.kernel.Effect.PeerGone.Cause;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.protocol.Features;
import org.evenkeel.model.protocol.PeerMessage;
import org.jspecify.annotations.Nullable;

/** Which peers are there and which are gone, and what follows from that for the tasks. */
record PeerLifecycle(
        NodeContext context,
        PeerLinkTable peerLinkTable,
        SilenceDetector silenceDetector,
        RecoveringOwners absent,
        OwnerLedger ledger,
        ForeignTasks foreignTasks,
        Checkpoints checkpoints,
        HandOvers handOvers,
        Heartbeats heartbeats,
        HolderSearch search,
        Execution execution,
        Balancer balancer,
        Phases phases,
        StartedMoves startedMoves,
        ReplicaStore replicaStore,
        OwnershipTransferOut ownershipTransferOut,
        OwnershipTransferIn ownershipTransferIn,
        AvailabilityTransition availabilityTransition,
        Drain drain) {
    /** The nodes that something here waits for: neighbours, owners of what is here, takers. */
    private Set<NodeId> awaited() {
        Set<NodeId> awaited = new LinkedHashSet<>();
        for (PeerLinkTable.Peer peer : peerLinkTable.all()) {
            if (balancer.isNeighbour(peer.ref.id())) {
                awaited.add(peer.ref.id());
            }
        }
        foreignTasks.forEachAwaited(awaited::add);
        replicaStore.forEachOwner(awaited::add);
        ownershipTransferIn.forEachAwaited(awaited::add);
        return awaited;
    }

    /** The nodes for whose later process something is kept here. */
    private Set<NodeId> owed() {
        Set<NodeId> owed = new LinkedHashSet<>();
        foreignTasks.forEachOwner(owner -> owed.add(owner.id()));
        replicaStore.forEachOwner(owed::add);
        return owed;
    }

    void up(NodeRef peer, Features features) {
        NodeRef before = peerLinkTable.up(peer, features);
        search.peerUp(peer);
        if (before != null) {
            gone(before, "its node restarted", Cause.REFUSED);
        }
        silenceDetector.up(peer);
        returned(peer);
        dropOrphans();
        ledger.sessions().present(peer);
        ledger.sessions().peerUp(peer);
        ledger.replicas().peerUp(peer);
        replicaStore.peerUp(peer);
        ownershipTransferOut.peerUp(peer);
        if (ledger.grants().isAwaiting()) {
            context.out.send(peer, new PeerMessage.Returned());
        }
        int again = handOvers.resend(peer);
        balancer.linkUp(peer.id(), features);
        phases.linkUp(peer.id());
        if (again > 0) {
            balancer.offersResent(peer.id(), again);
        }
        resend(peer.id());
        availabilityTransition.peerUp(peer);
        if (drain.isOn()) {
            context.out.send(peer, new PeerMessage.Leaving(drain.why(), drain.isStill()));
        }
    }

    void seen(NodeRef peer) {
        succeeded(peer);
        peerLinkTable.seen(peer);
        if (!peerLinkTable.isGone(peer) && !peerLinkTable.isUp(peer.id())) {
            returned(peer);
            ledger.sessions().present(peer);
        }
    }

    void down(NodeId peer) {
        peerLinkTable.down(peer);
        silenceDetector.down(peer);
        balancer.linkDown(peer);
        phases.lost(peer);
        startedMoves.lost(peer);
        search.answered(peer);
    }

    /** No node dials a stranger again. For what a leaving node hands on it waits all the same. */
    void releaseStrangers() {
        if (!drain.isOn()) {
            handOvers.abandon(peer -> !peerLinkTable.isUp(peer) && !balancer.isNeighbour(peer));
        }
    }

    void refused(NodeRef peer) {
        succeeded(peer);
        silenceDetector.refused(peer);
        if (peerLinkTable.refused(peer)) {
            gone(peer, "its process ended: its port is closed", Cause.REFUSED);
        }
    }

    void probed(NodeId asker, PeerMessage.Probe probe) {
        succeeded(probe.subject());
        if (probe.silentNanos() > 0) {
            silenceDetector.probe(asker, probe.subject(), probe.silentNanos());
        } else {
            peerLinkTable.probe(asker, probe.subject());
        }
    }

    void probeAnswered(NodeId by, PeerMessage.ProbeAnswer answer) {
        if (answer.silence()) {
            goneBySilence(silenceDetector.answered(by, answer));
            return;
        }
        NodeRef gone = peerLinkTable.probeAnswered(by, answer);
        if (gone != null) {
            gone(gone, "its process ended: its port is closed, as peers confirm", Cause.REFUSED);
        }
    }

    /** No link came up with a process. */
    void silent(NodeRef peer) {
        goneBySilence(silenceDetector.silent(peer));
    }

    private void goneBySilence(@Nullable NodeRef gone) {
        if (gone != null) {
            long seconds = TimeUnit.NANOSECONDS.toSeconds(context.config.silenceLimitNanos());
            gone(
                    gone,
                    "its process was declared gone: silent for more than %s s, as peers confirm"
                            .formatted(seconds),
                    Cause.SILENT);
        }
    }

    /** At each heartbeat. */
    void checkSilence(boolean stoodStill) {
        foreignTasks.forEachOwner(peerLinkTable::expect);
        replicaStore.forEachProcess(peerLinkTable::expect);
        if (stoodStill) {
            silenceDetector.stoodStill();
        } else {
            silenceDetector.check(this::awaited, this::owed);
        }
    }

    /** What is known of another node. */
    PeerInfo acquaintance(NodeId node) {
        if (peerLinkTable.isUp(node)) {
            return PeerInfo.LINKED;
        }
        NodeRef last = lastProcess(node);
        if (last == null) {
            return PeerInfo.UNKNOWN;
        }
        return peerLinkTable.isGone(last) ? PeerInfo.GONE : PeerInfo.SILENT;
    }

    /**
     * The last process of a node that is known, by a link or by what is kept for it. Of a node that
     * may have taken a job before this process began, the name alone is known.
     */
    @Nullable NodeRef lastProcess(NodeId node) {
        PeerLinkTable.Peer peer = peerLinkTable.get(node);
        NodeRef last = peer != null ? peer.ref : replicaStore.processOf(node);
        return last == null && ownershipTransferOut.isAwaited(node)
                ? new NodeRef(node, 0, "", 0)
                : last;
    }

    /** An administrator says that a process does not come back; one that is linked is there. */
    void forgotten(NodeRef peer, String by) {
        if (peerLinkTable.isUp(peer.id())) {
            return;
        }
        String why = "administrator " + by + " declared that it does not return";
        if (peerLinkTable.isCalledGone(peer)) {
            context.out.later(new Effect.PeerGone(peer, why, Cause.FORGOTTEN));
        } else {
            gone(peer, why, Cause.FORGOTTEN);
        }
        ownershipTransferOut.forgotten(peer.id());
    }

    /**
     * A node names a process: one that spoke here before it is gone, even if the end of its link
     * was not heard.
     */
    void succeeded(NodeRef later) {
        if (peerLinkTable.isUpWithEarlier(later)) {
            down(later.id()); // no process is at the other end any more
        }
        NodeRef before = peerLinkTable.outlivedBy(later);
        if (before != null) {
            gone(before, "its node restarted", Cause.REFUSED);
        }
    }

    /** An owner is there again, and its disk has kept what survives its process. */
    private void returned(NodeRef owner) {
        absent.returned(owner.id());
        if (foreignTasks.ownerIsNow(owner)) {
            heartbeats.reportTo(owner);
            resend(owner.id());
        }
    }

    /** A process will never come back: what it held is granted anew, what it owned is dropped. */
    private void gone(NodeRef peer, String why, Cause cause) {
        if (peerLinkTable.isCalledGone(peer)) {
            return;
        }
        peerLinkTable.markGone(peer);
        context.out.later(new Effect.PeerGone(peer, why, cause));
        absent.left(peer.id());
        ledger.replicas().lost(peer.id());
        ownershipTransferOut.lost(peer);
        ownershipTransferIn.lost(peer.id());
        heartbeats.forget(peer.id());
        for (HeldTask lost : handOvers.withGone(peer.id())) {
            execution.lose(lost, false, peer.id() + " was receiving it, and " + why);
        }
        search.holderGone(peer.id(), peer.id() + " held it, and " + why);
        dropOrphans();
        foreignTasks.dropOrphanedResults(absent);
    }

    /** Stops what is held of owners that are gone, those never heard of themselves included. */
    void dropOrphans() {
        List<HeldTask> orphans =
                foreignTasks.foreign().stream()
                        .filter(copy -> absent.isOrphan(copy.owner, copy.task.survivesOwner()))
                        .toList();
        orphans.forEach(copy -> execution.stopForeign(copy, "its owner was declared gone"));
    }

    /** Says again what this owner, or (null) any, has not acknowledged for long. */
    void resend(@Nullable NodeId owner) {
        foreignTasks.resend(owner);
        checkpoints.resend(owner);
    }
}
