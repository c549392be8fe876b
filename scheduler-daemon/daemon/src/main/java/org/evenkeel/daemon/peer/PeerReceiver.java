package org.evenkeel.daemon.peer;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.daemon.blob.ArrivalQueue;
import org.evenkeel.daemon.blob.BlobSource;
import org.evenkeel.daemon.blob.PayloadResolver;
import org.evenkeel.daemon.driver.EventSink;
import org.evenkeel.kernel.Event;
import org.evenkeel.model.JournalRecord;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.Outcome;
import org.evenkeel.model.Payload;
import org.evenkeel.model.Task;
import org.evenkeel.model.TaskState;
import org.evenkeel.model.protocol.PeerMessage;
import org.evenkeel.model.protocol.PeerMessage.GrantedTask;
import org.evenkeel.model.protocol.PeerMessage.OfferedTask;
import org.evenkeel.model.protocol.PeerMessage.Result;
import org.evenkeel.wire.BlobPayload;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes in what a peer says. Offers wait, in their order, until their code and payloads are here; a
 * result waits for its own payload alone; everything else continues at once.
 */
final class PeerReceiver {

    /** Attempts to fetch a result before its task runs again. */
    private static final int MOST_MISSED = 3;

    /** Results that could not be fetched, remembered at a time. */
    private static final int MOST_REMEMBERED = 10_000;

    private static final Logger LOG = LoggerFactory.getLogger(PeerReceiver.class);

    private final EventSink eventSink;
    private final PayloadResolver payloadResolver;
    private final BlobSource source;
    private final NodeId peer;
    private final ArrivalQueue offers;
    private final ArrivalQueue records;
    private final Map<GrantedTask, Integer> missed = new HashMap<>();
    private boolean closed;

    PeerReceiver(
            EventSink eventSink, PayloadResolver payloadResolver, BlobSource source, NodeId peer) {
        this.eventSink = eventSink;
        this.payloadResolver = payloadResolver;
        this.offers = payloadResolver.queueOfPeer();
        this.source = source;
        this.peer = peer;
        this.records = payloadResolver.queueOfPeer();
    }

    void close() {
        closed = true;
        offers.close();
        records.close();
    }

    void enter(PeerMessage peerMessage, int frameBytes) {
        switch (peerMessage) {
            case PeerMessage.Offer offer -> offer(offer, frameBytes);
            case PeerMessage.Results results -> results(results);
            case PeerMessage.Replicate replicate -> replicate(replicate, frameBytes);
            case PeerMessage.Adopt adopt -> adopt(adopt, frameBytes);
            default -> deliver(peerMessage);
        }
    }

    private void deliver(PeerMessage peerMessage) {
        if (!closed) {
            eventSink.submit(new Event.MessageReceived(peer, peerMessage));
        }
    }

    // ---- Offers

    private void offer(PeerMessage.Offer offer, int frameBytes) {
        PayloadResolver.Resolution needed = payloadResolver.gather(source);
        for (OfferedTask one : offer.tasks()) {
            needed.require(one.task().kind());
            needed.require(one.task().payload());
        }
        if (!needed.onResolved(offers, frameBytes, () -> resume(offer, needed))) {
            refuse(offer, "the queue of offers waiting for code or payload is full");
        }
    }

    private void resume(PeerMessage.Offer offer, PayloadResolver.Resolution needed) {
        List<OfferedTask> tasks = new ArrayList<>(offer.tasks().size());
        for (OfferedTask one : offer.tasks()) {
            Task task = one.task();
            String problem = needed.problem(task.kind());
            if (problem == null) {
                problem = needed.problem(task.payload());
            }
            if (problem != null) {
                tasks.forEach(
                        entered -> payloadResolver.books().dereference(entered.task().payload()));
                refuse(offer, problem);
                return;
            }
            Payload payload = needed.resolved(task.payload());
            payloadResolver.books().enter(payload);
            tasks.add(
                    payload.equals(task.payload())
                            ? one
                            : new OfferedTask(
                                    with(task, payload),
                                    one.grant(),
                                    one.hop(),
                                    one.owner(),
                                    one.towards()));
        }
        deliver(
                new PeerMessage.Offer(
                        offer.toIncarnation(),
                        offer.batch(),
                        offer.answeredUpTo(),
                        tasks,
                        offer.load()));
    }

