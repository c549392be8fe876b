package org.evenkeel.client;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.evenkeel.api.ClusterUnavailableException;
import org.evenkeel.api.EvenkeelException;
import org.evenkeel.api.OutcomeUnknownException;
import org.evenkeel.api.TaskCancelledException;
import org.evenkeel.client.session.FreshLink;
import org.evenkeel.client.session.LinkWriter;
import org.evenkeel.client.session.OpenSubmissions;
import org.evenkeel.client.session.Outgoing;
import org.evenkeel.model.Printable;
import org.evenkeel.model.SessionKey;
import org.evenkeel.model.protocol.Feature;
import org.evenkeel.model.protocol.Features;
import org.evenkeel.model.submission.Reconnection;
import org.evenkeel.model.submission.SessionContinuity;
import org.evenkeel.wire.link.Endpoint;
import org.evenkeel.wire.link.Handshake;
import org.evenkeel.wire.link.Link;
import org.evenkeel.wire.proto.Answers;
import org.evenkeel.wire.proto.CloseJob;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.NodeRef;
import org.evenkeel.wire.proto.OpenJob;
import org.evenkeel.wire.proto.Ping;
import org.evenkeel.wire.proto.Query;
import org.evenkeel.wire.proto.Role;
import org.evenkeel.wire.proto.Welcome;
import org.jspecify.annotations.Nullable;

/**
 * A client's session with the cluster, over one link at a time.
 *
 * <p>States: {@code CONNECTED -> LOST -> CONNECTED ... -> CLOSED}. The reader thread reads, and
 * when the link is lost it is the one that looks for the next: the same daemon process, which
 * resumes the session, or another, which gets open tasks anew: see {@link SessionContinuity}.
 */
final class ClusterConnection {

    private final Dialer dialer;
    private final OpenSubmissions openSubmissions;
    private final SessionKey key;
    private final long reconnectNanos;
    private final Map<Long, JobEntry> jobs = new ConcurrentHashMap<>();
    private final ReceiveLoops receiveLoops = new ReceiveLoops();
    private final ClientServices files;
    private volatile @Nullable Current current;
    private volatile boolean closed;
    private volatile List<String> members = List.of();

    private final SessionQueries sessionQueries = new SessionQueries();

    // Of the reader thread alone.
    private Handshake.Past past;
    private Discovery.@Nullable Candidate attachedTo;
    private List<byte[]> early = List.of();
    private final UnknownMessages unknown = new UnknownMessages();
    private String lastRefusal = "";

    private volatile boolean workersReadNotes;
    private volatile boolean workersHaveShapes;
    private volatile boolean workersKnowFunctions;

    /** The link of the moment. */
    private record Current(Link link, LinkWriter linkWriter, Endpoint endpoint, Features daemon) {}

    /**
     * A job as it is opened at each daemon.
     *
     * @param number from which the id is computed
     */
    record JobEntry(long id, long number, String name, boolean outlives, int minWorkers) {

        /** A new one. */
        static JobEntry draw(SessionKey key, String name, boolean outlives, int minWorkers) {
            long number = Handshake.randomId();
            return new JobEntry(key.job(number).value(), number, name, outlives, minWorkers);
        }

        /**
         * Another job of the same name, for tasks with later code. It asks for no workers of its
         * own: the first has them, and the master might never have as many again.
         */
        JobEntry later(SessionKey key) {
            return draw(key, name, outlives, 0);
        }

        private Frame frame() {
            return Frame.newBuilder()
                    .setOpenJob(
                            OpenJob.newBuilder()
                                    .setJob(id)
                                    .setNumber(number)
                                    .setName(name)
                                    .setOutlives(outlives)
                                    .setWidth(minWorkers))
                    .build();
        }
    }

    /**
     * @param key of its session
     * @param past what it says of itself when it attaches for the first time
     * @param clientServiceOptions what tasks use of this program
     */
    ClusterConnection(
            Dialer dialer,
            OpenSubmissions openSubmissions,
            SessionKey key,
            Handshake.Past past,
            ClientServiceOptions clientServiceOptions,
            long reconnectNanos) {
        this.dialer = dialer;
        this.key = key;
        this.past = past;
        this.openSubmissions = openSubmissions;
        this.reconnectNanos = reconnectNanos;
        OwnTasks ownTasks = new OwnTasks(openSubmissions, jobs::containsKey);
        this.files =
                new ClientServices(
                        clientServiceOptions, jobs::containsKey, ownTasks, ownTasks::published);
    }

