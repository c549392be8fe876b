package org.evenkeel.wire;

import com.google.protobuf.InvalidProtocolBufferException;
import java.util.ArrayList;
import java.util.List;
import org.evenkeel.model.JobId;
import org.evenkeel.model.JobOrigin;
import org.evenkeel.model.JobSecret;
import org.evenkeel.model.JournalRecord;
import org.evenkeel.model.JournalRecord.JobLocation;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.Outcome;
import org.evenkeel.model.Payload;
import org.evenkeel.model.Task;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.protocol.PhaseReply;
import org.evenkeel.wire.proto.BlobRef;
import org.evenkeel.wire.proto.JournalAccepted;
import org.evenkeel.wire.proto.JournalBody;
import org.evenkeel.wire.proto.JournalDone;
import org.evenkeel.wire.proto.JournalGranted;
import org.evenkeel.wire.proto.JournalJobOpened;
import org.evenkeel.wire.proto.JournalPlace;
import org.evenkeel.wire.proto.JournalSessionComplete;

/**
 * Between records of the journal and their bytes; used by one thread. Everything read is checked: a
 * {@link WireException} names the field that breaks a rule.
 *
 * <p>{@link JournalRecord.Forgotten}, {@link JournalRecord.JobEnded} and {@link
 * JournalRecord.SessionForgotten} have no bytes: their key says all.
 */
public final class JournalMapper {

    /** The newest version of bodies. */
    public static final int VERSION = 1;

    private static final int MAX_DEATHS = 100;

    private final KindTable kinds = new KindTable();
    private JobOrigin lastOrigin = JobOrigin.NONE;

    /** The bytes of a record that has some. */
    public byte[] write(JournalRecord record) {
        JournalBody.Builder body = JournalBody.newBuilder().setVersion(VERSION);
        JournalRecord inner = record;
        if (record instanceof JournalRecord.Replica replica) {
            setOwner(body, replica.owner());
            body.setOwnerRecord(replica.number());
            inner = replica.record();
        }
        switch (inner) {
            case JournalRecord.Accepted e -> body.setAccepted(accepted(e));
            case JournalRecord.Granted e -> body.setGranted(granted(e));
            case JournalRecord.Done e -> body.setDone(done(e));
            case JournalRecord.JobOpened e ->
                    body.setJobOpened(
                            JournalJobOpened.newBuilder()
                                    .setJob(e.job().value())
                                    .setSessionKey(SessionKeys.write(e.secret().key()))
                                    .setNumber(e.secret().number())
                                    .setSession(e.session())
                                    .setName(WireBounds.cut(e.name()))
                                    .setSubmitter(e.submitter())
                                    .setAttachment(e.attachment())
                                    .setWidth(e.minWorkers())
                                    .setSince(e.since())
                                    .setOwners(e.owners())
                                    .setPlace(place(e.place().kind()))
                                    .setNode(e.place().node()));
            case JournalRecord.SessionComplete e -> {
                setOwner(body, e.owner());
                body.setSessionComplete(
                        JournalSessionComplete.newBuilder()
                                .setSession(e.session())
                                .setAttachment(e.attachment())
                                .setSince(e.since()));
            }
            case JournalRecord.Forgotten e -> throw withoutBody(e);
            case JournalRecord.JobEnded e -> throw withoutBody(e);
            case JournalRecord.SessionForgotten e -> throw withoutBody(e);
            case JournalRecord.Replica e -> throw withoutBody(e);
        }
        return body.build().toByteArray();
    }

    private static IllegalArgumentException withoutBody(JournalRecord inner) {
        return new IllegalArgumentException(inner + " has no body");
    }

    private static void setOwner(JournalBody.Builder body, NodeRef owner) {
        body.setOwner(owner.id().name())
                .setOwnerProcess(owner.incarnation())
                .setOwnerHost(owner.host())
                .setOwnerPort(owner.port());
    }

    private JournalAccepted accepted(JournalRecord.Accepted record) {
        Task task = record.accepted();
        JournalAccepted.Builder out =
                JournalAccepted.newBuilder()
                        .setTask(TaskIdMapper.toWire(task.id()))
                        .setKind(kinds.write(task.kind()))
                        .setPayload(PayloadWire.inline(task.payload()))
                        .setWeight(task.weight())
                        .setEpoch(record.grant().epoch())
                        .setGrant(record.grant().number())
                        .setSession(record.session())
                        .setSubmitter(record.origin().submitter())
                        .setSessionKey(SessionKeys.write(record.origin().secret().key()))
                        .setJobNumber(record.origin().secret().number());
        BlobRef blob = PayloadWire.blob(task.payload());
        if (blob != null) {
            out.setBlob(blob);
        }
        TaskId parent = task.parent();
        if (parent != null) {
            out.setParent(TaskIdMapper.toWire(parent));
        }
        return out.build();
    }