    private static Task with(Task task, Payload payload) {
        return new Task(task.id(), task.kind(), payload, task.weight(), task.parent());
    }

    /** The core answers for every task of the offer, so that both sides count alike. */
    private void refuse(PeerMessage.Offer offer, String why) {
        if (!closed) {
            eventSink.submit(new Event.OfferUnusable(peer, offer, why));
        }
    }

    // ---- Tasks that are passed on

    /** They are taken when their code and bytes are here; without these, not at all. */
    private void adopt(PeerMessage.Adopt message, int frameBytes) {
        PayloadResolver.Resolution needed = payloadResolver.gather(source);
        for (PeerMessage.PassedTask one : message.tasks()) {
            TaskState state = one.state();
            Outcome outcome = state.outcome();
            if (outcome == null) {
                needed.require(state.task().kind());
                needed.require(state.task().payload());
            } else if (outcome.payload() != null) {
                needed.require(outcome.payload());
            }
        }
        if (!needed.onResolved(records, frameBytes, () -> resume(message, needed))) {
            LOG.warn("{}: queue of adopted tasks waiting for code or payload is full", peer);
        }
    }

    private void resume(PeerMessage.Adopt message, PayloadResolver.Resolution needed) {
        List<PeerMessage.PassedTask> ready = new ArrayList<>(message.tasks().size());
        List<Payload> entered = new ArrayList<>();
        for (PeerMessage.PassedTask one : message.tasks()) {
            TaskState state = resolved(one.state(), needed, entered);
            if (state == null) {
                LOG.warn(
                        "{}: code or payload of {} not received, task not adopted",
                        peer,
                        one.state().id());
                entered.forEach(payloadResolver.books()::dereference);
                return; // the other hears nothing, and says it again on the next link
            }
            ready.add(
                    new PeerMessage.PassedTask(
                            state, one.inForce(), one.attachment(), one.waitedNanos()));
        }
        deliver(new PeerMessage.Adopt(message.batch(), ready, message.jobs()));
    }

    private @Nullable TaskState resolved(
            TaskState state, PayloadResolver.Resolution needed, List<Payload> entered) {
        Outcome outcome = state.outcome();
        Payload told = outcome == null ? state.task().payload() : outcome.payload();
        if (told == null) {
            return state;
        }
        Payload payload = needed.resolved(told);
        boolean code = outcome != null || needed.problem(state.task().kind()) == null;
        if (!code || needed.problem(told) != null || !payloadResolver.books().enter(payload)) {
            return null;
        }
        entered.add(payload);
        return new TaskState(
                outcome == null ? with(state.task(), payload) : state.task(),
                state.grant(),
                state.session(),
                state.failures(),
                state.deaths(),
                outcome == null ? null : outcome.with(payload),
                state.ranOn(),
                state.origin());
    }

    // ---- Records of an owner, kept here

    /**
     * Records continue in their order when their code and bytes are here; without these, not at
     * all.
     */
    private void replicate(PeerMessage.Replicate message, int frameBytes) {
        PayloadResolver.Resolution needed = payloadResolver.gather(source);
        for (JournalRecord.OfTask record : message.records()) {
            if (record instanceof JournalRecord.Accepted accepted) {
                needed.require(accepted.accepted());
            } else if (record instanceof JournalRecord.Done done
                    && done.outcome().payload() != null) {
                needed.needsForRecord(done.outcome().payload());
            }
        }
        if (!needed.onResolved(records, frameBytes, () -> resume(message, needed))) {
            LOG.warn("{}: queue of records waiting for code or payload is full", peer);
        }
    }

