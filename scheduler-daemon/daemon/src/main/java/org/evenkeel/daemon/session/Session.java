package org.evenkeel.daemon.session;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.daemon.driver.LongTable;
import org.evenkeel.daemon.net.AuthenticatedPeer;
import org.evenkeel.daemon.net.EventLoopTurn;
import org.evenkeel.daemon.net.FrameConnection;
import org.evenkeel.kernel.Effect;
import org.evenkeel.model.JobId;
import org.evenkeel.model.SessionKey;
import org.evenkeel.model.protocol.Delivery;
import org.evenkeel.wire.WireLimits;
import org.evenkeel.wire.WireMapper;
import org.evenkeel.wire.proto.Accepted;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.Ping;
import org.evenkeel.wire.proto.Rejected;
import org.evenkeel.wire.proto.Window;
import org.jspecify.annotations.Nullable;

/**
 * The session of one submitter: a client, or a worker that submits the children of its tasks. A
 * session outlives its connection for a lease. Messages of one turn are written at the end of the
 * turn; what the connection cannot take yet stays here as references.
 */
public final class Session extends EventLoopTurn.Participant {

    /** Rejections told again to a client that returns: it may not have heard the first time. */
    private static final int MAX_REMEMBERED_REJECTIONS = 4096;

    /** More tasks than one process can have submitted and forgotten. */
    private static final long FORGOTTEN_NUMBERS = 1L << 32;

    private final long id;
    private final boolean worker;
    private final EventLoopTurn eventLoopTurn;
    private final String self;
    private final LongTable open = new LongTable();

    private final Deque<Rejected> rejections = new ArrayDeque<>();
    private final Map<JobId, OpenedJob> jobs = new LinkedHashMap<>();

    private List<Delivery> deliveries = new ArrayList<>();
    private int delivered;
    private SessionKey key = SessionKey.NONE;
    private long acceptedUpTo;
    private boolean acceptanceToTell;
    private long lastNumber;
    private boolean recovered;
    private boolean passed;

    /** Whether its client is another process than the one that submitted. */
    private boolean heir;

    /** The process that has passed it on to this one, 0 for none. */
    private long adoptedFrom;

    private boolean kept;
    private final Account account;
    private ClientHello clientHello = ClientHello.WORKER;
    private final Windows.SessionWindow place;
    private int window;
    private long windowBytes;
    private int largestWindow;
    private long largestWindowBytes;
    private int tasksBefore;
    private long bytesBefore;
    private @Nullable FrameConnection frameConnection;

    /** How the connection's frames are read and written; null without one. */
    private @Nullable WireMapper mapper;

    Session(
            long id,
            boolean worker,
            EventLoopTurn eventLoopTurn,
            SubmitterAccounts watch,
            Windows windows) {
        this.id = id;
        this.worker = worker;
        this.eventLoopTurn = eventLoopTurn;
        this.self = watch.self();
        this.account = new Account(watch);
        this.place = windows.open(this);
    }

    Windows.SessionWindow place() {
        return place;
    }

    public long id() {
        return id;
    }

    public boolean isWorker() {
        return worker;
    }

    /** The jobs it has opened and not closed, in their order. */
    Map<JobId, OpenedJob> jobs() {
        return jobs;
    }

    /** Whether it has a job that outlives its client. */
    boolean outlives() {
        return jobs.values().stream().anyMatch(OpenedJob::outlives);
    }

    /** Whether no client is attached and it is kept all the same, for its jobs. */
    boolean isKept() {
        return kept;
    }

    void setKept(boolean now) {
        kept = now;
    }

    /** Whose it is: of who came first; an administrator who attaches later does not take it. */
    void claim(String first) {
        if (account.submitter() == null && !worker) {
            account.claim(first, jobs.size());
        }
    }

    /** What its id is computed from; none of a worker, and of a program of an earlier version. */
    SessionKey key() {
        return key;
    }

    /** Its client has shown it, or the disk kept it. */
    void learn(SessionKey shown) {
        if (!shown.isNone()) {
            key = shown;
        }
    }