    OpenSubmissions openSubmissions() {
        return openSubmissions;
    }

    /** What the ids of its session and jobs are computed from. */
    SessionKey key() {
        return key;
    }

    /**
     * Connects and starts reading.
     *
     * @throws ClusterUnavailableException if no daemon answers
     */
    void open(JobEntry job) {
        jobs.put(job.id(), job);
        List<String> attempts = new ArrayList<>();
        try {
            Dialer.Dialled dialled = round(attempts);
            if (dialled != null) {
                attach(dialled, SessionContinuity.NEW);
                startReading();
                return;
            }
        } catch (Handshake.RefusedException e) {
            attempts.add(String.valueOf(e.getMessage()));
        }
        throw dialer.discovery().unavailable(attempts);
    }

    /**
     * Continues with a session that another client began, over a link that stands.
     *
     * @param frames what was read from the link already and is to be handled
     */
    void takeOver(JobEntry job, Dialer.Dialled dialled, List<byte[]> frames) {
        jobs.put(job.id(), job);
        early = frames;
        attach(dialled, SessionContinuity.RESUMED);
        startReading();
    }

    private void startReading() {
        Thread reader = Thread.ofPlatform().daemon().name("evenkeel-reader").unstarted(this::run);
        openSubmissions.setReader(reader);
        reader.start();
        new LinkKeepAlive(LinkKeepAlive.Patience.usual(), this::link, this::ping, () -> closed)
                .start();
    }

    /** The link to watch: what ends on this machine the kernel tells of. */
    private @Nullable Link link() {
        Current now = current;
        return now == null || !(now.endpoint() instanceof Endpoint.Tcp) ? null : now.link();
    }

    private void ping() {
        send(Frame.newBuilder().setPing(Ping.newBuilder().setNumber(1)).build());
    }

    // ---- Jobs

    void openJob(JobEntry job) {
        jobs.put(job.id(), job);
        openSubmissions.send(job.frame());
    }

    void closeJob(long job) {
        receiveLoops.remove(job);
        if (jobs.remove(job) != null) {
            openSubmissions.send(
                    Frame.newBuilder().setCloseJob(CloseJob.newBuilder().setJob(job)).build());
            files.closed(job);
        }
    }

    /**
     * The directory that tasks of a job use.
     *
     * @throws IOException if it cannot be made, or the job is over
     */
    Path files(long job) throws IOException {
        return files.path(job);
    }

    void serve(long job, ReceiveLoops.Server server) {
        receiveLoops.put(job, server);
        openSubmissions.send(ReceiveLoops.frame(job));
    }

    /** Where results of served tasks go; null while there is no link. */
    @Nullable LinkWriter linkWriter() {
        Current now = current;
        return now == null ? null : now.linkWriter();
    }

    boolean isConnected() {
        return current != null;
    }

    /** Whether workers of the latest daemon read payloads with notes. */
    boolean workersReadNotes() {
        return workersReadNotes;
    }

    /** Whether workers of the latest daemon have the options that a job asks for. */
    boolean workersHaveShapes() {
        return workersHaveShapes;
    }

    /** Whether workers of the latest daemon know functions and suppliers as tasks. */
    boolean workersKnowFunctions() {
        return workersKnowFunctions;
    }

    /**
     * Asks the daemon of the moment.
     *
     * @param answer hears the answer, on the reader thread; never when there is none
     */
    void ask(Query.Builder query, Consumer<Answers> answer) {
        Current now = current;
        if (now != null) {
            send(sessionQueries.ask(query, now.daemon(), answer));
        }
    }

    /** Says something to the daemon of the moment; dropped when there is none. */
    void send(Frame frame) {
        Current now = current;
        if (now != null) {
            now.linkWriter().sendLater(new Outgoing.Control(frame));
        }
    }

    String address() {
        Current now = current;
        return now == null ? "" : now.endpoint().toString();
    }

