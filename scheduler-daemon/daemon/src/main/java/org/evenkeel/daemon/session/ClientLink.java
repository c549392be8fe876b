package org.evenkeel.daemon.session;

import java.time.Duration;
import org.evenkeel.daemon.driver.EventSink;
import org.evenkeel.daemon.net.FrameConnection;
import org.evenkeel.daemon.net.LinkListener;
import org.evenkeel.kernel.Event;
import org.evenkeel.model.JobId;
import org.evenkeel.model.JobSecret;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.protocol.PhaseReply;
import org.evenkeel.wire.WireException;
import org.evenkeel.wire.WireMapper;
import org.evenkeel.wire.WireText;
import org.evenkeel.wire.proto.Answers;
import org.evenkeel.wire.proto.FetchValue;
import org.evenkeel.wire.proto.ForgetAnswer;
import org.evenkeel.wire.proto.ForgetNode;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.OpenJob;
import org.evenkeel.wire.proto.PauseNode;
import org.evenkeel.wire.proto.Query;
import org.evenkeel.wire.proto.QueryReply;

/** The connection of one client. */
@SuppressWarnings("ReferenceEquality") // sessions are who they are
final class ClientLink implements LinkListener {
    private static final Duration LONGEST_PAUSE = Duration.ofDays(366);

    private final Session session;
    private final SessionLink submitter;
    private final ServingLink serving;
    private final FrameConnection frameConnection;
    private final ClientAcceptor.Dependencies dependencies;

    ClientLink(
            ClientAcceptor.Dependencies dependencies,
            Session session,
            FrameConnection frameConnection,
            WireMapper mapper) {
        this.dependencies = dependencies;
        this.session = session;
        this.frameConnection = frameConnection;
        EventSink eventSink = dependencies.session().eventSink();
        this.submitter = new SessionLink(dependencies.session(), session, frameConnection, mapper);
        this.serving =
                new ServingLink(
                        dependencies.served(),
                        eventSink,
                        frameConnection,
                        mapper,
                        new OutcomeIngress(
                                eventSink,
                                dependencies.session().payloadResolver(),
                                submitter.blobs()));
    }

    @Override
    public void onFrame(Frame frame, int bytes) throws WireException {
        if (submitter.onFrame(frame, bytes)) {
            return;
        }
        switch (frame.getBodyCase()) {
            case OPEN_JOB -> open(frame.getOpenJob());
            case SUBMITTED_AGAIN -> submittedAgain(frame.getSubmittedAgain().getUpTo());
            case CLOSE_JOB -> close(new JobId(frame.getCloseJob().getJob()));
            case SERVE -> {
                JobId job = new JobId(frame.getServe().getJob());
                if (session.account().refusalOf(job, session.jobs().containsKey(job)) == null) {
                    requireOpen(job);
                    serving.serve(frame.getServe());
                } // else its tasks hear why
            }
            case FETCH_VALUE -> fetch(frame.getFetchValue());
            case FILE_ANSWER ->
                    dependencies.files().clientAnswered(frameConnection, frame.getFileAnswer());
            case FINISHED -> serving.onFinished(frame.getFinished(), session.id(), bytes);
            case RECALL_ANSWER -> serving.onRecallAnswer(frame.getRecallAnswer());
            case QUERY -> ask(dependencies.queries(), frame.getQuery(), frameConnection);
            case FORGET_NODE -> forget(frame.getForgetNode());
            case PAUSE_NODE -> pause(frame.getPauseNode());
            case DRAIN -> dependencies.drain().accept(frame.getDrain().getGraceMillis());
            default -> throw new WireException("body", "not a message for a client");
        }
        frameConnection.read(frameConnection.isWritable());
    }

    private void open(OpenJob job) throws WireException {
        if (job.getWidth() < 0 || job.getWidth() > PhaseReply.JobWish.MAX_WIDTH) {
            throw new WireException(
                    "open_job.width",
                    job.getWidth() + " is not 0 to " + PhaseReply.JobWish.MAX_WIDTH);
        }
        JobId id = new JobId(job.getJob());
        JobSecret secret = new JobSecret(session.key(), job.getNumber());
        requireOwn(id); // its tasks would count as another submitter's
        if (!session.jobs().containsKey(id) && !session.key().isNone() && !secret.isOf(id)) {
            throw new WireException("open_job.job", id + " does not belong to this session");
        }
        dependencies
                .session()
                .sessions()
                .openJob(
                        session,
                        new OpenedJob(
                                id,
                                secret,
                                WireText.cut(job.getName()), // it is for displays alone
                                job.getOutlives(),
                                session.submitter(),
                                job.getWidth()));
    }