    private static JournalGranted granted(JournalRecord.Granted record) {
        JournalGranted.Builder out =
                JournalGranted.newBuilder()
                        .setTask(TaskIdMapper.toWire(record.task()))
                        .setEpoch(record.grant().epoch())
                        .setGrant(record.grant().number())
                        .setFailures(record.failures());
        int skipped = Math.max(0, record.deaths().size() - MAX_DEATHS);
        record.deaths().stream().skip(skipped).map(WireBounds::cut).forEach(out::addDeaths);
        return out.build();
    }

    private static JournalDone done(JournalRecord.Done record) {
        Outcome outcome = record.outcome();
        JournalDone.Builder out =
                JournalDone.newBuilder()
                        .setTask(TaskIdMapper.toWire(record.task()))
                        .setEpoch(record.grant().epoch())
                        .setGrant(record.grant().number())
                        .setStatus(OutcomeWire.status(outcome))
                        .setSummary(outcome.summary())
                        .setRanOn(WireBounds.cut(record.ranOn()));
        Payload payload = outcome.payload();
        if (payload != null) {
            out.setHasPayload(true).setPayload(PayloadWire.inline(payload));
            BlobRef blob = PayloadWire.blob(payload);
            if (blob != null) {
                out.setBlob(blob);
            }
        }
        return out.build();
    }

    /** The record with these bytes. */
    public JournalRecord read(byte[] bytes) throws WireException {
        JournalBody body;
        try {
            body = JournalBody.parseFrom(bytes);
        } catch (InvalidProtocolBufferException e) {
            throw new WireException("body", String.valueOf(e.getMessage()));
        }
        if (body.getVersion() < 1 || body.getVersion() > VERSION) {
            throw new WireException(
                    "version",
                    body.getVersion() + " is unknown; this version reads up to " + VERSION);
        }
        if (body.getBodyCase() == JournalBody.BodyCase.JOB_OPENED) {
            return job(body.getJobOpened());
        }
        if (body.getBodyCase() == JournalBody.BodyCase.SESSION_COMPLETE) {
            JournalSessionComplete in = body.getSessionComplete();
            return new JournalRecord.SessionComplete(
                    owner(body),
                    in.getSession(),
                    WireBounds.positive("session_complete.attachment", in.getAttachment()),
                    WireBounds.positive("session_complete.since", in.getSince()));
        }
        JournalRecord.OfTask record = ofTask(body, bytes.length);
        return body.getOwner().isEmpty()
                ? record
                : new JournalRecord.Replica(
                        owner(body),
                        record,
                        WireBounds.notNegative("owner_record", body.getOwnerRecord()));
    }

    private static NodeRef owner(JournalBody body) throws WireException {
        NodeId owner = WireBounds.node("owner", body.getOwner());
        String host =
                WireBounds.text("owner_host", body.getOwnerHost(), WireLimits.MAX_HOST_LENGTH);
        int port = WireBounds.port("owner_port", body.getOwnerPort());
        return new NodeRef(owner, body.getOwnerProcess(), host, port);
    }

    private JournalRecord.OfTask ofTask(JournalBody body, int bytes) throws WireException {
        return switch (body.getBodyCase()) {
            case ACCEPTED -> accepted(body.getAccepted(), bytes);
            case GRANTED -> granted(body.getGranted());
            case DONE -> done(body.getDone(), bytes);
            case JOB_OPENED, SESSION_COMPLETE, BODY_NOT_SET ->
                    throw new WireException("body", "not the record of a task");
        };
    }

    private static JournalRecord.JobOpened job(JournalJobOpened in) throws WireException {
        return new JournalRecord.JobOpened(
                new JobId(in.getJob()),
                new JobSecret(
                        SessionKeys.read("job_opened.session_key", in.getSessionKey()),
                        in.getNumber()),
                in.getSession(),
                WireBounds.text("job_opened.name", in.getName()),
                WireBounds.text("job_opened.submitter", in.getSubmitter(), NodeId.MAX_LENGTH),
                WireBounds.notNegative("job_opened.attachment", in.getAttachment()),
                WireBounds.atMost("job_opened.width", in.getWidth(), PhaseReply.JobWish.MAX_WIDTH),
                in.getOwners() == 0 // of a version that did not know of it
                        ? in.getAttachment()
                        : WireBounds.notNegative("job_opened.since", in.getSince()),
                WireBounds.notNegative("job_opened.owners", in.getOwners()),
                place(in));
    }