    List<String> members() {
        return members;
    }

    // ---- Connecting

    private Dialer.@Nullable Dialled round(List<String> attempts)
            throws Handshake.RefusedException {
        Discovery.Candidate only = openSubmissions.hasAdopted() ? attachedTo : null;
        return dialer.round(
                new Handshake.Speaker(Role.CLIENT, openSubmissions.origin(), 0, past, 0, key),
                candidate -> only == null || candidate.isSameNode(only),
                attempts,
                () -> closed);
    }

    private SessionContinuity continuity(Welcome welcome) {
        if (welcome.getResumed() && past.knownIncarnation() != 0) {
            return SessionContinuity.RESUMED;
        }
        boolean back = welcome.getNode().getName().equals(past.previousNode());
        return welcome.getRecovered() && back ? SessionContinuity.RECOVERED : SessionContinuity.NEW;
    }

    private void attach(Dialer.Dialled dialled, SessionContinuity sessionContinuity) {
        Welcome welcome = dialled.welcome();
        attachedTo = dialled.candidate();
        past = past.attachedTo(welcome.getNode());
        unknown.attached(welcome);
        workersReadNotes = dialled.daemon().has(Feature.NOTES);
        workersHaveShapes = dialled.daemon().has(Feature.WORKER_SHAPES);
        workersKnowFunctions = dialled.daemon().has(Feature.FUNCTIONS);
        openSubmissions.codec().setEarlierReaders(!workersKnowFunctions);
        dialer.discovery().learn(welcome.getMembersList(), dialled.candidate().access());
        members = welcome.getMembersList().stream().map(NodeRef::getName).toList();
        LinkWriter linkWriter = new LinkWriter(dialled.link(), "evenkeel-writer");
        if (welcome.getWindow() > 0) {
            openSubmissions.setWindow(
                    welcome.getWindow(),
                    welcome.getWindowBytes() > 0 ? welcome.getWindowBytes() : Long.MAX_VALUE);
        } else {
            openSubmissions.setWindow(DEFAULT_WINDOW, DEFAULT_WINDOW_BYTES);
        }
        List<Frame> first = new ArrayList<>();
        jobs.values().forEach(job -> first.add(job.frame()));
        first.addAll(receiveLoops.frames());
        openSubmissions.attach(
                new FreshLink(
                        linkWriter,
                        welcome.getNode().getName(),
                        sessionContinuity,
                        welcome.getInlineBytes(),
                        first,
                        true));
        linkWriter.start();
        current =
                new Current(
                        dialled.link(),
                        linkWriter,
                        dialled.candidate().endpoint(),
                        dialled.daemon());
        if (closed) {
            linkWriter.close();
        }
    }

    /** Used when a daemon says nothing. */
    private static final int DEFAULT_WINDOW = 10_000;

    private static final long DEFAULT_WINDOW_BYTES = 64L << 20;

    // ---- The reader thread

    private void run() {
        try {
            while (!closed) {
                Current now = current;
                if (now != null) {
                    read(now);
                    current = null;
                    openSubmissions.detach();
                    now.linkWriter().close();
                }
                if (!closed && !reconnect()) {
                    return;
                }
            }
        } catch (RuntimeException | Error e) {
            closed = true;
            openSubmissions.close(
                    new OutcomeUnknownException("the connection's thread failed: " + e, e));
            throw e;
        }
    }

    private void read(Current now) {
        try {
            List<byte[]> before = early;
            early = List.of();
            for (byte[] bytes : before) {
                handle(bytes, now.linkWriter());
            }
            for (byte[] bytes = now.link().read(); bytes != null; bytes = now.link().read()) {
                handle(bytes, now.linkWriter());
            }
        } catch (IOException e) {
            if (e instanceof Handshake.RefusedException refused && refused.isTakenOver()) {
                takenOver();
            }
            // Otherwise the link is lost, and run() looks for the next one.
        }
    }

    private void handle(byte[] bytes, LinkWriter linkWriter) throws IOException {
        if (!openSubmissions.handle(bytes)) {
            handle(Link.parse(bytes), linkWriter);
        }
    }

