package org.evenkeel.daemon.session;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntToLongFunction;
import org.evenkeel.daemon.blob.ArrivalQueue;
import org.evenkeel.daemon.blob.BlobLink;
import org.evenkeel.daemon.blob.PayloadResolver;
import org.evenkeel.daemon.driver.EventSink;
import org.evenkeel.daemon.net.FrameConnection;
import org.evenkeel.kernel.Event;
import org.evenkeel.model.Digest;
import org.evenkeel.model.Durability;
import org.evenkeel.model.JobId;
import org.evenkeel.model.Payload;
import org.evenkeel.model.Resources;
import org.evenkeel.model.Task;
import org.evenkeel.model.TaskKind;
import org.evenkeel.model.protocol.Submission;
import org.evenkeel.wire.InlinePayload;
import org.evenkeel.wire.WireException;
import org.evenkeel.wire.WireLimits;
import org.evenkeel.wire.WireMapper;
import org.evenkeel.wire.proto.CancelTasks;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.OutcomeAck;
import org.evenkeel.wire.proto.Submit;
import org.jspecify.annotations.Nullable;

/**
 * The link of one session, the same for clients and workers: receives tasks, acknowledgements and
 * cancellations.
 */
@SuppressWarnings("ReferenceEquality") // "the same list" means "nothing was dropped"
public final class SessionLink {

    /** Bundles of one job that are remembered. */
    private static final int MAX_TOLD = 1_000;

    private final Session session;
    private final Sessions sessions;
    private final FrameConnection frameConnection;
    private final WireMapper mapper;
    private final EventSink eventSink;
    private final PayloadResolver payloadResolver;
    private final Function<Resources, @Nullable String> whyNotHere;
    private final Function<JobId, @Nullable String> whyNotOf;
    private final BlobLink blobs;
    private final ArrivalQueue arrivals;
    private final QuotaGate gate;
    private final Set<Digest> told = new HashSet<>();
    private JobId lastJob = new JobId(0);
    private Digest lastBundle = Digest.NONE;

    /**
     * What a link of a session works with.
     *
     * @param whyNotHere why tasks that ask for this can never run here, null when they can
     * @param whyNotOf why a worker's tasks cannot be of this job, null when they can
     */
    public record Dependencies(
            Sessions sessions,
            EventSink eventSink,
            PayloadResolver payloadResolver,
            Function<Resources, @Nullable String> whyNotHere,
            Function<JobId, @Nullable String> whyNotOf) {}

    public SessionLink(
            Dependencies dependencies,
            Session session,
            FrameConnection frameConnection,
            WireMapper mapper) {
        this.sessions = dependencies.sessions();
        this.eventSink = dependencies.eventSink();
        this.payloadResolver = dependencies.payloadResolver();
        this.whyNotHere = dependencies.whyNotHere();
        this.whyNotOf = dependencies.whyNotOf();
        this.arrivals = payloadResolver.queueOfBounded();
        this.session = session;
        this.frameConnection = frameConnection;
        this.mapper = mapper;
        this.blobs = new BlobLink(payloadResolver, frameConnection);
        this.gate = new QuotaGate(session, sessions.watch(), payloadResolver.books(), this::enter);
        session.account().waitsAt(gate);
    }

    private void enter(List<Submission> ready) {
        eventSink.submit(new Event.TasksSubmitted(session.id(), ready));
    }

    public BlobLink blobs() {
        return blobs;
    }

    /**
     * Does something that speaks of tasks which were submitted before, some of which may still wait
     * for their payloads: when those have been handed on.
     */
    public void behindSubmissions(Runnable action) {
        arrivals.inOrder(action);
    }

    /** Handles what every submitter may say; false when the frame is something else. */
    public boolean onFrame(Frame frame, int bytes) throws WireException {
        switch (frame.getBodyCase()) {
            case SUBMIT -> submit(frame.getSubmit(), bytes);
            case OUTCOME_ACK -> {
                OutcomeAck ack = frame.getOutcomeAck();
                long[] numbers = numbers(ack.getNumbersCount(), ack::getNumbers);
                session.acknowledged(numbers);
                eventSink.submit(new Event.OutcomesAcknowledged(session.id(), numbers));
            }
            case CANCEL_TASKS -> cancel(frame.getCancelTasks());
            case PONG -> session.place().answered(frame.getPong().getNumber());
            default -> {
                return blobs.onFrame(frame);
            }
        }
        return true;
    }

    private void submit(Submit submit, int bytes) throws WireException {
        List<Submission> all = mapper.readSubmit(submit, session.id(), bytes);
        List<Submission> entered = validate(all);
        if (entered.isEmpty()) {
            return;
        }
        PayloadResolver.Resolution needed = payloadResolver.gather(blobs);
        for (int i = 0; i < entered.size(); i++) {
            needed.require(entered.get(i).task());
        }
        if (!needed.onResolved(arrivals, bytes, () -> resume(entered, needed))) {
            for (Submission submission : entered) {
                session.rejected(
                        submission.task().id().number(),
                        "the queue of this client's tasks waiting for code or payload is full");
            }
        }
    }

