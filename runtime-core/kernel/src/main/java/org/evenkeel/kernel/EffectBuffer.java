package org.evenkeel.kernel;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.model.JournalRecord;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.Outcome;
import org.evenkeel.model.Task;
import org.evenkeel.model.TaskState;
import org.evenkeel.model.protocol.Assignment;
import org.evenkeel.model.protocol.Delivery;
import org.evenkeel.model.protocol.PeerMessage;
import org.evenkeel.model.protocol.PeerMessage.GrantedTask;
import org.evenkeel.model.protocol.PeerMessage.Load;
import org.evenkeel.model.protocol.PeerMessage.OfferedTask;
import org.evenkeel.model.protocol.PeerMessage.Result;
import org.jspecify.annotations.Nullable;

/**
 * Gathers what one event causes and lists it as effects: what must be durable first, then starts,
 * then messages to peers, then what sessions are told.
 *
 * <p>Things of one kind for one receiver become one effect, which is what makes a batch cheap; a
 * load for a peer that gets an offer or a result anyway rides on it.
 */
final class EffectBuffer {

    private final Counters counters;
    private final List<Effect> effects = new ArrayList<>();
    private final List<Effect> late = new ArrayList<>();
    private final Map<Integer, List<Assignment>> starts = new LinkedHashMap<>();
    private final Map<NodeRef, ToPeer> peers = new LinkedHashMap<>();
    private final Map<Long, List<Delivery>> deliveries = new LinkedHashMap<>();
    private @Nullable List<Delivery> lastDeliveries;
    private long lastSession;

    /** What goes to one peer. */
    private static final class ToPeer {
        final List<PeerMessage> before = new ArrayList<>();
        final List<GrantedTask> acks = new ArrayList<>();
        final List<Result> results = new ArrayList<>();
        final List<OfferedTask> offers = new ArrayList<>();
        @Nullable Load load;

        /** Number of the first of the records, 0 while there are none. */
        long firstRecord;

        boolean allRecords;
        long diskSince;
        List<JournalRecord.OfTask> records = List.of();
    }

    EffectBuffer(Counters counters) {
        this.counters = counters;
    }

    void begin() {
        effects.clear();
    }

    void persist(JournalRecord entry) {
        effects.add(new Effect.Persist(entry));
    }

    /** Tells the session; comes after what was persisted before, and before every outcome. */
    void accept(long session, int attachment, long upTo) {
        effects.add(new Effect.Accept(session, attachment, upTo));
    }

    void reject(long session, long number, String why, boolean byPolicy) {
        effects.add(new Effect.Reject(session, number, why, byPolicy));
    }

    /** An effect that comes after starts and messages. */
    void later(Effect effect) {
        late.add(effect);
    }

    void start(int slot, Assignment assignment) {
        starts.computeIfAbsent(slot, s -> new ArrayList<>()).add(assignment);
    }

    void offer(NodeRef to, OfferedTask task) {
        peer(to).offers.add(task);
    }

    void result(NodeRef to, Result result) {
        peer(to).results.add(result);
    }

    void acknowledge(NodeRef to, GrantedTask task) {
        peer(to).acks.add(task);
    }

    void send(NodeRef to, PeerMessage peerMessage) {
        if (peerMessage instanceof Load load) {
            peer(to).load = load;
        } else {
            peer(to).before.add(peerMessage);
        }
    }

    /** A record for the replica; they are numbered without gaps. */
    void replicate(NodeRef to, long number, JournalRecord.OfTask record) {
        ToPeer what = peer(to);
        if (what.firstRecord == 0) {
            what.firstRecord = number;
        }
        if (what.records.isEmpty()) {
            what.records = new ArrayList<>();
        }
        what.records.add(record);
    }

    /**
     * The replica is to forget what it has; what follows is everything.
     *
     * @param diskSince also what it has for earlier processes of this node, from this one on
     */
    void replicateAll(NodeRef to, long firstNumber, long diskSince) {
        ToPeer what = peer(to);
        what.diskSince = diskSince;
        what.firstRecord = firstNumber;
        what.allRecords = true;
        what.records = new ArrayList<>();
    }

    void deliver(long session, long number, Outcome outcome, String ranOn) {
        List<Delivery> list = lastDeliveries;
        if (list == null || session != lastSession) {
            list = deliveries.computeIfAbsent(session, s -> new ArrayList<>());
            lastDeliveries = list;
            lastSession = session;
        }
        list.add(new Delivery(number, outcome, ranOn));
    }

    /** The task's bytes are needed once more. */
    void retain(Task task) {
        if (task.payload().isExternal()) {
            effects.add(new Effect.Retain(task.payload()));
        }
    }

    void release(Task task) {
        if (task.payload().isExternal()) {
            late.add(new Effect.Release(task.payload()));
        }
    }

    void release(TaskState state) {
        Outcome outcome = state.outcome();
        if (outcome == null) {
            release(state.task());
        } else {
            release(outcome);
        }
    }

    void release(Outcome outcome) {
        if (outcome.payload() != null && outcome.payload().isExternal()) {
            late.add(new Effect.Release(outcome.payload()));
        }
    }

    List<Effect> end(PeerLinkTable numbers) {
        if (!starts.isEmpty()) {
            starts.forEach((slot, tasks) -> effects.add(new Effect.StartTasks(slot, tasks)));
            starts.clear();
        }
        if (!peers.isEmpty()) {
            peers.forEach((to, what) -> flush(to, what, numbers));
            peers.clear();
        }
        if (!deliveries.isEmpty()) {
            deliveries.forEach((session, list) -> effects.add(new Effect.Deliver(session, list)));
            deliveries.clear();
            lastDeliveries = null;
        }
        if (!late.isEmpty()) {
            effects.addAll(late);
            late.clear();
        }
        return effects;
    }

    private ToPeer peer(NodeRef to) {
        return peers.computeIfAbsent(to, t -> new ToPeer());
    }

    private void flush(NodeRef to, ToPeer what, PeerLinkTable numbers) {
        for (PeerMessage peerMessage : what.before) {
            send(to, peerMessage, peerMessage instanceof PeerMessage.Request);
        }
        if (!what.acks.isEmpty()) {
            counters.otherSent++;
            effects.add(new Effect.Send(to, new PeerMessage.ResultAcks(what.acks)));
        }
        if (what.firstRecord != 0) {
            counters.otherSent++;
            effects.add(
                    new Effect.Send(
                            to,
                            new PeerMessage.Replicate(
                                    what.firstRecord,
                                    what.allRecords,
                                    what.diskSince,
                                    what.records)));
        }
        Load riding = what.load;
        if (!what.results.isEmpty()) {
            boolean ride = what.offers.isEmpty();
            counters.resultsSent++;
            effects.add(
                    new Effect.Send(
                            to, new PeerMessage.Results(what.results, ride ? riding : null)));
            riding = ride ? null : riding;
        }
        if (!what.offers.isEmpty()) {
            counters.offersSent++;
            effects.add(new Effect.Send(to, numbers.number(to, what.offers, riding)));
            riding = null;
        }
        if (riding != null) {
            counters.loadsSent++;
            effects.add(new Effect.Send(to, riding));
        }
    }

    private void send(NodeRef to, PeerMessage peerMessage, boolean request) {
        if (request) {
            counters.requestsSent++;
        } else {
            counters.otherSent++;
        }
        effects.add(new Effect.Send(to, peerMessage));
    }
}
