package org.evenkeel.daemon.session;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.evenkeel.daemon.driver.EventSink;
import org.evenkeel.daemon.driver.TimerSource;
import org.evenkeel.daemon.log.LogKeeper;
import org.evenkeel.daemon.net.EventLoopTurn;
import org.evenkeel.daemon.net.FrameConnection;
import org.evenkeel.kernel.Effect;
import org.evenkeel.kernel.Event;
import org.evenkeel.model.JobId;
import org.evenkeel.model.JournalRecord;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.Outcome;
import org.evenkeel.model.Payload;
import org.evenkeel.model.TaskState;
import org.evenkeel.wire.InlinePayload;
import org.evenkeel.wire.WireException;
import org.evenkeel.wire.WireMapper;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.GoingAway;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All sessions of this daemon: opens, resumes and ends them, and shares the window among them. */
@SuppressWarnings("ReferenceEquality") // sessions and connections are who they are
public final class Sessions implements JobBook, LogKeeper.JobKnowledge {

    private static final Logger LOG = LoggerFactory.getLogger(Sessions.class);

    /** Sessions at a time. */
    private static final int MAX_SESSIONS = 10_000;

    /** Sessions kept without a client at a time. */
    private static final int MAX_KEPT = 1_000;

    /** Tasks permitted before the window of the moment is told, right after the welcome. */
    public static final int FIRST_WINDOW = 1;

    /** Bytes, likewise. */
    public static final long FIRST_WINDOW_BYTES = 1;

    private static final int LEAST_WINDOW = 256;
    private static final long LEAST_WINDOW_BYTES = 64 << 10;

    /** Of all, 5/8 are for clients and 2/8 for workers; the rest is for what nothing promised. */
    private static final int EIGHTHS_OF_CLIENTS = 5;

    private static final int EIGHTHS_OF_WORKERS = 2;

    private final EventSink eventSink;
    private final TimerSource timers;
    private final AbsentSessions absentSessions;
    private final EventLoopTurn eventLoopTurn;
    private final Settings settings;
    private final SubmitterAccounts watch;
    private final Windows clientWindows;
    private final Windows workerWindows;
    private final Map<Long, Session> sessions = new HashMap<>();
    private int clients;
    private int kept;
    private long jobBytes;

    /**
     * What holds for all.
     *
     * @param leaseNanos a client that lost its connection may return within this
     * @param retentionNanos a session without a client is kept so long for its jobs
     * @param tasks open tasks permitted to one session
     * @param bytes payload bytes of open tasks permitted to one session
     * @param allTasks open tasks permitted to all together
     * @param allBytes payload bytes of open tasks permitted to all together: they fit in the heap,
     *     for only larger payloads go to disk
     * @param jobBytes memory for open jobs of all together
     */
    public record Settings(
            long leaseNanos,
            long retentionNanos,
            int tasks,
            long bytes,
            int allTasks,
            long allBytes,
            long jobBytes) {}

    public Sessions(
            EventSink eventSink,
            TimerSource timers,
            EventLoopTurn eventLoopTurn,
            Settings settings,
            SubmitterAccounts watch) {
        this.watch = watch;
        this.eventSink = eventSink;
        this.timers = timers;
        this.absentSessions = new AbsentSessions(timers);
        this.eventLoopTurn = eventLoopTurn;
        this.settings = settings;
        this.clientWindows = windows(EIGHTHS_OF_CLIENTS);
        this.workerWindows = windows(EIGHTHS_OF_WORKERS);
    }

    private Windows windows(int eighths) {
        return new Windows(
                new SubmissionCredit(
                        settings.allTasks() / 8L * eighths, settings.tasks(), LEAST_WINDOW),
                new SubmissionCredit(
                        settings.allBytes() / 8L * eighths, settings.bytes(), LEAST_WINDOW_BYTES),
                timers);
    }

    public int clients() {
        return clients;
    }

    /** Whether this session waits for its client to return. */
    public boolean isKnown(long id) {
        return sessions.containsKey(id);
    }

    /** Whether another session can be opened. */
    public boolean hasRoom() {
        return sessions.size() < MAX_SESSIONS;
    }

    /** The session of this number, null when there is none. */
    @Nullable Session get(long id) {
        return sessions.get(id);
    }

    /** The session whose client opened this job, null when there is none. */
    @Nullable Session ofJob(JobId job) {
        Session found = null;
        for (Session session : sessions.values()) {
            if (session.jobs().containsKey(job)) {
                found = session;
            }
        }
        return found;
    }

    /** Whether a job is open here, its client attached or not. */
    public boolean hasJob(JobId job) {
        return ofJob(job) != null;
    }