    private void handle(Frame frame, LinkWriter linkWriter) throws IOException {
        if (frame.hasRejected()
                && openSubmissions.wasAcceptedElsewhere(frame.getRejected().getNumber())) {
            throw new IOException(
                    "this daemon is stopping: " + Printable.of(frame.getRejected().getReason()));
        }
        if (openSubmissions.handle(frame, linkWriter)
                || receiveLoops.handle(frame, linkWriter)
                || files.handle(frame, linkWriter)) {
            return;
        }
        if (frame.hasRefused()) {
            lastRefusal = Printable.of(frame.getRefused().getReason());
            throw new Handshake.RefusedException(
                    "rejected: " + lastRefusal, frame.getRefused().getTakenOver());
        }
        if (frame.hasQueryReply()) {
            sessionQueries.answered(frame.getQueryReply());
        }
        Discovery.Candidate with = attachedTo;
        if (frame.hasMembers() && with != null) {
            dialer.discovery().learn(frame.getMembers().getNodesList(), with.access());
        }
        if (frame.hasRevoked()) {
            dialer.discovery().revoked(frame.getRevoked().getList().toByteArray());
        }
        if (frame.hasGoingAway() && frame.getGoingAway().hasSuccessor()) {
            follow(frame.getGoingAway().getSuccessor());
        }
        Frame unknownHere = unknown.answerTo(frame);
        if (unknownHere != null) {
            send(unknownHere);
        }
        // Otherwise GoingAway is followed by the end of the link.
    }

    /** The daemon leaves, and another continues with the session. */
    private void follow(NodeRef successor) throws IOException {
        Discovery.Candidate now = attachedTo;
        if (now != null) {
            Discovery.Candidate next = dialer.discovery().of(successor, now.access());
            attachedTo = next;
            dialer.prefer(next);
            throw new IOException("redirected to " + Printable.of(successor.getName()));
        }
    }

    private boolean reconnect() {
        Reconnection reconnection = new Reconnection(reconnectNanos, System.nanoTime());
        while (!closed) {
            List<String> attempts = new ArrayList<>();
            try {
                Dialer.Dialled dialled = round(attempts);
                if (dialled != null) {
                    attach(dialled, continuity(dialled.welcome()));
                    return true;
                }
            } catch (Handshake.RefusedException e) {
                takenOver();
                return false;
            }
            long pause =
                    reconnection.pauseNanos(
                            System.nanoTime(), ThreadLocalRandom.current().nextDouble());
            if (pause == Reconnection.OVER) {
                giveUp(attempts);
                return false;
            }
            try {
                TimeUnit.NANOSECONDS.sleep(pause);
            } catch (InterruptedException e) {
                return false; // close() woke us
            }
        }
        return false;
    }

    private void giveUp(List<String> attempts) {
        closed = true;
        EvenkeelException why =
                new OutcomeUnknownException(
                        "the connection was lost and no daemon was found for %d s: %s%s"
                                .formatted(
                                        TimeUnit.NANOSECONDS.toSeconds(reconnectNanos),
                                        dialer.discovery().unavailable(attempts).getMessage(),
                                        lastRefusal.isEmpty()
                                                ? ""
                                                : " Before that, it reported: " + lastRefusal));
        openSubmissions.close(why);
    }

    private void takenOver() {
        closed = true;
        openSubmissions.close(
                new OutcomeUnknownException(
                        "another client attached to this job and receives its outcomes; attach "
                                + "again to take the job back"));
    }

    /**
     * Leaves this job to the daemon and ends the connection; other jobs end.
     *
     * @param why what open handles end with
     */
    void leave(long job, EvenkeelException why) throws InterruptedException {
        openSubmissions.awaitAcceptance();
        openSubmissions.leave();
        jobs.remove(job);
        receiveLoops.clear();
        end(why);
    }

    /** Ends everything: open tasks end as cancelled. */
    void close() {
        if (closed) {
            return;
        }
        end(new TaskCancelledException("the connection was closed"));
    }

    private void end(EvenkeelException why) {
        for (Long job : List.copyOf(jobs.keySet())) {
            closeJob(job);
        }
        closed = true;
        openSubmissions.close(why);
        Current now = current;
        if (now != null) {
            now.linkWriter().closeAfterFlush();
        }
    }
}