    private static JournalPlace place(JobLocation.Kind kind) {
        return switch (kind) {
            case HERE -> JournalPlace.JOURNAL_PLACE_HERE;
            case GOING -> JournalPlace.JOURNAL_PLACE_GOING;
            case GONE -> JournalPlace.JOURNAL_PLACE_GONE;
            case COMING -> JournalPlace.JOURNAL_PLACE_COMING;
        };
    }

    private static JobLocation place(JournalJobOpened in) throws WireException {
        JobLocation.Kind kind =
                switch (in.getPlace()) {
                    case JOURNAL_PLACE_HERE -> JobLocation.Kind.HERE;
                    case JOURNAL_PLACE_GOING -> JobLocation.Kind.GOING;
                    case JOURNAL_PLACE_GONE -> JobLocation.Kind.GONE;
                    case JOURNAL_PLACE_COMING -> JobLocation.Kind.COMING;
                    case UNRECOGNIZED ->
                            throw new UnknownValueException("job_opened.place", in.getPlaceValue());
                };
        return new JobLocation(
                kind, WireBounds.text("job_opened.node", in.getNode(), NodeId.MAX_LENGTH));
    }

    private JournalRecord.Accepted accepted(JournalAccepted in, int bytes) throws WireException {
        Task task =
                new Task(
                        id("accepted.task", in.getTask()),
                        kinds.read("accepted.kind", in.getKind()),
                        PayloadWire.read(
                                "accepted.payload",
                                in.getPayload(),
                                in.hasBlob() ? in.getBlob() : null,
                                bytes),
                        WireBounds.positive("accepted.weight", in.getWeight()),
                        in.hasParent() ? id("accepted.parent", in.getParent()) : null);
        return new JournalRecord.Accepted(
                task,
                WireBounds.grant("accepted.grant", in.getEpoch(), in.getGrant()),
                in.getSession(),
                origin(in));
    }

    /** Tasks of one job come one after the other, and share it. */
    private JobOrigin origin(JournalAccepted in) throws WireException {
        JobOrigin origin =
                new JobOrigin(
                        WireBounds.text("accepted.submitter", in.getSubmitter(), NodeId.MAX_LENGTH),
                        new JobSecret(
                                SessionKeys.read("accepted.session_key", in.getSessionKey()),
                                in.getJobNumber()));
        if (!origin.equals(lastOrigin)) {
            lastOrigin = origin;
        }
        return lastOrigin;
    }

    private static JournalRecord.Granted granted(JournalGranted in) throws WireException {
        WireBounds.size("granted.deaths", in.getDeathsCount(), MAX_DEATHS);
        List<String> deaths = new ArrayList<>(in.getDeathsCount());
        for (String death : in.getDeathsList()) {
            deaths.add(WireBounds.text("granted.deaths", death));
        }
        return new JournalRecord.Granted(
                id("granted.task", in.getTask()),
                WireBounds.grant("granted.grant", in.getEpoch(), in.getGrant()),
                WireBounds.notNegative("granted.failures", in.getFailures()),
                List.copyOf(deaths));
    }

    private static JournalRecord.Done done(JournalDone in, int bytes) throws WireException {
        Payload payload =
                OutcomeWire.readPayload(
                        "done.payload",
                        in.getHasPayload(),
                        in.getPayload(),
                        in.hasBlob() ? in.getBlob() : null,
                        bytes);
        Outcome outcome = OutcomeWire.read("done", in.getStatus(), payload, in.getSummary());
        if (outcome.isSuspended() || outcome.isCheckpoint()) {
            throw new WireException("done.status", "a resumed task has not ended");
        }
        return new JournalRecord.Done(
                id("done.task", in.getTask()),
                WireBounds.grant("done.grant", in.getEpoch(), in.getGrant()),
                outcome,
                WireBounds.text("done.ran_on", in.getRanOn()));
    }

    private static TaskId id(String field, org.evenkeel.wire.proto.TaskId in) throws WireException {
        return new TaskId(in.getOrigin(), WireBounds.positive(field + ".number", in.getNumber()));
    }
}