    @Override
    public String submitterOf(JobId job) {
        Session session = ofJob(job);
        return session == null ? "" : session.submitter();
    }

    @Override
    public @Nullable FrameConnection clientOf(JobId job) {
        Session session = ofJob(job);
        return session == null ? null : session.frameConnection();
    }

    @Override
    public List<JobEntry> jobs() {
        List<JobEntry> lines = new ArrayList<>();
        for (Session session : sessions.values()) {
            for (OpenedJob job : session.jobs().values()) {
                lines.add(
                        new JobEntry(
                                job,
                                session.id(),
                                session.isAttached(),
                                session.clientHello().attachment()));
            }
        }
        return lines;
    }

    /** A worker is here. */
    public Session open(long id, FrameConnection frameConnection, WireMapper mapper) {
        return open(id, true, ClientHello.WORKER, frameConnection, mapper);
    }

    /** A client is here, for the first time or again, or another in its place. */
    Session open(
            long id, ClientHello clientHello, FrameConnection frameConnection, WireMapper mapper) {
        return open(id, false, clientHello, frameConnection, mapper);
    }

    private Session open(
            long id,
            boolean worker,
            ClientHello who,
            FrameConnection frameConnection,
            WireMapper mapper) {
        Session session = sessions.get(id);
        boolean returned = session != null;
        if (session == null) {
            session = add(newSession(id, worker));
        } else if (session.isKept()) {
            keep(session, false);
        } else if (session.frameConnection() != null) {
            FrameConnection old = session.frameConnection();
            session.detach();
            if (old != null && who.takesOver()) {
                old.refuse("another client attached to its job", true);
            } else if (old != null) {
                old.close("its client attached again");
            }
        }
        absentSessions.over(id);
        session.attach(frameConnection, mapper, who);
        session.claim(frameConnection.authenticatedPeer().submitter());
        if (!worker) {
            watch.opened(session, frameConnection, returned);
        }
        eventSink.submit(new Event.SessionOpened(id, worker, who.attachment(), who.left()));
        return session;
    }

    private Session newSession(long id, boolean worker) {
        return new Session(
                id, worker, eventLoopTurn, watch, worker ? workerWindows : clientWindows);
    }

    private Session add(Session session) {
        sessions.put(session.id(), session);
        clients += session.isWorker() ? 0 : 1;
        return session;
    }

    private void keep(Session session, boolean yes) {
        session.setKept(yes);
        kept += yes ? 1 : -1;
        clients += yes ? -1 : 1;
        session.place().setPresent(!yes); // no client submits, so it takes no share of the window
    }

    /** The connection of a session is gone: a client may return, a worker will not. */
    public void lost(Session session, FrameConnection frameConnection) {
        if (session.frameConnection() != frameConnection) {
            return; // it returned on another one before
        }
        session.detach();
        if (session.isPassed()) {
            sessions.remove(session.id());
            clients--;
            end(session);
        } else if (!session.isWorker()) { // a worker's process says when it is over
            awaitReturn(session);
        }
    }

    /** Its client is attached to another daemon now, and its tasks are there; the core knows. */
    public void movedAway(long id) {
        Session session = remove(id);
        if (session == null) {
            return;
        }
        FrameConnection old = session.frameConnection();
        session.detach();
        end(session);
        if (old != null) {
            old.close("its client attached to another daemon");
        }
    }

    /** Another daemon continues with this session: its client is told to go there. */
    public void passTo(Effect.PassSession pass) {
        Session session = sessions.get(pass.session());
        if (session == null || session.clientHello().attachment() > pass.attachment()) {
            return;
        }
        NodeRef successor = pass.to();
        session.setPassed();
        FrameConnection to = session.frameConnection();
        if (to != null) {
            to.send(
                    Frame.newBuilder()
                            .setGoingAway(
                                    GoingAway.newBuilder()
                                            .setWhy("redirected to " + successor.id())
                                            .setSuccessor(WireMapper.writeNode(successor)))
                            .build());
        }
    }

    /** This daemon continues with sessions of one that leaves: their clients will come. */
    public void adopted(Effect.AdoptSessions effect) {
        List<Session> found = new ArrayList<>();
        take(effect.jobs(), effect.tasks(), found);
        found.forEach(session -> session.adopted(effect.from().incarnation()));
        found.forEach(this::awaitReturn);
    }

    private void awaitReturn(Session session) {
        absentSessions.await(session.id(), settings.leaseNanos(), () -> abandoned(session));
    }