    private void resume(PeerMessage.Replicate message, PayloadResolver.Resolution needed) {
        List<JournalRecord.OfTask> ready = new ArrayList<>(message.records().size());
        for (JournalRecord.OfTask record : message.records()) {
            JournalRecord.OfTask entered = entered(record, needed);
            if (entered == null) {
                LOG.warn(
                        "{}: code or payload of {} not received, record not kept",
                        peer,
                        record.task());
                ready.forEach(this::dereference);
                return; // the owner hears nothing, and says everything again on the next link
            }
            ready.add(entered);
        }
        deliver(
                new PeerMessage.Replicate(
                        message.first(), message.all(), message.diskSince(), ready));
    }

    private void dereference(JournalRecord.OfTask record) {
        if (record instanceof JournalRecord.Accepted accepted) {
            payloadResolver.books().dereference(accepted.accepted().payload());
        } else if (record instanceof JournalRecord.Done done && done.outcome().payload() != null) {
            payloadResolver.books().dereference(done.outcome().payload());
        }
    }

    private JournalRecord.@Nullable OfTask entered(
            JournalRecord.OfTask record, PayloadResolver.Resolution needed) {
        switch (record) {
            case JournalRecord.Accepted r -> {
                Payload payload = needed.resolved(r.accepted().payload());
                boolean fine =
                        needed.problem(r.accepted().kind()) == null
                                && needed.problem(r.accepted().payload()) == null
                                && payloadResolver.books().enter(payload);
                return fine
                        ? new JournalRecord.Accepted(
                                with(r.accepted(), payload), r.grant(), r.session(), r.origin())
                        : null;
            }
            case JournalRecord.Done r -> {
                Payload told = r.outcome().payload();
                if (told == null) {
                    return r;
                }
                Payload payload = needed.resolved(told);
                boolean fine =
                        needed.problem(told) == null && payloadResolver.books().enter(payload);
                Outcome outcome = r.outcome().with(payload);
                return fine
                        ? new JournalRecord.Done(r.task(), r.grant(), outcome, r.ranOn())
                        : null;
            }
            case JournalRecord.Granted r -> {
                return r;
            }
            case JournalRecord.Forgotten r -> {
                return r;
            }
        }
    }

    // ---- Results

    private void results(PeerMessage.Results results) {
        List<Result> ready = new ArrayList<>(results.results().size());
        for (Result result : results.results()) {
            Payload payload = result.outcome().payload();
            if (payload == null) {
                ready.add(result);
            } else if (payload instanceof BlobPayload
                    || payload.isExternal() && payloadResolver.books().isOverBudget()
                    || payloadResolver.isTooLongForRecord(result.task(), payload)) {
                bring(result, payload);
            } else {
                payloadResolver.books().enter(payload);
                ready.add(result);
            }
        }
        if (!ready.isEmpty()) {
            deliver(new PeerMessage.Results(ready, results.load()));
        } else if (results.load() != null) {
            deliver(results.load());
        }
    }

    private void bring(Result result, Payload payload) {
        PayloadResolver.Resolution needed = payloadResolver.gather(source);
        needed.needsForRecord(payload);
        needed.onResolved(
                payloadResolver.queueOfBounded(),
                0,
                () -> came(result, needed.resolved(payload), needed.problem(payload)));
    }

    /** Its holder sends it again, until it is acknowledged; a disk that is full may be emptied. */
    private void missed(Result result, String why) {
        if (result.outcome().isCheckpoint()) {
            return; // the task runs on
        }
        GrantedTask task = new GrantedTask(result.task(), result.grant());
        int times = missed.merge(task, 1, Integer::sum);
        if (times >= MOST_MISSED || missed.size() > MOST_REMEMBERED) {
            missed.remove(task);
            deliver(new PeerMessage.Lost(result.task(), result.grant(), true, why));
        }
    }

    private void came(Result result, Payload payload, @Nullable String problem) {
        if (closed) {
            return;
        }
        if (problem != null || !payloadResolver.books().enter(payload)) {
            missed(result, "the result could not be fetched: " + problem);
            return;
        }
        missed.remove(new GrantedTask(result.task(), result.grant()));
        Outcome outcome = result.outcome().with(payload);
        deliver(
                new PeerMessage.Results(
                        List.of(
                                new Result(
                                        result.task(),
                                        result.grant(),
                                        outcome,
                                        result.runNanos(),
                                        result.towards())),
                        null));
    }
}