    /** Whose it is: the name in a certificate, empty for this machine's user. */
    String submitter() {
        Submitter owner = account.submitter();
        return owner == null ? "" : owner.name();
    }

    /** What it has of its submitter's quotas. */
    Account account() {
        return account;
    }

    /**
     * Whether this speaker may attach to it, and act for it: any client when another node passed it
     * on without a job that is kept, for then nothing but its origin is known.
     */
    boolean isFor(AuthenticatedPeer authenticatedPeer) {
        return account.submitter() == null || authenticatedPeer.mayActFor(submitter());
    }

    /** Whether its client has not come again since. */
    boolean isHeard(Effect.Accept accept) {
        return worker || clientHello.attachment() <= accept.attachment();
    }

    /** Who is or was attached last. */
    ClientHello clientHello() {
        return clientHello;
    }

    /** The highest number that may be a task's. */
    long lastNumber() {
        return lastNumber;
    }

    /** Whether an earlier process of this node had it, and the disk kept it. */
    boolean isRecovered() {
        return recovered;
    }

    /**
     * Whether its client attached to a job of another process, and knows no more of it than this
     * daemon.
     */
    boolean isHeir() {
        return heir;
    }

    boolean isAttached() {
        return frameConnection != null;
    }

    @Nullable FrameConnection frameConnection() {
        return frameConnection;
    }

    // ---- Connection

    /** A connection carries the session from now on. */
    void attach(FrameConnection to, WireMapper with, ClientHello who) {
        heir |= who.takesOver();
        if (who.takesOver()) {
            rejections.clear(); // of tasks that the client of before numbered
        }
        clientHello = who;
        learn(who.key());
        place.forget();
        window = place.tasks();
        windowBytes = place.bytes();
        largestWindow = window;
        largestWindowBytes = windowBytes;
        tasksBefore = open.count();
        bytesBefore = open.total();
        frameConnection = to;
        sendWindow(to);
        mapper = with;
        deliveries = new ArrayList<>();
        delivered = 0;
        for (Rejected rejection : rejections) {
            to.send(Frame.newBuilder().setRejected(rejection).build());
        }
        acceptanceToTell = acceptedUpTo > 0;
        eventLoopTurn.enlist(this);
    }

    /** Its connection is gone; what was to be told is told anew when it returns. */
    void detach() {
        frameConnection = null;
        mapper = null;
        deliveries = new ArrayList<>();
        delivered = 0;
    }

    // ---- Window

    /** Tells what holds from now on; false when that is known, or no client is there. */
    boolean sendWindow(int tasks, long bytes) {
        FrameConnection to = frameConnection;
        if (to == null || window == tasks && windowBytes == bytes) {
            return false;
        }
        window = tasks;
        windowBytes = bytes;
        largestWindow = Math.max(largestWindow, tasks);
        largestWindowBytes = Math.max(largestWindowBytes, bytes);
        sendWindow(to);
        return true;
    }

    private void sendWindow(FrameConnection to) {
        to.send(
                Frame.newBuilder()
                        .setWindow(Window.newBuilder().setTasks(window).setBytes(windowBytes))
                        .build());
    }

    /** Asks for a word that shows that everything before has been heard. */
    void ask(int number) {
        FrameConnection to = frameConnection;
        if (to != null) {
            to.send(Frame.newBuilder().setPing(Ping.newBuilder().setNumber(number)).build());
        }
    }

    /** Tasks up to this number were submitted. */
    void saw(long number) {
        lastNumber = Math.max(lastNumber, number);
    }

    /** A job that the disk kept, with its client's latest attachment. */
    void recover(int attachment) {
        if (attachment > clientHello.attachment()) {
            clientHello = new ClientHello(0, attachment, List.of(), false, SessionKey.NONE);
        }
    }

    /** A task that the disk kept; it counts as open until its outcome is acknowledged. */
    void recover(long number, long payloadBytes, long heldBytes) {
        recovered = true;
        saw(number);
        open.add(number, (int) Math.min(Integer.MAX_VALUE, payloadBytes));
        account.recover(number, heldBytes);
    }