    private void submittedAgain(long upTo) throws WireException {
        if (upTo < 0) {
            throw new WireException("submitted_again.up_to", upTo + " is negative");
        }
        dependencies
                .session()
                .eventSink()
                .submit(new Event.SubmittedAgain(session.id(), upTo, session.isHeir()));
    }

    /** Of a job that is not open here, nothing ends. */
    private void close(JobId job) throws WireException {
        requireOwn(job);
        Session of = dependencies.session().sessions().ofJob(job);
        if (of != null && of != session) {
            dependencies.session().sessions().cancelled(of, job, frameConnection);
        }
        dependencies.session().sessions().endJob(job);
    }

    private void forget(ForgetNode request) throws WireException {
        if (!NodeId.isValid(request.getNode())) {
            throw new WireException("forget_node.node", "is not the name of a node");
        }
        ForgetAnswer answer =
                dependencies
                        .nodes()
                        .forget(
                                new NodeId(request.getNode()),
                                request.getOnlyLook(),
                                frameConnection);
        reply(
                QueryReply.newBuilder()
                        .setId(request.getId())
                        .setJson(
                                "{\"node\":\"%s\",\"knows\":\"%s\"}"
                                        .formatted(answer.getNode(), answer.getKnows()))
                        .setAnswers(Answers.newBuilder().addForget(answer).build().toByteString()));
    }

    private void reply(QueryReply.Builder whole) {
        frameConnection.send(Frame.newBuilder().setQueryReply(whole.setLast(true)).build());
    }

    private void pause(PauseNode request) throws WireException {
        if (request.getResume()) {
            dependencies.pauses().resume(frameConnection);
        } else {
            Duration within = span("pause_node.within_millis", request.getWithinMillis());
            Duration time = span("pause_node.for_millis", request.getForMillis());
            if (!time.isZero() && time.compareTo(within) <= 0) {
                throw new WireException("pause_node.for_millis", "is not above within_millis");
            }
            dependencies.pauses().pause(within, time, frameConnection);
        }
        reply(QueryReply.newBuilder().setId(request.getId()));
    }

    private static Duration span(String field, long millis) throws WireException {
        if (millis < 0 || millis > LONGEST_PAUSE.toMillis()) {
            throw new WireException(field, "is not at most " + LONGEST_PAUSE.toDays() + " days");
        }
        return Duration.ofMillis(millis);
    }

    /** A value is to be fetched ahead of the task that needs it: here, or at a neighbour. */
    private void fetch(FetchValue request) throws WireException {
        JobId job = new JobId(request.getJob());
        requireOpen(job);
        if (!NodeId.isValid(request.getNode())) {
            throw new WireException("fetch_value.node", "is not the name of a node");
        }
        dependencies.values().accept(new NodeId(request.getNode()), request);
    }

    /** What a program serves or fetches is of a job that it has open here. */
    private void requireOpen(JobId job) throws WireException {
        requireOwn(job);
        if (!session.jobs().containsKey(job) && !session.key().isNone()) {
            throw new WireException("job", job + " is not open here; open it first");
        }
    }

    /** A job is its submitter's; who has the role admin may act for every submitter. */
    private void requireOwn(JobId job) throws WireException {
        Session of = dependencies.session().sessions().ofJob(job);
        if (of != null && !of.isFor(frameConnection.authenticatedPeer())) {
            throw new WireException(
                    "job", job + " belongs to another submitter: " + of.submitter());
        }
    }

    static void ask(QueryHandler queries, Query query, FrameConnection frameConnection) {
        queries.query(
                frameConnection.authenticatedPeer().restricted(query),
                frameConnection,
                reply -> AnswerParts.send(reply, frameConnection::send));
    }

    @Override
    public void onWritable() {
        submitter.onWritable();
        frameConnection.read(true);
    }

    @Override
    public void onRefused(String why) {
        dependencies.session().sessions().refused(frameConnection, why);
    }

    @Override
    public void onClosed(String why) {
        serving.onClosed();
        dependencies.files().clientLost(frameConnection);
        submitter.onClosed();
    }
}
