package org.evenkeel.client;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.evenkeel.api.ClusterUnavailableException;
import org.evenkeel.api.EvenkeelException;
import org.evenkeel.api.OutcomeUnknownException;
import org.evenkeel.api.TaskCancelledException;
import org.evenkeel.link.Endpoint;
import org.evenkeel.link.Handshake;
import org.evenkeel.link.Link;
import org.evenkeel.session.Outbox;
import org.evenkeel.session.Outgoing;
import org.evenkeel.session.Submitter;
import org.evenkeel.wire.proto.CloseJob;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.NodeRef;
import org.evenkeel.wire.proto.OpenJob;
import org.evenkeel.wire.proto.Recall;
import org.evenkeel.wire.proto.RecallAnswer;
import org.evenkeel.wire.proto.Role;
import org.evenkeel.wire.proto.Serve;
import org.evenkeel.wire.proto.Start;
import org.evenkeel.wire.proto.StopTasks;
import org.evenkeel.wire.proto.Welcome;
import org.jspecify.annotations.Nullable;

/**
 * A client's session with the cluster, over one link at a time.
 *
 * <p>States: {@code CONNECTED -> LOST -> CONNECTED ... -> CLOSED}. The reader thread reads, and
 * when the link is lost it is the one that looks for the next: the same daemon process, which
 * resumes the session, or another, which gets all open tasks anew under a higher epoch.
 */
final class Connection {

    /** First and longest pause between two rounds of attempts, milliseconds. */
    private static final long FIRST_PAUSE_MILLIS = 20;

    private static final long LONGEST_PAUSE_MILLIS = 2_000;

    /** Takes tasks that the daemon starts here. */
    interface Server {
        void started(Start start);

        /** Gives back what has not been begun; the answer goes to the daemon. */
        RecallAnswer recalled(Recall recall);

        void stopped(StopTasks stop);
    }

    private final Discovery discovery;
    private final Submitter submitter;
    private final long reconnectNanos;
    private final Map<Long, String> jobs = new ConcurrentHashMap<>();
    private final Map<Long, Server> servers = new ConcurrentHashMap<>();
    private volatile @Nullable Current current;
    private volatile boolean closed;
    private volatile List<String> members = List.of();

    // Of the reader thread alone.
    private long knownIncarnation;
    private Discovery.@Nullable Candidate lastCandidate;

    /** The link of the moment. */
    private record Current(Link link, Outbox outbox, Endpoint endpoint) {}

    Connection(Discovery discovery, Submitter submitter, long reconnectNanos) {
        this.discovery = discovery;
        this.submitter = submitter;
        this.reconnectNanos = reconnectNanos;
    }

    Submitter submitter() {
        return submitter;
    }

    /**
     * Connects and starts reading.
     *
     * @throws ClusterUnavailableException if no daemon answers
     */
    void open(long job, String jobName) {
        jobs.put(job, jobName);
        List<String> attempts = new ArrayList<>();
        if (!tryAll(attempts)) {
            throw discovery.unavailable(attempts);
        }
        Thread reader = Thread.ofPlatform().daemon().name("evenkeel-reader").unstarted(this::run);
        submitter.setReader(reader);
        reader.start();
    }

    // ---- Jobs

    void openJob(long job, String name) {
        jobs.put(job, name);
        submitter.send(openJobFrame(job, name));
    }

    private static Frame openJobFrame(long job, String name) {
        return Frame.newBuilder()
                .setOpenJob(OpenJob.newBuilder().setJob(job).setName(name))
                .build();
    }

    void closeJob(long job) {
        servers.remove(job);
        if (jobs.remove(job) != null) {
            submitter.send(
                    Frame.newBuilder().setCloseJob(CloseJob.newBuilder().setJob(job)).build());
        }
    }

    void serve(long job, Server server) {
        servers.put(job, server);
        submitter.send(serveFrame(job));
    }

    private static Frame serveFrame(long job) {
        return Frame.newBuilder().setServe(Serve.newBuilder().setJob(job).setSlots(1)).build();
    }

    /** Where results of served tasks go; null while there is no link. */
    @Nullable Outbox outbox() {
        Current now = current;
        return now == null ? null : now.outbox();
    }

    boolean isConnected() {
        return current != null;
    }

    String address() {
        Current now = current;
        return now == null ? "" : now.endpoint().toString();
    }

    List<String> members() {
        return members;
    }

    // ---- Connecting

    private boolean tryAll(List<String> attempts) {
        List<Discovery.Candidate> candidates = new ArrayList<>(discovery.candidates());
        Discovery.Candidate last = lastCandidate;
        if (last != null) {
            candidates.remove(last);
            candidates.addFirst(last);
        }
        for (Discovery.Candidate candidate : candidates) {
            if (closed) {
                return false;
            }
            try {
                connect(candidate);
                return true;
            } catch (IOException | RuntimeException e) {
                attempts.add(candidate.endpoint() + " (" + e.getMessage() + ")");
            }
        }
        return false;
    }

