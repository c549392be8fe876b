package org.evenkeel.daemon.peer;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.daemon.blob.ArrivalQueue;
import org.evenkeel.daemon.blob.BlobSource;
import org.evenkeel.daemon.blob.Intake;
import org.evenkeel.daemon.drive.Events;
import org.evenkeel.kernel.Event;
import org.evenkeel.model.JournalRecord;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.Outcome;
import org.evenkeel.model.Payload;
import org.evenkeel.model.Task;
import org.evenkeel.model.TaskState;
import org.evenkeel.model.protocol.Message;
import org.evenkeel.model.protocol.Message.GrantedTask;
import org.evenkeel.model.protocol.Message.OfferedTask;
import org.evenkeel.model.protocol.Message.Result;
import org.evenkeel.wire.BlobPayload;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The door for what a peer says. Offers wait, in their order, until their code and payloads are
 * here; a result waits for its own payload alone; everything else goes on at once.
 */
final class PeerIntake {

    /** Attempts to fetch a result before its task runs again. */
    private static final int MOST_MISSED = 3;

    /** Results that could not be fetched, remembered at a time. */
    private static final int MOST_REMEMBERED = 10_000;

    private static final Logger LOG = LoggerFactory.getLogger(PeerIntake.class);

    private final Events events;
    private final Intake intake;
    private final BlobSource source;
    private final NodeId peer;
    private final ArrivalQueue offers;
    private final ArrivalQueue records;
    private final Map<GrantedTask, Integer> missed = new HashMap<>();
    private boolean closed;

    PeerIntake(Events events, Intake intake, BlobSource source, NodeId peer) {
        this.events = events;
        this.intake = intake;
        this.offers = intake.queueOfPeer();
        this.source = source;
        this.peer = peer;
        this.records = intake.queueOfPeer();
    }

    void close() {
        closed = true;
        offers.close();
        records.close();
    }

    void enter(Message message, int frameBytes) {
        switch (message) {
            case Message.Offer offer -> offer(offer, frameBytes);
            case Message.Results results -> results(results);
            case Message.Replicate replicate -> replicate(replicate, frameBytes);
            case Message.Adopt adopt -> adopt(adopt, frameBytes);
            default -> tell(message);
        }
    }

    private void tell(Message message) {
        if (!closed) {
            events.happened(new Event.MessageReceived(peer, message));
        }
    }

    // ---- Offers

    private void offer(Message.Offer offer, int frameBytes) {
        Intake.Gathering needed = intake.gather(source);
        for (OfferedTask one : offer.tasks()) {
            needed.needs(one.task().kind());
            needed.needs(one.task().payload());
        }
        if (!needed.whenHere(offers, frameBytes, () -> goOn(offer, needed))) {
            refuse(offer, "too many offers wait here for their code or payload");
        }
    }

