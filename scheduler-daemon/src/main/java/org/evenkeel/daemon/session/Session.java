package org.evenkeel.daemon.session;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.core.Effect.Delivery;
import org.evenkeel.daemon.drive.LongTable;
import org.evenkeel.daemon.net.Connection;
import org.evenkeel.daemon.net.Speaker;
import org.evenkeel.daemon.net.Turn;
import org.evenkeel.model.JobId;
import org.evenkeel.model.Payload;
import org.evenkeel.wire.WireLimits;
import org.evenkeel.wire.WireMapper;
import org.evenkeel.wire.proto.Accepted;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.Ping;
import org.evenkeel.wire.proto.Rejected;
import org.evenkeel.wire.proto.Window;
import org.jspecify.annotations.Nullable;

/**
 * One submitter of tasks: a client, or a worker for the tasks that its tasks spawn. Outlives its
 * connection for a lease. What it is told in a turn is written at the turn's end; what its
 * connection does not take stays here as references.
 */
public final class Session extends Turn.Participant {

    /** Rejections told again to a client that returns: it may not have heard the first time. */
    private static final int MAX_REMEMBERED_REJECTIONS = 4096;

    /** Refused jobs whose reasons are remembered. */
    private static final int MAX_REFUSED_JOBS = 1_000;

    /** More tasks than one process can have submitted and forgotten. */
    private static final long FORGOTTEN_NUMBERS = 1L << 32;

    private final long id;
    private final boolean worker;
    private final Turn turn;
    private final String self;
    private final LongTable open = new LongTable();

    /** Kept only where the submitter has a quota of tasks or bytes. */
    private final Charges charges = new Charges();

    private final Deque<Rejected> rejections = new ArrayDeque<>();
    private final Map<JobId, OpenedJob> jobs = new LinkedHashMap<>();

    /** Why jobs that its client has opened are none. */
    private final Map<JobId, String> refusedJobs = new LinkedHashMap<>();

    private List<Delivery> deliveries = new ArrayList<>();
    private int delivered;
    private long acceptedUpTo;
    private boolean acceptanceToTell;
    private long lastNumber;
    private boolean recovered;
    private boolean passed;

    /** The process that has passed it on to this one, 0 for none. */
    private long adoptedFrom;

    private boolean kept;
    private final SessionWatch watch;
    private @Nullable Submitter submitter;
    private @Nullable QuotaGate gate;
    private int absences;
    private Arrival arrival = Arrival.WORKER;
    private final Windows.Place place;
    private int window;
    private long windowBytes;
    private int largestWindow;
    private long largestWindowBytes;
    private int tasksBefore;
    private long bytesBefore;
    private @Nullable Connection connection;
    private WireMapper mapper = new WireMapper();

    Session(long id, boolean worker, Turn turn, SessionWatch watch, Windows windows) {
        this.id = id;
        this.worker = worker;
        this.turn = turn;
        this.self = watch.self();
        this.watch = watch;
        this.place = windows.open(this);
    }

    Windows.Place place() {
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

    /** Whether nobody is attached and it is kept all the same, for its jobs. */
    boolean isKept() {
        return kept;
    }

    void setKept(boolean now) {
        kept = now;
    }

    /** Counts how often its client went; tells one absence from the next. */
    int absences() {
        return absences;
    }

    /** Whose it is: of who came first; an administrator who attaches later does not take it. */
    void claim(String first) {
        if (submitter == null && !worker) {
            Submitter entered = watch.submitters().enter(first);
            submitter = entered;
            entered.countJobs(jobs.size());
            entered.add(charges.tasks(), charges.bytes());
        }
    }

    /** Whose it is: the name in a certificate, empty for this machine's user. */
    String submitter() {
        return submitter == null ? "" : submitter.name();
    }

    /** The same with what it has and may have; null for a worker, and as long as nobody came. */
    @Nullable Submitter owner() {
        return submitter;
    }

    /**
     * Whether this speaker may attach to it, and act for it: anybody when another node passed it on
     * without a job that is kept, for then nothing but its origin is known.
     */
    boolean isFor(Speaker speaker) {
        return submitter == null || speaker.mayActFor(submitter.name());
    }

    /** Who is or was attached last. */
    Arrival arrival() {
        return arrival;
    }

    /** The highest number that may be a task's. */
    long lastNumber() {
        return lastNumber;
    }

    /** Whether an earlier process of this node had it, and the disk kept it. */
    boolean isRecovered() {
        return recovered;
    }

    boolean isAttached() {
        return connection != null;
    }

    @Nullable Connection connection() {
        return connection;
    }

    // ---- Connection

    /** A connection carries the session from now on. */
    void attach(Connection to, WireMapper with, Arrival who) {
        if (who.takesOver()) {
            rejections.clear(); // of tasks that the client of before numbered
        }
        arrival = who;
        place.forget();
        window = place.tasks();
        windowBytes = place.bytes();
        largestWindow = window;
        largestWindowBytes = windowBytes;
        tasksBefore = open.count();
        bytesBefore = open.total();
        connection = to;
        sendWindow(to);
        mapper = with;
        deliveries = new ArrayList<>();
        delivered = 0;
        for (Rejected rejection : rejections) {
            to.send(Frame.newBuilder().setRejected(rejection).build());
        }
        acceptanceToTell = acceptedUpTo > 0;
        turn.enlist(this);
    }

    /** Its connection is gone; what was to be told is told anew when it returns. */
    void detach() {
        connection = null;
        absences++;
        deliveries = new ArrayList<>();
        delivered = 0;
    }

    // ---- Window

    /** Tells what holds from now on; false when that is known, or nobody is there. */
    boolean tellWindow(int tasks, long bytes) {
        Connection to = connection;
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

    private void sendWindow(Connection to) {
        to.send(
                Frame.newBuilder()
                        .setWindow(Window.newBuilder().setTasks(window).setBytes(windowBytes))
                        .build());
    }

    /** Asks for a word that shows that everything before has been heard. */
    void ask(int number) {
        Connection to = connection;
        if (to != null) {
            to.send(Frame.newBuilder().setPing(Ping.newBuilder().setNumber(number)).build());
        }
    }

    /** Tasks up to this number were submitted. */
    void saw(long number) {
        lastNumber = Math.max(lastNumber, number);
    }

    /** A task that the disk kept; it counts as open until its outcome is acknowledged. */
    void recover(long number, long payloadBytes, long heldBytes) {
        recovered = true;
        saw(number);
        open.add(number, (int) Math.min(Integer.MAX_VALUE, payloadBytes));
        if (watch.isCounting()) {
            charges.enter(number, heldBytes);
            if (submitter != null) {
                submitter.add(1, heldBytes);
            }
        }
    }

    /** What the disk kept is complete: numbers above were perhaps given and forgotten. */
    void adopted(long fromIncarnation) {
        adoptedFrom = fromIncarnation;
        recovered = true;
    }

    long adoptedFrom() {
        return adoptedFrom;
    }

    /** Another daemon goes on with it. */
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
     * left before a smaller one was heard of is not refused, {@link Credit} still has room for it.
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
            if (charges.hasEnded(number)) {
                refund(number);
            }
        }
        freed();
        tasksBefore = Math.min(tasksBefore, open.count());
        bytesBefore = Math.min(bytesBefore, open.total());
    }

