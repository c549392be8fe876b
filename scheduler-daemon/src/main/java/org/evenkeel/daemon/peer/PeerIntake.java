package org.evenkeel.daemon.peer;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.core.Event;
import org.evenkeel.daemon.blob.ArrivalQueue;
import org.evenkeel.daemon.blob.BlobSource;
import org.evenkeel.daemon.blob.Intake;
import org.evenkeel.daemon.drive.Events;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.Outcome;
import org.evenkeel.model.Payload;
import org.evenkeel.model.Task;
import org.evenkeel.protocol.Message;
import org.evenkeel.protocol.Message.OfferedTask;
import org.evenkeel.protocol.Message.Result;
import org.evenkeel.wire.BlobPayload;
import org.jspecify.annotations.Nullable;

/**
 * The door for what a peer says. Offers wait, in their order, until their code and payloads are
 * here; a result waits for its own payload alone; everything else goes on at once.
 */
final class PeerIntake {

    private final Events events;
    private final Intake intake;
    private final BlobSource source;
    private final NodeId peer;
    private final ArrivalQueue offers = new ArrivalQueue();
    private boolean closed;

    PeerIntake(Events events, Intake intake, BlobSource source, NodeId peer) {
        this.events = events;
        this.intake = intake;
        this.source = source;
        this.peer = peer;
    }

    void close() {
        closed = true;
        offers.close();
    }

    void enter(Message message, int frameBytes) {
        switch (message) {
            case Message.Offer offer -> offer(offer, frameBytes);
            case Message.Results results -> results(results);
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
            refuse(offer, "too many offers of this peer wait here for their code or payload");
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

    // ---- Results

    private void results(Message.Results results) {
        List<Result> ready = new ArrayList<>(results.results().size());
        for (Result result : results.results()) {
            Payload payload = result.outcome().payload();
            if (payload == null) {
                ready.add(result);
            } else if (payload instanceof BlobPayload
                    || payload.isExternal() && intake.books().isOverBudget()) {
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
        needed.needs(payload);
        needed.whenHere(
                new ArrivalQueue(),
                0,
                () -> came(result, needed.settled(payload), needed.problem(payload)));
    }

    private void came(Result result, Payload payload, @Nullable String problem) {
        if (closed) {
            return;
        }
        if (problem != null || !intake.books().enter(payload)) {
            String why = "its result could not be fetched: " + (problem == null ? "gone" : problem);
            tell(new Message.Lost(result.task(), result.grant(), false, why));
            return;
        }
        Outcome told = result.outcome();
        Outcome outcome = new Outcome(told.status(), payload, told.summary());
        tell(
                new Message.Results(
                        List.of(
                                new Result(
                                        result.task(), result.grant(), outcome, result.runNanos())),
                        null));
    }
}
