package org.evenkeel.kernel;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.evenkeel.kernel.HeldTask.State;
import org.evenkeel.kernel.trace.TraceKind;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.Task;
import org.evenkeel.model.protocol.PeerMessage;
import org.evenkeel.model.protocol.PeerMessage.HandOver;
import org.evenkeel.model.protocol.PeerMessage.OfferedTask;
import org.jspecify.annotations.Nullable;

/**
 * Hands a task over from one holder to the next; at no time do two nodes hold it, or none.
 *
 * <p>The giver: {@code READY -> HANDING(to) -> accepted: gone | rejected: READY | the receiver's
 * process is gone: gone if this node owns the task, else the grant is lost | the receiver is
 * neither linked nor a neighbour, or has not answered for too long: gone}. A hand-over is (task,
 * grant, hop). An offer is a repetition if its hop is not above the highest seen, so a task may
 * return to an earlier node.
 */
record HandOvers(
        NodeContext context,
        PeerLinkTable peerLinkTable,
        ForeignTasks foreignTasks,
        OwnerLedger ledger,
        Node node) {
    /** In stories: what a hand-over without an answer means. */
    private static final String UNCERTAIN =
            "the taker may have it; its owner grants it anew unless a holder reports it";

    /** What a hand-over needs from the node. */
    interface Node {
        /** A task arrived and is to be placed. */
        void arrived(HeldTask copy, NodeId from);

        /** An offer of that peer was answered, so it counts. */
        void counted(NodeId from);

        /** Some of that peer's tasks were refused: tell it the load whatever it believes. */
        void afterRefusal(NodeId from);

        /** An offered task came back. */
        void cameBack(HeldTask copy, NodeId by);

        /** Why this cannot be taken from this peer now, or null. */
        @Nullable String refusal(NodeId from, HeldTask offered);

        /** An older copy under an older grant is overtaken. */
        void overtaken(HeldTask copy);

        /** The process that now speaks for an owner. */
        NodeRef current(Task task, NodeRef owner);

        /** No node will ever want the result of such a task of this owner. */
        boolean isOrphan(Task task, NodeRef owner);

        /**
         * Another owner's task is in other hands now.
         *
         * @param owner who owns it now, if that is not who was named when it was offered: the taker
         *     may have waited for its bytes while the owner said so to who held it
         */
        void passedOn(HeldTask copy, NodeId by, @Nullable NodeRef owner);
    }

    // ---- Giver

    /** Offers a task that waits here to a peer whose link is up. */
    void offer(HeldTask copy, NodeRef to, String reason) {
        copy.become(State.HANDING);
        copy.handingTo = to.id();
        copy.hop++;
        copy.offeredNanos = context.now;
        copy.offeredAs = ownerNow(copy);
        context.trace(copy.id(), TraceKind.OFFERED, to.id(), reason);
        send(copy, to);
    }

    private void send(HeldTask copy, NodeRef to) {
        context.out.offer(
                to, new OfferedTask(copy.task, copy.grant, copy.hop, ownerNow(copy), copy.towards));
    }

    private NodeRef ownerNow(HeldTask copy) {
        return foreignTasks.isBeingPassed(copy.id()) ? context.self : copy.owner;
    }

    /**
     * The link to a peer's same process is up again: unanswered offers are said again; how many.
     */
    int resend(NodeRef to) {
        List<HeldTask> unanswered = foreignTasks.handingTo(to.id());
        unanswered.forEach(copy -> send(copy, to));
        return unanswered.size();
    }

    void answered(NodeId by, PeerMessage.OfferAnswer answer) {
        peerLinkTable.answered(by, answer.batch(), answer.taken().size() + answer.refused().size());
        for (HandOver taken : answer.taken()) {
            HeldTask copy = handing(by, taken);
            if (copy != null) {
                taken(copy, by);
            }
        }
        for (HandOver refused : answer.refused()) {
            HeldTask copy = handing(by, refused);
            if (copy != null) {
                copy.become(State.READY);
                copy.handingTo = null;
                context.trace(copy.id(), TraceKind.REFUSED, by, answer.reason());
                node.cameBack(copy, by);
            }
        }
    }

    private @Nullable HeldTask handing(NodeId by, HandOver handOver) {
        HeldTask copy = foreignTasks.find(handOver.task(), handOver.grant());
        boolean matches =
                copy != null
                        && copy.state() == State.HANDING
                        && by.equals(copy.handingTo)
                        && copy.hop == handOver.hop();
        return matches ? copy : null;
    }

    private void taken(HeldTask copy, NodeId by) {
        context.counters.givenAway++;
        context.trace(copy.id(), TraceKind.TAKEN, by, "");
        leave(copy, by, context.now);
    }

    /**
     * Peers that are neither linked nor neighbours any more may never answer: what they have not
     * answered counts as taken. Who has a task reports it to the owner; if no node has it, the
     * owner's lease ends.
     */
    void abandon(Predicate<NodeId> strange) {
        for (HeldTask copy : foreignTasks.handing(strange)) {
            abandon(copy, UNCERTAIN, context.now);
        }
    }

    /**
     * @param heardNanos when the taker may have been heard last
     */
    private void abandon(HeldTask copy, String why, long heardNanos) {
        NodeId to = copy.handingTo;
        if (to != null) {
            context.trace(copy.id(), TraceKind.DROPPED, to, why);
            leave(copy, to, heardNanos);
        }
    }

    /**
     * At each heartbeat: no hand-over waits without end. One to a peer without a link waits for the
     * holder's lease, one to a linked peer, which may have to fetch code and payload first, for as
     * long as tasks wait for an owner. Then it counts as taken, as with strangers. Without a link
     * the taker has not reported since that ended, so the owner's lease counts from there.
     */
    void checkLimits() {
        Set<NodeId> linked = new LinkedHashSet<>();
        for (HeldTask copy : foreignTasks.handing(any -> true)) {
            NodeId to = copy.handingTo;
            PeerLinkTable.Peer peer = to == null ? null : peerLinkTable.get(to);
            if (peer == null) {
                continue;
            }
            long since =
                    peer.up
                            ? copy.offeredNanos
                            : Math.max(copy.offeredNanos, peer.silentSinceNanos);
            if (context.now - since > limitNanos(peer)) {
                abandon(
                        copy,
                        "the receiver has not answered for "
                                + TimeUnit.NANOSECONDS.toSeconds(context.now - since)
                                + " s; "
                                + UNCERTAIN,
                        peer.up ? context.now : since);
                if (peer.up) {
                    linked.add(peer.ref.id());
                }
            }
        }
        for (NodeId peer : linked) {
            if (foreignTasks.handingTo(peer).isEmpty()) {
                peerLinkTable.awaitNoAnswer(peer);
            }
        }
    }

    private long limitNanos(PeerLinkTable.Peer peer) {
        return peer.up ? context.config.ownerReturnNanos() : context.config.holderLeaseNanos();
    }

    private void leave(HeldTask copy, NodeId by, long heardNanos) {
        OwnedTask own = ledger.get(copy.id());
        if (own != null && own.here == copy) {
            copy.become(State.GONE);
            ledger.grants().handedTo(own, by, heardNanos);
        } else {
            if (own != null && own.isPassing) {
                own.holder = by; // who is told when the next owner has it
            }
            NodeRef owner = ownerNow(copy);
            foreignTasks.forget(copy);
            node.passedOn(copy, by, owner.equals(copy.offeredAs) ? null : owner);
            context.out.release(copy.task);
        }
    }

    // ---- Taker

    void offered(PeerLinkTable.Peer from, PeerMessage.Offer offer) {
        answer(from, offer, null);
    }

    /** An offer whose code or payloads could not be had: refused, and counted like any other. */
    void unusable(PeerLinkTable.Peer from, PeerMessage.Offer offer, String why) {
        answer(from, offer, why);
    }

    private void answer(
            PeerLinkTable.Peer from, PeerMessage.Offer offer, @Nullable String unusable) {
        if (offer.toIncarnation() != context.self.incarnation()) {
            return;
        }
        peerLinkTable.forgetAnswered(from, offer.answeredUpTo());
        List<HandOver> taken = new ArrayList<>(offer.tasks().size());
        List<HandOver> refused = new ArrayList<>(0);
        String reason = "";
        for (OfferedTask offered : offer.tasks()) {
            String refusal =
                    unusable == null
                            ? node.refusal(from.ref.id(), copyOf(offered, offered.owner()))
                            : unusable;
            boolean takes = refusal == null || unusable == null && isKnown(offered);
            HandOver handOver = new HandOver(offered.task().id(), offered.grant(), offered.hop());
            if (answer(from, offered, handOver, offer.batch(), takes)) {
                taken.add(handOver);
            } else {
                refused.add(handOver);
                reason = refusal == null ? "rejected before" : refusal;
            }
            if (unusable == null && !takes) {
                context.out.release(offered.task());
            }
        }
        context.out.send(
                from.ref, new PeerMessage.OfferAnswer(offer.batch(), taken, refused, reason));
        if (!refused.isEmpty()) {
            node.afterRefusal(from.ref.id());
        }
    }

    /**
     * Answers one hand-over, as before when it is a repeat.
     *
     * @param takes whether it is taken if it is none
     * @return whether it is taken
     */
    private boolean answer(
            PeerLinkTable.Peer from,
            OfferedTask offered,
            HandOver handOver,
            long batch,
            boolean takes) {
        PeerLinkTable.Answered before = peerLinkTable.howAnswered(from, handOver);
        boolean isNew = before == PeerLinkTable.Answered.NOT_YET;
        if (isNew || before == PeerLinkTable.Answered.TAKEN_EARLIER) {
            node.counted(from.ref.id());
            peerLinkTable.remember(from, handOver, batch, takes || !isNew);
        }
        if (isNew && takes) {
            take(offered, from.ref.id());
        } else if (takes) {
            context.out.release(offered.task());
        }
        return isNew ? takes : before != PeerLinkTable.Answered.REFUSED;
    }

    private static HeldTask copyOf(OfferedTask offered, NodeRef owner) {
        HeldTask copy = new HeldTask(offered.task(), offered.grant(), offered.hop(), owner);
        copy.towards = offered.towards();
        return copy;
    }

    private boolean isKnown(OfferedTask offered) {
        OwnedTask own = ledger.get(offered.task().id());
        return context.isSelf(offered.owner()) && (own == null || !own.isPassing)
                || foreignTasks.find(offered.task().id(), offered.grant()) != null;
    }

    private void take(OfferedTask offered, NodeId from) {
        OwnedTask mine = ledger.get(offered.task().id());
        if (mine != null
                && mine.successor != null
                && !mine.isDone()
                && mine.isUnder(offered.grant())) {
            takeForSuccessor(mine, mine.successor, offered, from);
            return;
        }
        if (context.isSelf(offered.owner())) {
            takeOwn(offered, from);
            return;
        }
        if (mine != null && mine.isUnder(offered.grant())) {
            takeOwn(offered, from); // it was owned elsewhere when it was offered
            return;
        }
        ledger.overtaken(offered.task().id(), offered.grant());
        if (ledger.get(offered.task().id()) != null) {
            context.trace(offered.task().id(), TraceKind.DROPPED, from, "an older epoch");
            context.out.release(offered.task());
            return;
        }
        HeldTask known = foreignTasks.foreign(offered.task().id());
        NodeRef owner = node.current(offered.task(), offered.owner());
        if (node.isOrphan(offered.task(), owner)) {
            context.trace(offered.task().id(), TraceKind.DROPPED, "its owner was declared gone");
            context.out.release(offered.task());
            return;
        }
        if (known != null && !replaces(offered, known, from)) {
            return;
        }
        if (peerLinkTable.isLater(owner)) {
            foreignTasks.ownerIsNow(
                    owner); // a report without what is held of its earlier process is wrong
        }
        HeldTask copy = copyOf(offered, owner);
        foreignTasks.add(copy);
        arrived(copy, from);
    }

    /** Whether an offered copy takes the place of the one that is here. */
    private boolean replaces(OfferedTask offered, HeldTask known, NodeId from) {
        int order = known.grant.compareTo(offered.grant());
        if (order > 0 || order == 0 && known.state() != State.HANDING) {
            context.trace(known.id(), TraceKind.DROPPED, from, "an older copy");
            context.out.release(offered.task());
            return false;
        }
        if (order < 0) {
            node.overtaken(known);
        }
        foreignTasks.forget(known);
        context.out.release(known.task);
        return true;
    }

    /** One of this node's own tasks comes back, while another node becomes its owner. */
    private void takeForSuccessor(
            OwnedTask mine, NodeRef successor, OfferedTask offered, NodeId from) {
        HeldTask known = foreignTasks.foreign(mine.id());
        if (known == null || replaces(offered, known, from)) {
            HeldTask copy = copyOf(offered, offered.owner());
            foreignTasks.holdFor(mine, copy, successor);
            arrived(copy, from);
        }
    }

    /** One of this node's own tasks comes back. */
    private void takeOwn(OfferedTask offered, NodeId from) {
        context.out.release(offered.task()); // the owner has kept its own
        OwnedTask own = ledger.get(offered.task().id());
        if (own == null || own.isDone() || !own.isUnder(offered.grant())) {
            context.trace(offered.task().id(), TraceKind.DROPPED, from, "its grant is not current");
            return;
        }
        HeldTask here = own.here;
        if (here != null && (here.state() != State.HANDING || here.hop >= offered.hop())) {
            return;
        }
        if (here != null) {
            here.become(State.GONE);
        }
        HeldTask copy = new HeldTask(own.task, offered.grant(), offered.hop(), context.self);
        copy.towards = offered.towards();
        own.here = copy;
        own.awaited = false;
        own.holder = context.self.id();
        arrived(copy, from);
    }

    private void arrived(HeldTask copy, NodeId from) {
        context.counters.stolenIn++;
        context.traceBegin(copy.task(), TraceKind.ARRIVED, from, "");
        node.arrived(copy, from);
    }

    /**
     * The taker's process is gone. What this node owns counts as taken, for that process may have
     * handed it on before its answer came here. Yields the copies of other owners' tasks: they are
     * lost.
     */
    List<HeldTask> withGone(NodeId peer) {
        List<HeldTask> foreign = new ArrayList<>();
        for (HeldTask copy : foreignTasks.handingTo(peer)) {
            OwnedTask own = ledger.get(copy.id());
            if (own != null && own.here == copy) {
                leave(copy, peer, context.now);
            } else {
                foreign.add(copy);
            }
        }
        return foreign;
    }
}
