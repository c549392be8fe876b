package org.evenkeel.daemon.session;

import org.evenkeel.daemon.drive.Events;
import org.evenkeel.daemon.net.Connection;
import org.evenkeel.daemon.net.LinkListener;
import org.evenkeel.kernel.Event;
import org.evenkeel.model.JobId;
import org.evenkeel.model.JobSecret;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.protocol.PhaseWord;
import org.evenkeel.wire.WireException;
import org.evenkeel.wire.WireLimits;
import org.evenkeel.wire.WireMapper;
import org.evenkeel.wire.proto.FetchValue;
import org.evenkeel.wire.proto.ForgetNode;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.OpenJob;
import org.evenkeel.wire.proto.Pong;
import org.evenkeel.wire.proto.Query;
import org.evenkeel.wire.proto.QueryReply;

/** The connection of one client. */
@SuppressWarnings("ReferenceEquality") // sessions are who they are
final class ClientLink implements LinkListener {

    private final Session session;
    private final SessionLink submitter;
    private final ServingLink serving;
    private final Connection connection;
    private final ClientDoor.Parts parts;

    ClientLink(ClientDoor.Parts parts, Session session, Connection connection, WireMapper mapper) {
        this.parts = parts;
        this.session = session;
        this.connection = connection;
        Events events = parts.session().events();
        this.submitter = new SessionLink(parts.session(), session, connection, mapper);
        this.serving =
                new ServingLink(
                        parts.served(),
                        events,
                        connection,
                        mapper,
                        new FinishedDoor(events, parts.session().intake(), submitter.blobs()));
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
            case FILE_ANSWER -> parts.files().clientAnswered(connection, frame.getFileAnswer());
            case FINISHED -> serving.onFinished(frame.getFinished(), session.id(), bytes);
            case RECALL_ANSWER -> serving.onRecallAnswer(frame.getRecallAnswer());
            case QUERY -> ask(parts.queries(), frame.getQuery(), connection);
            case FORGET_NODE -> forget(frame.getForgetNode());
            case DRAIN -> parts.drain().accept(frame.getDrain().getGraceMillis());
            default -> throw new WireException("body", "not for a client");
        }
        connection.read(connection.isWritable());
    }

    private void open(OpenJob job) throws WireException {
        if (job.getName().length() > WireLimits.MAX_TEXT_LENGTH) {
            throw new WireException("open_job.name", "too long");
        }
        if (job.getWidth() < 0 || job.getWidth() > PhaseWord.JobWish.MAX_WIDTH) {
            throw new WireException(
                    "open_job.width",
                    job.getWidth() + " is not 0 to " + PhaseWord.JobWish.MAX_WIDTH);
        }
        JobId id = new JobId(job.getJob());
        JobSecret secret = new JobSecret(session.key(), job.getNumber());
        requireOwn(id); // its tasks would count as another submitter's
        if (!session.jobs().containsKey(id) && !session.key().isNone() && !secret.isOf(id)) {
            throw new WireException("open_job.job", id + " is not a job of this session");
        }
        parts.session()
                .sessions()
                .openJob(
                        session,
                        new OpenedJob(
                                id,
                                secret,
                                job.getName(),
                                job.getOutlives(),
                                session.submitter(),
                                job.getWidth()));
    }

    private void submittedAgain(long upTo) throws WireException {
        if (upTo < 0) {
            throw new WireException("submitted_again.up_to", upTo + " is negative");
        }
        parts.session()
                .events()
                .happened(new Event.SubmittedAgain(session.id(), upTo, session.isHeir()));
    }

    /** Of a job that is not open here, nothing ends. */
    private void close(JobId job) throws WireException {
        requireOwn(job);
        Session of = parts.session().sessions().ofJob(job);
        if (of != null && of != session) {
            parts.session().sessions().cancelled(of, job, connection);
        }
        parts.session().sessions().endJob(job);
    }

    private void forget(ForgetNode request) throws WireException {
        if (!NodeId.isValid(request.getNode())) {
            throw new WireException("forget_node.node", "is no node's name");
        }
        String json =
                parts.nodes()
                        .forget(new NodeId(request.getNode()), request.getOnlyLook(), connection);
        AnswerParts.send(
                QueryReply.newBuilder().setId(request.getId()).setJson(json).setLast(true).build(),
                connection::send);
    }

    /** A value is to be fetched ahead of the task that needs it: here, or at a neighbour. */
    private void fetch(FetchValue request) throws WireException {
        JobId job = new JobId(request.getJob());
        requireOpen(job);
        if (!NodeId.isValid(request.getNode())) {
            throw new WireException("fetch_value.node", "is no node's name");
        }
        parts.values().accept(new NodeId(request.getNode()), request);
    }

    /** What a program serves or fetches is of a job that it has open here. */
    private void requireOpen(JobId job) throws WireException {
        requireOwn(job);
        if (!session.jobs().containsKey(job) && !session.key().isNone()) {
            throw new WireException("job", job + " is not open here: open it first");
        }
    }

    /** A job is its submitter's; who has the role admin may act for everybody. */
    private void requireOwn(JobId job) throws WireException {
        Session of = parts.session().sessions().ofJob(job);
        if (of != null && !of.isFor(connection.speaker())) {
            throw new WireException("job", job + " is another submitter's: " + of.submitter());
        }
    }

    static void ask(QueryDesk queries, Query query, Connection connection) {
        queries.ask(query, reply -> AnswerParts.send(reply, connection::send));
    }

    @Override
    public void onWritable() {
        submitter.onWritable();
        connection.read(true);
    }

    @Override
    public void onRefused(String why) {
        parts.session().sessions().refused(connection, why);
    }

    @Override
    public void onClosed(String why) {
        serving.onClosed();
        parts.files().clientLost(connection);
        submitter.onClosed();
    }

    /** Somebody who only asks. */
    record Observer(QueryDesk queries, Connection connection) implements LinkListener {
        @Override
        public void onFrame(Frame frame, int bytes) {
            switch (frame.getBodyCase()) {
                case QUERY -> ask(queries, frame.getQuery(), connection);
                case PING ->
                        connection.send(
                                Frame.newBuilder()
                                        .setPong(
                                                Pong.newBuilder()
                                                        .setNumber(frame.getPing().getNumber()))
                                        .build());
                default -> {}
            }
            connection.read(connection.isWritable());
        }

        @Override
        public void onWritable() {
            connection.read(true);
        }

        @Override
        public void onClosed(String why) {}
    }
}