    /** Its client did not return: only jobs that outlive it continue. */
    private void abandoned(Session session) {
        if (!session.outlives()) {
            LOG.info("client did not return, cancelling its tasks");
            close(session.id(), GONE);
            return;
        }
        List<OpenedJob> ended =
                session.jobs().values().stream().filter(job -> !job.outlives()).toList();
        LOG.info("client did not return, its detached jobs continue");
        keep(session, true);
        eventSink.submit(new Event.ClientLost(session.id(), GONE));
        ended.forEach(job -> closeJob(session, job.id()));
        absentSessions.await(
                session.id(),
                settings.retentionNanos(),
                () -> {
                    LOG.info("job-retention passed without a client, job ended");
                    close(session.id(), "job-retention passed without a client");
                });
    }

    private static final String GONE = "its client disconnected and did not return";

    /** A session will not come back. */
    public void close(long id, String why) {
        Session session = remove(id);
        if (session == null) {
            return;
        }
        List<OpenedJob> jobs = List.copyOf(session.jobs().values());
        jobs.forEach(job -> watch.jobEnds(session, job));
        eventSink.submit(new Event.SessionClosed(id, why));
        jobs.forEach(job -> eventSink.submit(new Event.JobClosed(job.id())));
        end(session);
    }

    private @Nullable Session remove(long id) {
        Session session = sessions.remove(id);
        if (session != null) {
            absentSessions.over(id);
            kept -= session.isKept() ? 1 : 0;
            clients -= session.isKept() || session.isWorker() ? 0 : 1;
        }
        return session;
    }

    private void end(Session session) {
        session.jobs().values().forEach(job -> jobBytes -= job.heldBytes());
        session.end();
    }

    // ---- Jobs

    /**
     * A client opened a job, or says again that it did.
     *
     * @throws WireException if it may not
     */
    void openJob(Session session, OpenedJob job) throws WireException {
        if (job.outlives() && !session.outlives() && kept >= MAX_KEPT) {
            throw new WireException(
                    "open_job.outlives",
                    ("this node keeps %s jobs without clients, the maximum; end some (\"evenkeel "
                                    + "jobs\" lists them)")
                            .formatted(MAX_KEPT));
        }
        boolean isNew = !session.jobs().containsKey(job.id());
        Submitter submitter = session.account().submitter();
        String no = isNew ? whyNoJob(submitter, job) : null;
        if (no != null) {
            if (submitter != null) {
                watch.quotaReached(session, submitter, "rejected: " + no);
            }
            session.account().refuseJob(job.id(), no);
            return; // its tasks hear why: who lost its link would only come back and ask again
        }
        session.account().permitJob(job.id());
        put(session, job);
        if (isNew) {
            if (submitter != null) {
                submitter.countJobs(1);
            }
            watch.jobOpened(session, job);
        }
        eventSink.submit(
                new Event.JobOpened(
                        session.id(),
                        job.id(),
                        job.secret(),
                        job.name(),
                        job.outlives(),
                        job.submitter(),
                        job.minWorkers()));
    }

    /** Why another job may not be opened, null when it may. */
    private @Nullable String whyNoJob(@Nullable Submitter submitter, OpenedJob job) {
        if (jobBytes + job.heldBytes() > settings.jobBytes()) {
            return "node "
                    + watch.self()
                    + " has no memory for more open jobs; end some (\"evenkeel jobs\" lists them)";
        }
        return submitter == null ? null : submitter.whyNoJob();
    }

    /** Whether it was not there before. */
    private boolean put(Session session, OpenedJob job) {
        OpenedJob before = session.jobs().put(job.id(), job);
        jobBytes += job.heldBytes() - (before == null ? 0 : before.heldBytes());
        return before == null;
    }

    private void closeJob(Session session, JobId job) {
        OpenedJob opened = session.jobs().remove(job);
        if (opened != null) {
            jobBytes -= opened.heldBytes();
            Submitter submitter = session.account().submitter();
            if (submitter != null) {
                submitter.countJobs(-1);
            }
            watch.jobEnds(session, opened);
            session.account().jobEnded(job);
            eventSink.submit(new Event.JobClosed(job));
        }
    }

    /** Ends a job, whoever opened it; a session that was kept for it alone ends too. */
    void endJob(JobId job) {
        Session session = ofJob(job);
        if (session != null) {
            closeJob(session, job);
            if (session.isKept() && !session.outlives()) {
                close(session.id(), "its job was ended");
            }
        }
    }

    /** A process other than its client ends a job, for the log. */
    void cancelled(Session of, JobId job, FrameConnection by) {
        OpenedJob opened = of.jobs().get(job);
        if (opened != null) {
            watch.jobCancelled(by, opened);
        }
    }

    /** A client said what it may not, for the log. */
    void refused(FrameConnection frameConnection, String why) {
        watch.refused(frameConnection, why);
    }

    SubmitterAccounts watch() {
        return watch;
    }