    /** Its client was elsewhere meanwhile, and submits again what is still open. */
    void submitsAnew() {
        open.clear();
        refundAll();
    }

    // ---- Quota

    /** Its submitter, where its tasks are to be counted one by one. */
    @Nullable Submitter countedSubmitter() {
        Submitter counted = submitter;
        return counted != null && counted.isCounted() ? counted : null;
    }

    /** Its tasks are to be rejected, with this reason. */
    void refuseJob(JobId job, String why) {
        if (refusedJobs.size() < MAX_REFUSED_JOBS || refusedJobs.containsKey(job)) {
            refusedJobs.put(job, why);
        }
    }

    void permitJob(JobId job) {
        refusedJobs.remove(job);
    }

    /** Why no task of this job is taken, null when they are. */
    @Nullable String refusalOf(JobId job) {
        return refusedJobs.isEmpty() ? null : refusedJobs.get(job);
    }

    /**
     * Whether a task of this job may come: by the job the core knows whose processors it uses, and
     * jobs are counted when they are opened, so that who has a quota of either opens its jobs.
     */
    boolean mayBring(JobId job) {
        Submitter limited = submitter;
        return limited == null
                || limited.limits().quota().processors() == 0
                        && limited.limits().quota().jobs() == 0
                || jobs.containsKey(job);
    }

    /** Where its connection's tasks wait for room. */
    void waitsAt(QuotaGate at) {
        gate = at;
    }

    /** A job of it ended. */
    void jobEnded(JobId job) {
        QuotaGate waiting = gate;
        if (waiting != null) {
            waiting.jobEnded(job);
        }
    }

    /** Counts a task against its submitter's quota; false when there is no room. */
    boolean charge(long number, long payloadBytes) {
        Submitter counted = countedSubmitter();
        if (counted == null || charges.contains(number)) {
            return true;
        }
        boolean room = counted.take(payloadBytes);
        if (room) {
            charges.enter(number, payloadBytes);
        }
        return room;
    }

    /** A task of it has to wait for room. */
    void waits(long payloadBytes) {
        Submitter counted = countedSubmitter();
        if (counted != null) {
            watch.quotaReached(this, counted, "tasks wait: " + counted.reached(payloadBytes));
        }
    }

    private void refund(long number) {
        long size = charges.remove(number);
        if (size >= 0 && submitter != null) {
            submitter.add(-1, -size);
        }
    }

    private void refundAll() {
        Submitter counted = submitter;
        if (counted != null) {
            counted.add(-charges.tasks(), -charges.bytes());
        }
        charges.clear();
        freed();
    }

    private void freed() {
        if (submitter != null) {
            submitter.freed();
        }
    }

    /** It will not come back. */
    void end() {
        Submitter counted = submitter;
        place.close();
        if (counted != null) {
            counted.countJobs(-jobs.size());
            refundAll();
            watch.submitters().leave(counted);
        }
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
        turn.enlist(this);
    }

    void rejected(long number, String why) {
        open.remove(number);
        refund(number);
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
        Connection to = connection;
        if (to != null) {
            to.send(Frame.newBuilder().setRejected(rejection).build());
        }
        freed();
    }

    void deliver(List<Delivery> more) {
        Submitter counted = countedSubmitter();
        if (counted != null) {
            for (Delivery one : more) {
                Payload result = one.outcome().payload();
                long bytes = result == null ? 0 : result.sizeBytes();
                counted.add(0, charges.end(one.number(), bytes));
            }
            freed();
        }
        if (connection != null) {
            deliveries.addAll(more);
            turn.enlist(this);
        }
    }

    @Override
    protected void endOfTurn() {
        Connection to = connection;
        if (to == null) {
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
            mapper.writeOutcomes(deliveries.subList(delivered, upTo), self, to::send);
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
        turn.enlist(this);
    }
}