    private void goOn(Message.Offer offer, Intake.Gathering needed) {
        List<OfferedTask> tasks = new ArrayList<>(offer.tasks().size());
        for (OfferedTask one : offer.tasks()) {
            Task task = one.task();
            String problem = needed.problem(task.kind());
            if (problem == null) {
                problem = needed.problem(task.payload());
            }
            if (problem != null) {
                tasks.forEach(entered -> intake.books().strikeOut(entered.task().payload()));
                refuse(offer, problem);
                return;
            }
            Payload payload = needed.settled(task.payload());
            intake.books().enter(payload);
            tasks.add(
                    payload.equals(task.payload())
                            ? one
                            : new OfferedTask(
                                    with(task, payload), one.grant(), one.hop(), one.owner()));
        }
        tell(
                new Message.Offer(
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
    private void refuse(Message.Offer offer, String why) {
        if (!closed) {
            events.happened(new Event.OfferUnusable(peer, offer, why));
        }
    }

    // ---- Tasks that are passed on

    /** They are taken when their code and bytes are here; without these, not at all. */
    private void adopt(Message.Adopt message, int frameBytes) {
        Intake.Gathering needed = intake.gather(source);
        for (Message.PassedTask one : message.tasks()) {
            TaskState state = one.state();
            Outcome outcome = state.outcome();
            if (outcome == null) {
                needed.needs(state.task().kind());
                needed.needs(state.task().payload());
            } else if (outcome.payload() != null) {
                needed.needs(outcome.payload());
            }
        }
        if (!needed.whenHere(records, frameBytes, () -> goOn(message, needed))) {
            LOG.warn("{}: too many tasks to adopt wait here for their code or payload", peer);
        }
    }

    private void goOn(Message.Adopt message, Intake.Gathering needed) {
        List<Message.PassedTask> ready = new ArrayList<>(message.tasks().size());
        List<Payload> entered = new ArrayList<>();
        for (Message.PassedTask one : message.tasks()) {
            TaskState state = settled(one.state(), needed, entered);
            if (state == null) {
                LOG.warn(
                        "{}: what {} needs did not come, it is not adopted",
                        peer,
                        one.state().id());
                entered.forEach(intake.books()::strikeOut);
                return; // the other hears nothing, and says it again on the next link
            }
            ready.add(new Message.PassedTask(state, one.inForce(), one.attachment()));
        }
        tell(new Message.Adopt(message.batch(), ready, message.jobs()));
    }

    private @Nullable TaskState settled(
            TaskState state, Intake.Gathering needed, List<Payload> entered) {
        Outcome outcome = state.outcome();
        Payload told = outcome == null ? state.task().payload() : outcome.payload();
        if (told == null) {
            return state;
        }
        Payload payload = needed.settled(told);
        boolean code = outcome != null || needed.problem(state.task().kind()) == null;
        if (!code || needed.problem(told) != null || !intake.books().enter(payload)) {
            return null;
        }
        entered.add(payload);
        return new TaskState(
                outcome == null ? with(state.task(), payload) : state.task(),
                state.grant(),
                state.session(),
                state.failures(),
                state.deaths(),
                outcome == null ? null : new Outcome(outcome.status(), payload, outcome.summary()),
                state.ranOn(),
                state.origin());
    }

    // ---- Records of an owner, kept here

    /**
     * Records go on in their order when their code and bytes are here; without these, not at all.
     */
    private void replicate(Message.Replicate message, int frameBytes) {
        Intake.Gathering needed = intake.gather(source);
        for (JournalRecord.OfTask record : message.records()) {
            if (record instanceof JournalRecord.Accepted accepted) {
                needed.needs(accepted.accepted());
            } else if (record instanceof JournalRecord.Done done
                    && done.outcome().payload() != null) {
                needed.needsForRecord(done.outcome().payload());
            }
        }
        if (!needed.whenHere(records, frameBytes, () -> goOn(message, needed))) {
            LOG.warn("{}: too many records wait here for their code or payload", peer);
        }
    }

    private void goOn(Message.Replicate message, Intake.Gathering needed) {
        List<JournalRecord.OfTask> ready = new ArrayList<>(message.records().size());
        for (JournalRecord.OfTask record : message.records()) {
            JournalRecord.OfTask entered = entered(record, needed);
            if (entered == null) {
                LOG.warn("{}: what {} needs did not come, it is not kept", peer, record.task());
                ready.forEach(this::strikeOut);
                return; // the owner hears nothing, and says everything again on the next link
            }
            ready.add(entered);
        }
        tell(new Message.Replicate(message.first(), message.all(), message.older(), ready));
    }

    private void strikeOut(JournalRecord.OfTask record) {
        if (record instanceof JournalRecord.Accepted accepted) {
            intake.books().strikeOut(accepted.accepted().payload());
        } else if (record instanceof JournalRecord.Done done && done.outcome().payload() != null) {
            intake.books().strikeOut(done.outcome().payload());
        }
    }

    private JournalRecord.@Nullable OfTask entered(
            JournalRecord.OfTask record, Intake.Gathering needed) {
        switch (record) {
            case JournalRecord.Accepted r -> {
                Payload payload = needed.settled(r.accepted().payload());
                boolean fine =
                        needed.problem(r.accepted().kind()) == null
                                && needed.problem(r.accepted().payload()) == null
                                && intake.books().enter(payload);
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
                Payload payload = needed.settled(told);
                boolean fine = needed.problem(told) == null && intake.books().enter(payload);
                Outcome outcome = new Outcome(r.outcome().status(), payload, r.outcome().summary());
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

    private void results(Message.Results results) {
        List<Result> ready = new ArrayList<>(results.results().size());
        for (Result result : results.results()) {
            Payload payload = result.outcome().payload();
            if (payload == null) {
                ready.add(result);
            } else if (payload instanceof BlobPayload
                    || payload.isExternal() && intake.books().isOverBudget()
                    || intake.isTooLongForRecord(result.task(), payload)) {
                bring(result, payload);
            } else {
                intake.books().enter(payload);
                ready.add(result);
            }
        }
        if (!ready.isEmpty()) {
            tell(new Message.Results(ready, results.load()));
        } else if (results.load() != null) {
            tell(results.load());
        }
    }

    private void bring(Result result, Payload payload) {
        Intake.Gathering needed = intake.gather(source);
        needed.needsForRecord(payload);
        needed.whenHere(
                intake.queueOfBounded(),
                0,
                () -> came(result, needed.settled(payload), needed.problem(payload)));
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
            tell(new Message.Lost(result.task(), result.grant(), true, why));
        }
    }

    private void came(Result result, Payload payload, @Nullable String problem) {
        if (closed) {
            return;
        }
        if (problem != null || !intake.books().enter(payload)) {
            missed(result, "its result could not be fetched: " + problem);
            return;
        }
        missed.remove(new GrantedTask(result.task(), result.grant()));
        Outcome told = result.outcome();
        Outcome outcome = new Outcome(told.status(), payload, told.summary());
        tell(
                new Message.Results(
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