    /**
     * The disk kept sessions of an earlier process of this node: their clients may return, and take
     * over what they had. To be called before any client comes in; the core is told by others.
     */
    public void recovered(Event.Recovered disk) {
        List<Session> found = new ArrayList<>();
        Set<Long> elsewhere = new HashSet<>();
        List<JournalRecord.JobOpened> here = new ArrayList<>();
        for (JournalRecord.JobOpened job : disk.jobs()) {
            switch (job.place().kind()) {
                case HERE, GOING -> here.add(job);
                case GONE -> {}
                case COMING -> elsewhere.add(job.session());
            }
        }
        List<TaskState> tasks =
                disk.tasks().stream().filter(one -> !elsewhere.contains(one.session())).toList();
        take(here, tasks, found);
        found.forEach(Session::recovered);
        found.forEach(this::awaitReturn);
    }

    /**
     * What another owner had later joins sessions that are here: perhaps it gave numbers above, and
     * forgot them. Whether their clients are waited for stays as it was.
     */
    public void joined(List<TaskState> tasks) {
        take(List.of(), tasks, new ArrayList<>());
        tasks.stream()
                .map(TaskState::session)
                .distinct()
                .map(sessions::get)
                .filter(Objects::nonNull)
                .forEach(Session::recovered);
    }

    private void take(
            List<JournalRecord.JobOpened> jobs, List<TaskState> tasks, List<Session> found) {
        for (JournalRecord.JobOpened job : jobs) {
            Session session = session(job.session(), found);
            session.claim(job.submitter());
            session.learn(job.secret().key());
            OpenedJob opened =
                    new OpenedJob(job.job(), job.secret(), job.name(), true, job.submitter(), 0);
            session.recover(job.attachment());
            Submitter submitter = session.account().submitter();
            if (put(session, opened) && submitter != null) {
                submitter.countJobs(1);
            }
        }
        for (TaskState task : tasks) {
            boolean inline = task.task().payload() instanceof InlinePayload;
            long bytes = inline && task.outcome() == null ? task.task().payload().sizeBytes() : 0;
            session(task.session(), found).recover(task.task().id().number(), bytes, bytesOf(task));
        }
    }

    private static long bytesOf(TaskState task) {
        Outcome outcome = task.outcome();
        Payload held = outcome == null ? task.task().payload() : outcome.payload();
        return held == null ? 0 : held.sizeBytes();
    }

    /** What each submitter has here, and may have. */
    public List<SubmitterLine> submitters() {
        Map<Submitter, Long> open = new HashMap<>();
        for (Session session : sessions.values()) {
            Submitter owner = session.account().submitter();
            if (owner != null) {
                open.merge(owner, (long) session.openTasks(), Long::sum);
            }
        }
        List<SubmitterLine> lines = new ArrayList<>();
        for (Submitter one : watch.submitters().all()) {
            long tasks = one.isCounted() ? one.tasks() : open.getOrDefault(one, 0L);
            lines.add(line(one, tasks));
        }
        return lines;
    }

    private static SubmitterLine line(Submitter one, long tasks) {
        return new SubmitterLine(
                one.name(),
                one.sessions(),
                one.jobs(),
                tasks,
                one.isCounted() ? one.bytes() : -1,
                one.waiting(),
                one.limits().quota(),
                one.limits().source());
    }

    private Session session(long id, List<Session> found) {
        Session session = sessions.get(id);
        if (session == null) {
            session = add(newSession(id, false));
            found.add(session);
        }
        return session;
    }

    /** The connections of clients. */
    public List<FrameConnection> clientConnections() {
        return connections(false);
    }

    /** Closes all connections; no session is kept. */
    public void closeConnections() {
        connections(false)
                .forEach(frameConnection -> frameConnection.close("the daemon is stopping"));
        connections(true)
                .forEach(frameConnection -> frameConnection.close("the daemon is stopping"));
    }

    private List<FrameConnection> connections(boolean workers) {
        List<FrameConnection> list = new ArrayList<>();
        for (Session session : sessions.values()) {
            FrameConnection frameConnection = session.frameConnection();
            if (frameConnection != null && session.isWorker() == workers) {
                list.add(frameConnection);
            }
        }
        return list;
    }

    // ---- Effects

    public void accept(Effect.Accept accept) {
        Session session = sessions.get(accept.session());
        if (session != null && session.isHeard(accept)) {
            session.accepted(accept.upTo());
        }
    }

    public void reject(Effect.Reject reject) {
        Session session = sessions.get(reject.session());
        if (session != null) {
            session.rejected(reject.number(), reject.why());
        }
    }

    public void deliver(Effect.Deliver deliver) {
        Session session = sessions.get(deliver.session());
        if (session != null) {
            session.deliver(deliver.deliveries());
        }
    }
}