    /** What the disk kept is complete: numbers above were perhaps given and forgotten. */
    void adopted(long fromIncarnation) {
        adoptedFrom = fromIncarnation;
        recovered = true;
    }

    long adoptedFrom() {
        return adoptedFrom;
    }

    /** Another daemon continues with it. */
    void setPassed() {
        passed = true;
    }

    boolean isPassed() {
        return passed;
    }

    void recovered() {
        recovered = true;
        lastNumber += FORGOTTEN_NUMBERS;
    }

    /**
     * Enters a task; says why not when it breaks the window. That is the largest this connection
     * was told, and what was open before it, of which the client may not know that it is here: what
     * left before a smaller one was heard of is not refused, {@link SubmissionCredit} still has
     * room for it.
     */
    @Nullable String enter(long number, long payloadBytes) {
        if (open.contains(number)) {
            return null; // a repeat
        }
        if (open.count() - tasksBefore >= largestWindow) {
            return "the window of " + largestWindow + " open tasks is full";
        }
        boolean more = open.count() > tasksBefore;
        if (more && open.total() - bytesBefore + payloadBytes > largestWindowBytes) {
            return "the window of " + largestWindowBytes + " payload bytes is full";
        }
        open.add(number, (int) Math.min(Integer.MAX_VALUE, payloadBytes));
        return null;
    }

    /** The session has the outcomes of these. */
    void acknowledged(long[] numbers) {
        for (long number : numbers) {
            open.remove(number);
        }
        account.acknowledged(numbers);
        tasksBefore = Math.min(tasksBefore, open.count());
        bytesBefore = Math.min(bytesBefore, open.total());
    }

    /** Its client was elsewhere meanwhile, and submits again what is still open. */
    void submitsAnew() {
        acceptedUpTo = 0; // what had been rejected counted, too
        open.clear();
        account.clear();
    }

    /** It will not come back. */
    void end() {
        place.close();
        account.close(jobs.size());
    }

    int openTasks() {
        return open.count();
    }

    /** Bytes of their payloads that came inside frames. */
    long openBytes() {
        return open.total();
    }

    // ---- What it is told

    void accepted(long upTo) {
        acceptedUpTo = Math.max(acceptedUpTo, upTo);
        acceptanceToTell = true;
        eventLoopTurn.enlist(this);
    }

    void rejected(long number, String why) {
        open.remove(number);
        Rejected rejection =
                Rejected.newBuilder()
                        .setNumber(number)
                        .setReason(
                                why.substring(
                                        0, Math.min(why.length(), WireLimits.MAX_TEXT_LENGTH)))
                        .build();
        if (rejections.size() >= MAX_REMEMBERED_REJECTIONS) {
            rejections.removeFirst();
        }
        rejections.addLast(rejection);
        FrameConnection to = frameConnection;
        if (to != null) {
            to.send(Frame.newBuilder().setRejected(rejection).build());
        }
        account.rejected(number);
    }

    void deliver(List<Delivery> more) {
        account.ended(more);
        if (frameConnection != null) {
            deliveries.addAll(more);
            eventLoopTurn.enlist(this);
        }
    }

    @Override
    protected void endOfTurn() {
        FrameConnection to = frameConnection;
        WireMapper writer = mapper;
        if (to == null || writer == null) {
            return;
        }
        if (acceptanceToTell) {
            acceptanceToTell = false;
            to.send(
                    Frame.newBuilder()
                            .setAccepted(Accepted.newBuilder().setUpTo(acceptedUpTo))
                            .build());
        }
        while (delivered < deliveries.size() && to.isWritable()) {
            int upTo = Math.min(deliveries.size(), delivered + WireLimits.BATCH_TASKS);
            writer.writeOutcomes(deliveries.subList(delivered, upTo), self, to::send);
            delivered = upTo;
        }
        if (delivered == deliveries.size()) {
            deliveries.clear();
            delivered = 0;
        } else if (delivered > deliveries.size() / 2) {
            deliveries = new ArrayList<>(deliveries.subList(delivered, deliveries.size()));
            delivered = 0;
        }
    }

    /** The connection takes more. */
    void onWritable() {
        eventLoopTurn.enlist(this);
    }
}