    /** Rejects what breaks a rule; usually everything passes and nothing is copied. */
    private List<Submission> validate(List<Submission> all) {
        List<Submission> passed = all;
        for (int i = 0; i < all.size(); i++) {
            Task task = all.get(i).task();
            session.saw(task.id().number());
            String why = whyNot(task);
            if (why != null) {
                if (passed == all) {
                    passed = new ArrayList<>(all.subList(0, i));
                }
                session.rejected(task.id().number(), why);
            } else if (passed != all) {
                passed.add(all.get(i));
            }
        }
        return passed;
    }

    private @Nullable String whyNot(Task task) {
        Payload payload = task.payload();
        boolean inline = payload instanceof InlinePayload;
        boolean needsDisk = !inline || task.kind().options().durability() != Durability.MEMORY;
        String low = needsDisk ? payloadResolver.lowDisk().why() : null;
        if (low != null) {
            return low;
        }
        Resources asked = task.kind().options().resources();
        String unfit = asked.isNone() ? null : whyNotHere.apply(asked);
        if (unfit != null) {
            return unfit;
        }
        Submitter submitter = session.account().counted();
        String never = submitter == null ? null : submitter.whyNever(payload.sizeBytes());
        if (submitter != null && never != null) {
            sessions.watch().quotaReached(session, submitter, "rejected: " + never);
            return never;
        }
        String refused = whyNotOf(task.kind().job());
        if (refused != null) {
            return refused;
        }
        long counted = inline ? payload.sizeBytes() : 0;
        return session.enter(task.id().number(), counted);
    }

    /**
     * A job is its submitter's: a client says first that it is its own, with the key of its
     * session.
     */
    private @Nullable String whyNotOf(JobId job) {
        if (session.isWorker()) {
            return whyNotOf.apply(job);
        }
        boolean open = session.jobs().containsKey(job);
        String refused = session.account().refusalOf(job, open);
        return refused == null && !open && !session.key().isNone()
                ? "its job is not open here; open it first"
                : refused;
    }

    private void resume(List<Submission> entered, PayloadResolver.Resolution needed) {
        List<Submission> ready = entered;
        for (int i = 0; i < entered.size(); i++) {
            Submission submission = entered.get(i);
            Task task = submission.task();
            Payload payload = needed.resolved(task.payload());
            String problem = needed.problem(task.kind());
            if (problem == null) {
                problem = needed.problem(task.payload());
            }
            if (problem == null && !payloadResolver.books().enter(payload)) {
                problem = "its payload is no longer stored";
            }
            boolean same = problem == null && payload == task.payload();
            if (same && ready == entered) {
                continue;
            }
            if (ready == entered) {
                ready = new ArrayList<>(entered.subList(0, i));
            }
            if (problem != null) {
                sendRejection(task.kind());
                session.rejected(task.id().number(), problem);
            } else {
                ready.add(
                        new Submission(
                                with(task, payload), submission.epoch(), submission.waitedNanos()));
            }
        }
        if (!ready.isEmpty()) {
            if (!session.isWorker()) {
                announceCode(ready);
            }
            gate.submit(ready);
        }
    }

    /** Remembers which code a job brings, once for each on this connection. */
    private void announceCode(List<Submission> ready) {
        for (int i = 0; i < ready.size(); i++) {
            TaskKind kind = ready.get(i).task().kind();
            if (kind.isServed() || isLast(kind)) {
                continue;
            }
            boolean another = !kind.job().equals(lastJob);
            lastJob = kind.job();
            lastBundle = kind.bundle();
            if (another) {
                told.clear();
            }
            if (told.size() < MAX_TOLD && told.add(kind.bundle())) {
                sessions.watch()
                        .jobCode(
                                session,
                                kind.job(),
                                kind.bundle(),
                                payloadResolver.jars(kind.bundle()));
            }
        }
    }

    /** Remembers code that is not used here, once for each on this connection. */
    private void sendRejection(TaskKind kind) {
        String refusal = payloadResolver.refusal(kind.bundle());
        if (refusal != null && told.size() < MAX_TOLD && told.add(kind.bundle())) {
            sessions.watch().codeRefused(session, kind.job(), kind.bundle(), refusal);
        }
    }

    private boolean isLast(TaskKind kind) {
        return kind.bundle().equals(lastBundle) && kind.job().equals(lastJob);
    }

    private static Task with(Task task, Payload payload) {
        return new Task(task.id(), task.kind(), payload, task.weight(), task.parent());
    }

    private void cancel(CancelTasks cancel) throws WireException {
        String why = cancel.getWhy();
        if (why.length() > WireLimits.MAX_TEXT_LENGTH) {
            throw new WireException("cancel_tasks.why", "too long");
        }
        long[] numbers = numbers(cancel.getNumbersCount(), cancel::getNumbers);
        eventSink.submit(new Event.CancelRequested(session.id(), numbers, why));
    }

    private static long[] numbers(int count, IntToLongFunction number) {
        long[] numbers = new long[count];
        Arrays.setAll(numbers, number);
        return numbers;
    }

    public void onWritable() {
        session.onWritable();
        blobs.onWritable();
    }

    public void onClosed() {
        session.account().waitsNoMoreAt(gate);
        arrivals.close();
        blobs.onClosed();
        sessions.lost(session, frameConnection);
    }
}
