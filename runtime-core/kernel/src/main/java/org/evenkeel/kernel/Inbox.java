package org.evenkeel.kernel;

import java.util.List;
import org.evenkeel.kernel.HeldTask.State;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.protocol.Message;
import org.evenkeel.model.protocol.Message.Checkpointed;
import org.evenkeel.model.protocol.Message.GrantedTask;

/** What peers say goes to the part of this node that it is for. */
final class Inbox {
    private final Context context;
    private final Links links;
    private final OwnerLedger ledger;
    private final Custody custody;
    private final Checkpoints checkpoints;
    private final HandOvers handOvers;
    private final Heartbeats heartbeats;
    private final Execution execution;
    private final Balancer balancer;
    private final Phases phases;
    private final ReplicaShelf shelf;
    private final Adoption adoption;
    private final Succession succession;
    private final Drain drain;
    private final Outlooks outlooks;
    private final Presence presence;

    Inbox(
            Context context,
            Links links,
            OwnerLedger ledger,
            Custody custody,
            Checkpoints checkpoints,
            HandOvers handOvers,
            Heartbeats heartbeats,
            Execution execution,
            Balancer balancer,
            Phases phases,
            ReplicaShelf shelf,
            Adoption adoption,
            Succession succession,
            Drain drain,
            Outlooks outlooks,
            Presence presence) {
        this.context = context;
        this.links = links;
        this.ledger = ledger;
        this.custody = custody;
        this.checkpoints = checkpoints;
        this.handOvers = handOvers;
        this.heartbeats = heartbeats;
        this.execution = execution;
        this.balancer = balancer;
        this.phases = phases;
        this.shelf = shelf;
        this.adoption = adoption;
        this.succession = succession;
        this.drain = drain;
        this.outlooks = outlooks;
        this.presence = presence;
    }

    void received(NodeId from, Message message) {
        Links.Peer peer = links.get(from);
        if (peer == null || !peer.up) {
            unheard(message);
            return;
        }
        switch (message) {
            case Message.Offer m -> {
                handOvers.offered(peer, m);
                phases.offered(from, m.tasks().size());
                if (m.load() != null) {
                    balancer.onLoad(from, m.load());
                }
            }
            case Message.OfferAnswer m -> handOvers.answered(from, m);
            case Message.Results m -> onResults(peer, m);
            case Message.ResultAcks m -> custody.acknowledged(m.tasks());
            case Message.CheckpointAcks m -> checkpoints.acknowledged(m.checkpoints());
            case Message.Load m -> balancer.onLoad(from, m);
            case Message.Holding m -> heartbeats.reported(peer.ref, m);
            case Message.HoldingAck m -> {
                heartbeats.acknowledged(from, m.seq());
                dropForeign(m.superseded(), peer.ref, "its owner says its grant is not current");
            }
            case Message.Replicate m -> shelf.replicate(peer.ref, m);
            case Message.Replicated m -> ledger.replicas().replicated(peer.ref, m.upTo());
            case Message.Moved m -> onMoved(m);
            case Message.Adopt m -> onAdopt(peer, m);
            case Message.Adopted m -> succession.adopted(peer.ref, m.batch());
            case Message.AdoptAll m -> adoption.adoptAll(peer.ref, m);
            case Message.AskAdopted m -> adoption.asked(peer.ref, m);
            case Message.AnswerAdopted m -> succession.answered(peer.ref, m);
            case Message.SessionMoved m ->
                    onSessionMoved(
                            peer.ref,
                            peer.takesSessions()
                                    ? m
                                    : new Message.SessionMoved(m.session(), m.attachment()));
            case Message.SessionLeft m -> ledger.sessions().answered(from, m);
            case Message.Returned m -> heartbeats.reportTo(peer.ref);
            case Message.Lost m -> ledger.grants().reportedLost(m);
            case Message.Cancel m -> dropForeign(m.tasks(), peer.ref, m.why());
            case Message.JobEnded m -> {}
            case Message.Request m -> balancer.onRequest(from, m.room());
            case Message.NothingToGive m -> balancer.onNothingToGive(from);
            case Message.Probe m -> presence.probed(from, m);
            case Message.ProbeAnswer m -> presence.probeAnswered(from, m);
            case Message.Hours m -> balancer.onHours(from, m, context.now);
            case Message.Leaving m -> {
                peer.still = m.still();
                if (!peer.leaving) {
                    peer.leaving = true;
                    ledger.replicas().lost(from);
                    succession.leaves(peer.ref);
                    balancer.linkDown(from);
                    phases.lost(from);
                }
            }
            case Message.MasterSays m -> phases.heard(from, m.word());
            case Message.PhaseSays m -> phases.heard(from, m.word());
        }
    }