    private void connect(Discovery.Candidate candidate) throws IOException {
        Link link = Link.connect(candidate.endpoint());
        try {
            Welcome welcome =
                    Handshake.speak(
                            link,
                            candidate.secret(),
                            new Handshake.Speaker(
                                    Role.CLIENT, submitter.origin(), knownIncarnation, 0));
            lastCandidate = candidate;
            attach(link, candidate.endpoint(), welcome);
        } catch (IOException | RuntimeException e) {
            link.close();
            throw e;
        }
    }

    private void attach(Link link, Endpoint endpoint, Welcome welcome) {
        boolean resumed = welcome.getResumed() && knownIncarnation != 0;
        knownIncarnation = welcome.getNode().getIncarnation();
        List<String> names = new ArrayList<>();
        for (NodeRef member : welcome.getMembersList()) {
            names.add(member.getName());
        }
        members = List.copyOf(names);
        Outbox outbox = new Outbox(link, "evenkeel-writer");
        if (welcome.getWindow() > 0) {
            submitter.setWindow(
                    welcome.getWindow(),
                    welcome.getWindowBytes() > 0 ? welcome.getWindowBytes() : Long.MAX_VALUE);
        } else {
            submitter.setWindow(DEFAULT_WINDOW, DEFAULT_WINDOW_BYTES);
        }
        List<Frame> first = new ArrayList<>();
        jobs.forEach((job, name) -> first.add(openJobFrame(job, name)));
        servers.keySet().forEach(job -> first.add(serveFrame(job)));
        submitter.attach(
                new Submitter.Attachment(
                        outbox,
                        welcome.getNode().getName(),
                        resumed,
                        welcome.getInlineBytes(),
                        first));
        outbox.start();
        current = new Current(link, outbox, endpoint);
        if (closed) {
            outbox.close();
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
                    submitter.detach();
                    now.outbox().close();
                }
                if (!closed && !reconnect()) {
                    return;
                }
            }
        } catch (RuntimeException | Error e) {
            closed = true;
            submitter.close(new OutcomeUnknownException("the connection's thread failed: " + e, e));
            throw e;
        }
    }

    private void read(Current now) {
        try {
            for (byte[] bytes = now.link().read(); bytes != null; bytes = now.link().read()) {
                if (!submitter.handle(bytes, now.outbox())) {
                    handle(Link.parse(bytes), now.outbox());
                }
            }
        } catch (IOException e) {
            // The link is lost; run() looks for the next one.
        }
    }

    private void handle(Frame frame, Outbox outbox) throws IOException {
        if (submitter.handle(frame, outbox)) {
            return;
        }
        switch (frame.getBodyCase()) {
            case START -> {
                if (frame.getStart().getGroupsCount() > 0) {
                    Server server = servers.get(frame.getStart().getGroups(0).getKind().getJob());
                    if (server != null) {
                        server.started(frame.getStart());
                    }
                }
            }
            case RECALL -> {
                RecallAnswer.Builder answer = RecallAnswer.newBuilder();
                servers.values()
                        .forEach(server -> answer.mergeFrom(server.recalled(frame.getRecall())));
                outbox.sendLater(
                        new Outgoing.Control(Frame.newBuilder().setRecallAnswer(answer).build()));
            }
            case STOP_TASKS ->
                    servers.values().forEach(server -> server.stopped(frame.getStopTasks()));
            case REFUSED -> throw new IOException("refused: " + frame.getRefused().getReason());
            default -> {
                // GoingAway is followed by the end of the link; what is unknown is skipped.
            }
        }
    }

    private boolean reconnect() {
        long begin = System.nanoTime();
        long pause = FIRST_PAUSE_MILLIS;
        while (!closed) {
            List<String> attempts = new ArrayList<>();
            if (tryAll(attempts)) {
                return true;
            }
            if (System.nanoTime() - begin > reconnectNanos) {
                giveUp(attempts);
                return false;
            }
            try {
                TimeUnit.MILLISECONDS.sleep(
                        pause / 2 + ThreadLocalRandom.current().nextLong(pause));
            } catch (InterruptedException e) {
                return false; // close() woke us
            }
            pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS);
        }
        return false;
    }

    private void giveUp(List<String> attempts) {
        closed = true;
        EvenkeelException why =
                new OutcomeUnknownException(
                        "the connection was lost and no daemon was found for %d s: %s"
                                .formatted(
                                        TimeUnit.NANOSECONDS.toSeconds(reconnectNanos),
                                        discovery.unavailable(attempts).getMessage()));
        submitter.close(why);
    }

    /** Ends everything: open tasks end as cancelled. */
    void close() {
        if (closed) {
            return;
        }
        for (Long job : List.copyOf(jobs.keySet())) {
            closeJob(job);
        }
        closed = true;
        submitter.close(new TaskCancelledException("the connection was closed"));
        Current now = current;
        if (now != null) {
            now.outbox().closeAfterFlush();
        }
    }
}
