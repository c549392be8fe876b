package org.evenkeel.kernel;

import java.util.List;
import org.evenkeel.kernel.HeldTask.State;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.protocol.PeerMessage;
import org.evenkeel.model.protocol.PeerMessage.Checkpointed;
import org.evenkeel.model.protocol.PeerMessage.GrantedTask;

/** What peers say goes to the part of this node that it is for. */
record PeerMessageRouter(
        NodeContext context,
        PeerLinkTable peerLinkTable,
        OwnerLedger ledger,
        ForeignTasks foreignTasks,
        Checkpoints checkpoints,
        HandOvers handOvers,
        Heartbeats heartbeats,
        Execution execution,
        Balancer balancer,
        Phases phases,
        ReplicaStore replicaStore,
        OwnershipTransferIn ownershipTransferIn,
        OwnershipTransferOut ownershipTransferOut,
        Drain drain,
        ForecastBuilder forecastBuilder,
        PeerLifecycle peerLifecycle,
        StartedMoves startedMoves) {
    void received(NodeId from, PeerMessage peerMessage) {
        PeerLinkTable.Peer peer = peerLinkTable.get(from);
        if (peer == null || !peer.up) {
            unheard(peerMessage);
            return;
        }
        switch (peerMessage) {
            case PeerMessage.Offer m -> {
                handOvers.offered(peer, m);
                phases.offered(from, m.tasks().size());
                if (m.load() != null) {
                    balancer.onLoad(from, m.load());
                }
            }
            case PeerMessage.OfferAnswer m -> handOvers.answered(from, m);
            case PeerMessage.Results m -> onResults(peer, m);
            case PeerMessage.ResultAcks m -> foreignTasks.acknowledged(m.tasks());
            case PeerMessage.CheckpointAcks m -> checkpoints.acknowledged(m.checkpoints());
            case PeerMessage.Load m -> balancer.onLoad(from, m);
            case PeerMessage.Holding m -> heartbeats.reported(peer.ref, m);
            case PeerMessage.HoldingAck m -> {
                heartbeats.acknowledged(from, m.seq());
                dropForeign(
                        m.superseded(),
                        peer.ref,
                        "its owner reports that its grant is not current");
            }
            case PeerMessage.Replicate m -> replicaStore.replicate(peer.ref, m);
            case PeerMessage.Replicated m -> ledger.replicas().replicated(peer.ref, m.upTo());
            case PeerMessage.Moved m -> onMoved(m);
            case PeerMessage.Adopt m -> onAdopt(peer, m);
            case PeerMessage.Adopted m -> ownershipTransferOut.adopted(peer.ref, m.batch());
            case PeerMessage.AdoptAll m -> ownershipTransferIn.adoptAll(peer.ref, m);
            case PeerMessage.AskAdopted m -> ownershipTransferIn.asked(peer.ref, m);
            case PeerMessage.AnswerAdopted m -> ownershipTransferOut.answered(peer.ref, m);
            case PeerMessage.SessionMoved m -> {
                boolean itsOwn = m.since() > 0 && !m.isFromAnother();
                if (peer.takesSessions() && itsOwn && !ledger.sessions().knowsLater(m)) {
                    replicaStore.isElsewhere(peer.ref, m);
                }
                onSessionMoved(
                        peer.ref,
                        peer.takesSessions()
                                ? m
                                : new PeerMessage.SessionMoved(m.session(), m.attachment()));
            }
            case PeerMessage.SessionLeft m -> ledger.sessions().answered(from, m);
            case PeerMessage.Returned m -> heartbeats.reportTo(peer.ref);
            case PeerMessage.Lost m -> ledger.grants().reportedLost(m);
            case PeerMessage.Cancel m -> dropForeign(m.tasks(), peer.ref, m.why());
            case PeerMessage.JobEnded m -> {}
            case PeerMessage.Request m -> balancer.onRequest(from, m.room());
            case PeerMessage.NothingToGive m -> balancer.onNothingToGive(from);
            case PeerMessage.MoveCall m -> startedMoves.called(peer.ref, m);
            case PeerMessage.MoveBid m -> startedMoves.answered(from, m);
            case PeerMessage.MoveAward m -> startedMoves.awarded(peer.ref, m);
            case PeerMessage.Probe m -> peerLifecycle.probed(from, m);
            case PeerMessage.ProbeAnswer m -> peerLifecycle.probeAnswered(from, m);
            case PeerMessage.Availability m -> balancer.onHours(from, m, context.now);
            case PeerMessage.Leaving m -> {
                peer.still = m.still();
                if (!peer.leaving) {
                    peer.leaving = true;
                    ledger.replicas().lost(from);
                    ownershipTransferOut.leaves(peer.ref);
                    balancer.linkDown(from);
                    phases.lost(from);
                    startedMoves.lost(from);
                }
            }
            case PeerMessage.MasterMessage m -> phases.received(from, m.word());
            case PeerMessage.PhaseMessage m -> phases.received(from, m.word());
        }
    }

    /** A client continues elsewhere, as the peer says that has it, or has heard so. */
    private void onSessionMoved(NodeRef from, PeerMessage.SessionMoved moved) {
        if (!ledger.sessions().hasMoved(moved)) {
            ledger.moved(moved, from);
        } else if (!ledger.hasMore(moved)) {
            ownershipTransferOut.closed(moved.session());
            ownershipTransferIn.closed(moved.session());
            ledger.moved(moved, from);
        } else if (!moved.isFromAnother()) {
            ownershipTransferOut.follow(moved.session(), from);
        }
    }

    /** Another process owns these now: who holds them reports to it. */
    private void onMoved(PeerMessage.Moved moved) {
        if (moved.owner().id().equals(context.self.id())) {
            dropNotOwned(moved.tasks());
            return;
        }
        foreignTasks.moved(moved.owner(), moved.tasks());
        NodeRef owner = peerLinkTable.latest(moved.owner());
        foreignTasks.ownerIsNow(
                owner); // what is held of an earlier process of it is reported with them
        if (peerLinkTable.isGone(moved.owner())) {
            peerLifecycle.dropOrphans();
        }
        heartbeats.reportTo(owner);
        peerLifecycle.resend(owner.id());
    }

    /**
     * Another node says that these are owned here. What is, was claimed when it became so; of what
     * was passed on from here, this node knows better. No node wants the rest: its client has
     * submitted it elsewhere meanwhile, or has its outcome. A copy that is being handed over is
     * dropped, too: whatever the answer, its grant is not current.
     */
    private void dropNotOwned(List<GrantedTask> tasks) {
        for (GrantedTask task : tasks) {
            OwnedTask own = ledger.get(task.task());
            boolean isOwned = own != null && (own.isPassing || own.isUnder(task.grant()));
            if (isOwned || ownershipTransferOut.nextOwner(task.task()) != null) {
                continue;
            }
            foreignTasks.acknowledged(List.of(task));
            HeldTask copy = foreignTasks.foreign(task.task());
            if (copy != null && copy.grant.equals(task.grant())) {
                execution.stopForeign(copy, "it was passed on to this node, which does not own it");
            }
        }
    }

    /** A message of a process that is over: no node needs the bytes that came with it. */
    private void unheard(PeerMessage peerMessage) {
        if (peerMessage instanceof PeerMessage.Offer offer) {
            offer.tasks().forEach(one -> context.out.release(one.task()));
        } else if (peerMessage instanceof PeerMessage.Results results) {
            results.results().forEach(one -> context.out.release(one.outcome()));
        } else if (peerMessage instanceof PeerMessage.Replicate replicate) {
            replicaStore.give(replicate.records());
        } else if (peerMessage instanceof PeerMessage.Adopt adopt) {
            adopt.tasks().forEach(one -> context.out.release(one.state()));
        }
    }

    /** A node that has left, or is full, adopts nothing; one that leaves passes it on. */
    private void onAdopt(PeerLinkTable.Peer from, PeerMessage.Adopt message) {
        int after = ledger.size() + ownershipTransferIn.size() + message.tasks().size();
        if (drain.isOver() || after > context.config.limits().owned()) {
            message.tasks().forEach(one -> context.out.release(one.state()));
        } else if (from.takesSessions()) {
            ownershipTransferIn.adopt(from.ref, message);
        } else {
            ownershipTransferIn.adoptBatch(from.ref, message);
        }
    }

    private void onResults(PeerLinkTable.Peer peer, PeerMessage.Results message) {
        for (PeerMessage.Result result : message.results()) {
            if (ownershipTransferOut.isPassedOn(result.task(), result.grant())) {
                context.out.release(result.outcome());
                continue; // not acknowledged: its holder keeps it for the next owner
            }
            if (result.outcome().isCheckpoint()) {
                checkpointCame(peer.ref, result);
                continue;
            }
            learn(result, peer.ref.id());
            ledger.commit(
                    result.task(),
                    result.grant(),
                    result.outcome(),
                    peer.ref.id().name(),
                    result.towards());
            context.out.acknowledge(peer.ref, new GrantedTask(result.task(), result.grant()));
        }
        ownershipTransferOut.tellOwners(peer.ref);
        if (message.load() != null) {
            balancer.onLoad(peer.ref.id(), message.load());
        }
    }

    private void checkpointCame(NodeRef holder, PeerMessage.Result result) {
        GrantedTask task = new GrantedTask(result.task(), result.grant());
        Checkpointed number = new Checkpointed(task, result.runNanos());
        ledger.checkpoints()
                .came(
                        result.task(),
                        result.grant(),
                        result.outcome(),
                        result.runNanos(),
                        holder.id(),
                        () ->
                                context.out.send(
                                        holder, new PeerMessage.CheckpointAcks(List.of(number))));
    }

    /** A planner asks how long tasks run on its neighbours. */
    private void learn(PeerMessage.Result result, NodeId from) {
        OwnedTask own =
                context.config.policy().plans() && result.outcome().isSuccess()
                        ? ledger.get(result.task())
                        : null;
        if (own != null && result.runNanos() > 0) {
            forecastBuilder.ran(from, own.task.kind().name(), result.runNanos());
        }
    }

    private void dropForeign(List<GrantedTask> tasks, NodeRef owner, String why) {
        for (GrantedTask task : tasks) {
            HeldTask copy = foreignTasks.foreign(task.task());
            if (copy != null
                    && copy.grant.equals(task.grant())
                    && copy.owner.equals(owner)
                    && copy.state() != State.HANDING) {
                execution.stopForeign(copy, why);
            }
        }
    }

    void unusable(Event.OfferUnusable event) {
        PeerLinkTable.Peer peer = peerLinkTable.get(event.from());
        if (peer != null && peer.up) {
            handOvers.unusable(peer, event.offer(), event.why());
            phases.offered(event.from(), event.offer().tasks().size());
            if (event.offer().load() != null) {
                balancer.onLoad(event.from(), event.offer().load());
            }
        }
    }
}