    /** A client goes on elsewhere, as the peer says that has it, or has heard so. */
    private void onSessionMoved(NodeRef from, Message.SessionMoved moved) {
        if (!ledger.sessions().hasMoved(moved)) {
            ledger.moved(moved, from);
        } else if (!ledger.sessions().hasMore(moved)) {
            succession.closed(moved.session());
            adoption.closed(moved.session());
            ledger.moved(moved, from);
        } else if (!moved.isFromAnother()) {
            succession.follow(moved.session(), from);
        }
    }

    /** Another process owns these now: who holds them reports to it. */
    private void onMoved(Message.Moved moved) {
        custody.moved(moved.owner(), moved.tasks());
        if (!context.isSelf(moved.owner())) {
            heartbeats.reportTo(moved.owner());
            presence.resend(moved.owner().id());
        }
    }

    /** A message of a process that is over: nobody needs the bytes that came with it. */
    private void unheard(Message message) {
        if (message instanceof Message.Offer offer) {
            offer.tasks().forEach(one -> context.out.release(one.task()));
        } else if (message instanceof Message.Results results) {
            results.results().forEach(one -> context.out.release(one.outcome()));
        } else if (message instanceof Message.Replicate replicate) {
            shelf.give(replicate.records());
        } else if (message instanceof Message.Adopt adopt) {
            adopt.tasks().forEach(one -> context.out.release(one.state()));
        }
    }

    /** A node that has left, or is full, adopts nothing; one that leaves passes it on. */
    private void onAdopt(Links.Peer from, Message.Adopt message) {
        int after = ledger.size() + adoption.size() + message.tasks().size();
        if (drain.isOver() || after > context.config.limits().owned()) {
            message.tasks().forEach(one -> context.out.release(one.state()));
        } else if (from.takesSessions()) {
            adoption.adopt(from.ref, message);
        } else {
            adoption.adoptBatch(from.ref, message);
        }
    }

    private void onResults(Links.Peer peer, Message.Results message) {
        for (Message.Result result : message.results()) {
            if (succession.isPassedOn(result.task(), result.grant(), peer.ref)) {
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
        if (message.load() != null) {
            balancer.onLoad(peer.ref.id(), message.load());
        }
    }

    private void checkpointCame(NodeRef holder, Message.Result result) {
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
                                        holder, new Message.CheckpointAcks(List.of(number))));
    }

    /** A planner asks how long tasks run on its neighbours. */
    private void learn(Message.Result result, NodeId from) {
        OwnedTask own =
                context.config.policy().plans() && result.outcome().isSuccess()
                        ? ledger.get(result.task())
                        : null;
        if (own != null && result.runNanos() > 0) {
            outlooks.ran(from, own.task.kind().name(), result.runNanos());
        }
    }

    private void dropForeign(List<GrantedTask> tasks, NodeRef owner, String why) {
        for (GrantedTask task : tasks) {
            HeldTask copy = custody.foreign(task.task());
            if (copy != null
                    && copy.grant.equals(task.grant())
                    && copy.owner.equals(owner)
                    && copy.state != State.HANDING) {
                execution.stopForeign(copy, why);
            }
        }
    }

    void unusable(Event.OfferUnusable event) {
        Links.Peer peer = links.get(event.from());
        if (peer != null && peer.up) {
            handOvers.unusable(peer, event.offer(), event.why());
            phases.offered(event.from(), event.offer().tasks().size());
            if (event.offer().load() != null) {
                balancer.onLoad(event.from(), event.offer().load());
            }
        }
    }
}
