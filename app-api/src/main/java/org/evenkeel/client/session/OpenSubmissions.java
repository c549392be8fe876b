package org.evenkeel.client.session;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.evenkeel.api.ClusterUnavailableException;
import org.evenkeel.api.EvenkeelException;
import org.evenkeel.api.OutcomeUnknownException;
import org.evenkeel.api.TaskRejectedException;
import org.evenkeel.client.codec.Encoded;
import org.evenkeel.client.codec.PayloadCodec;
import org.evenkeel.model.Digest;
import org.evenkeel.wire.WireLimits;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.Pong;
import org.jspecify.annotations.Nullable;

/**
 * Everything one process has submitted and not yet got back: {@link SubmissionQueue} sees it off,
 * {@link Arrivals} takes what comes back, {@link Resubmission} says what a lost link costs.
 */
public final class OpenSubmissions {

    /** Below this many open tasks the submitting thread writes itself. */
    private static final int DIRECT_OPEN = 4;

    /** When a task is written. */
    public interface Sending {
        void send(LinkWriter linkWriter, OpenTask task, int openTasks);
    }

    /** How threads wait for tasks to end; a worker parks its slot. */
    public interface WaitStrategy {
        /**
         * Blocks until all have ended, or one if {@code any}; false when the time was over first.
         */
        boolean await(List<? extends OpenTask> tasks, boolean any, long nanos)
                throws InterruptedException;
    }

    /** Where results that are blobs can be read without the link; null when they cannot. */
    public interface LocalBlobs {
        byte @Nullable [] read(Digest digest, long size) throws IOException;
    }

    private final long origin;
    private final PayloadCodec codec;
    private final Blobs blobs = new Blobs();
    private final OpenTasks tasks = new OpenTasks();
    private final SubmissionWindow submissionWindow = new SubmissionWindow();
    private final RecentAcks recentAcks = new RecentAcks();
    private final RejectedTasks rejectedTasks = new RejectedTasks();
    private final DelegatedTasks delegatedTasks = new DelegatedTasks();
    private final PendingCancellations pendingCancellations = new PendingCancellations();
    private final AcceptanceWatermark acceptanceWatermark;
    private long acceptedBefore;
    private final AdoptedTasks adoptedTasks;
    private final OutcomeDispatcher outcomeDispatcher =
            new OutcomeDispatcher(this, tasks, recentAcks, rejectedTasks);

    private final SubmissionQueue submissionQueue;
    private volatile int inlineBytes = WireLimits.MAX_INLINE_BYTES;
    private volatile @Nullable Thread reader;
    private volatile @Nullable ResultPulls pulls;
    private volatile boolean left;
    private volatile String attachedNode = "";

    // Set before the first task.
    private WaitStrategy waiting = PlainWaiting::await;
    private boolean waitsPlainly = true;
    private Sending sending = OpenSubmissions::sendEager;
    private LocalBlobs localBlobs = (digest, size) -> null;

    public OpenSubmissions(long origin, PayloadCodec codec) {
        this(origin, codec, 0);
    }

    /**
     * Resumes with a session of another client.
     *
     * @param lastNumber the highest number that client may have given a task
     */
    public OpenSubmissions(long origin, PayloadCodec codec, long lastNumber) {
        this.origin = origin;
        this.codec = codec;
        this.submissionQueue =
                new SubmissionQueue(
                        tasks,
                        submissionWindow,
                        (out, task, open) -> sending.send(out, task, open),
                        lastNumber);
        this.acceptanceWatermark = new AcceptanceWatermark(lastNumber);
        this.adoptedTasks = new AdoptedTasks(lastNumber);
    }

    public long origin() {
        return origin;
    }

    public PayloadCodec codec() {
        return codec;
    }

    public Blobs blobs() {
        return blobs;
    }

    /** Name of the daemon it is attached to. */
    public String attachedNode() {
        return attachedNode;
    }

    @Nullable LinkWriter linkWriter() {
        return submissionQueue.linkWriter();
    }

    @Nullable ResultPulls pulls() {
        return pulls;
    }

    /** Replaces plain parking. */
    public void setWaiting(WaitStrategy how) {
        waiting = how;
        waitsPlainly = false;
    }

    /** Replaces "at once when little is open, by the writer thread otherwise". */
    public void setSending(Sending how) {
        sending = how;
    }

    public void setLocalBlobs(LocalBlobs source) {
        localBlobs = source;
    }

    byte @Nullable [] readLocalBlob(Digest digest, long size) throws IOException {
        return localBlobs.read(digest, size);
    }

    /** Names the thread that must never block here. */
    public void setReader(Thread thread) {
        reader = thread;
    }

    private boolean isReader() {
        return Thread.currentThread().equals(reader);
    }

    public int openTasks() {
        return submissionWindow.openTasks();
    }

    public void setWindow(int count, long bytes) {
        submissionWindow.setWindow(count, bytes);
        drainIfHeldUp();
    }

    // ---- Submitting

    private static void sendEager(LinkWriter linkWriter, OpenTask task, int openTasks) {
        if (openTasks <= DIRECT_OPEN) {
            linkWriter.sendNow(task);
        } else {
            linkWriter.sendLater(task);
        }
    }

    /**
     * Submits; blocks while the window is full.
     *
     * @throws EvenkeelException if it cannot be taken
     * @throws IllegalStateException on the reader thread
     */
    public void submit(OpenTask task, Encoded payload) {
        if (isReader()) {
            throw new IllegalStateException(
                    "a task cannot be submitted on the connection's own thread, which runs "
                            + "onDone callbacks; use toCompletableFuture()");
        }
        submissionWindow.take(payload.size());
        enqueue(task, payload, false);
    }

    /** Submits if the window has room; false otherwise. */
    public boolean trySubmit(OpenTask task, Encoded payload) {
        if (!submissionWindow.tryTake(payload.size())) {
            return false;
        }
        enqueue(task, payload, false);
        return true;
    }

    /** Submits without blocking: what the window has no room for leaves later. */
    public void submitUnbounded(OpenTask task, Encoded payload) {
        boolean full = !submissionWindow.tryTake(payload.size());
        if (full) {
            submissionWindow.takeAnyway(payload.size());
        }
        enqueue(task, payload, full);
    }

    /**
     * Takes over a task that another client of this session submitted; in the order of their
     * numbers, before anything else.
     */
    public void adopt(OpenTask task, long number) {
        adoptedTasks.add(number);
        task.number = number;
        task.adopted = true;
        submissionWindow.takeAnyway(0);
        submissionQueue.adopt(task);
    }

    /** Whether an outcome that no open task waits for is to be acknowledged all the same. */
    boolean isSettled(long number) {
        return !left && adoptedTasks.isOurs(number) && !delegatedTasks.contains(number);
    }

    /** From now on outcomes that no open task waits for are another client's. */
    public void leave() {
        left = true;
    }

    /** A number for a task that runs here at once and is never submitted. */
    public void number(OpenTask task) {
        submissionQueue.number(task);
    }

    private void enqueue(OpenTask task, Encoded payload, boolean full) {
        task.payload = payload;
        task.chargedBytes = payload.size();
        if (payload.size() > inlineBytes) {
            task.blob = Blobs.digestOf(payload);
            blobs.retain(task.blob, payload);
        }
        try {
            submissionQueue.send(task, full);
        } catch (ClusterUnavailableException e) {
            release(task);
            throw e;
        }
    }

    void giveRoom(int count, long bytes) {
        submissionWindow.give(count, bytes);
        drainIfHeldUp();
    }

    private void drainIfHeldUp() {
        if (submissionQueue.isHeldUp()) {
            CompletionThread.run(this::drainOverflow);
        }
    }

    private void drainOverflow() {
        submissionQueue.drain().forEach(this::handOff);
    }

    private void release(OpenTask task) {
        releaseBlob(task);
        giveRoom(1, task.chargedBytes);
    }

    void releaseBlob(OpenTask task) {
        Digest blob = task.blob;
        if (blob != null) {
            blobs.release(blob);
        }
    }

    /**
     * Leaves a tail-called child's outcome to its parent; false when it has ended already. An
     * outcome that still comes is not acknowledged: the daemon would forget it before it hears that
     * the parent is to have it. {@link FrameBatcher} acknowledges it behind that word, and {@link
     * #delegationSent} gives its room to others.
     */
    public boolean delegate(OpenTask child) {
        delegatedTasks.add(child.number);
        return tasks.remove(child.number) != null;
    }

    /** The parent's end, which names this child, is on its way. */
    public void delegationSent(OpenTask child) {
        release(child);
    }

    /** Releases a task that another thread will finish. */
    private void handOff(OpenTask task) {
        if (tasks.remove(task.number) != null) {
            release(task);
        }
    }

    // ---- The link comes and goes

    /**
     * What a fresh link is like.
     *
     * @param sessionContinuity what the daemon has of the session: the rest is sent again
     * @param first frames that go before any task
     * @param returns whether this may be a client that was elsewhere before: it says when all it
     *     had open has left
     */
    public record Attachment(
            LinkWriter linkWriter,
            String node,
            SessionContinuity sessionContinuity,
            int inlineBytes,
            List<Frame> first,
            boolean returns) {}

    /** Sends what the daemon does not have, and everything from now on, over this link. */
    public void attach(Attachment link) {
        if (link.inlineBytes() > 0) {
            inlineBytes = Math.min(link.inlineBytes(), WireLimits.MAX_INLINE_BYTES);
        }
        attachedNode = link.node();
        pulls = new ResultPulls(link.linkWriter());
        List<Outgoing> first = new ArrayList<>();
        link.first().forEach(frame -> first.add(new Outgoing.Control(frame)));
        if (link.sessionContinuity() == SessionContinuity.NEW) {
            recentAcks.clear();
        } else {
            recentAcks.frames().forEach(frame -> first.add(new Outgoing.Control(frame)));
        }
        long acceptedUpTo = acceptanceWatermark.upTo();
        if (link.sessionContinuity() != SessionContinuity.RESUMED) {
            acceptedBefore = Math.max(acceptedBefore, acceptedUpTo);
            acceptanceWatermark.reset();
            pendingCancellations.clear();
        }
        Resubmission what =
                submissionQueue.attach(
                        link.linkWriter(),
                        first,
                        link.returns(),
                        open -> new Resubmission(open, link.sessionContinuity(), acceptedUpTo));
        what.unwanted.forEach(this::handOff);
        what.lost.forEach(this::lose);
        PendingCancellations.frames(what.cancelled, "cancelled").forEach(this::send);
        drainOverflow();
    }

    private void lose(OpenTask task) {
        handOff(task);
        task.endLocally(
                new OutcomeUnknownException(
                        "task "
                                + task.id()
                                + " was submitted by an earlier client, and its daemon was lost; use "
                                + "durability DISK for tasks that must survive this"));
    }

    /** The link is gone; tasks wait for the next one. */
    public void detach() {
        submissionQueue.detach();
    }

    /** Ends every open task for this reason and takes no more. */
    public void close(EvenkeelException why) {
        List<OpenTask> open = submissionQueue.close(why);
        submissionWindow.close();
        for (OpenTask task : open) {
            handOff(task);
            task.endLocally(why);
        }
    }

    /** Sends a control frame, if there is a link. */
    public void send(Frame frame) {
        submissionQueue.send(frame);
    }

    // ---- Cancelling

    /** Asks the daemon to stop these. */
    public void cancel(Collection<? extends OpenTask> which, String why) {
        List<OpenTask> wanted = new ArrayList<>();
        for (OpenTask task : which) {
            if (task.equals(tasks.get(task.number))) {
                task.cancelled = true;
                wanted.add(task);
            }
        }
        pendingCancellations.remember(wanted, acceptanceWatermark.upTo());
        PendingCancellations.frames(wanted, why).forEach(this::send);
    }

    /**
     * Whether an open task was accepted by the daemon of an earlier link and not yet by that of
     * this one. Then a rejection is no answer to who submitted it, only that this daemon is not the
     * one to continue with. For the reader thread.
     */
    public boolean wasAcceptedElsewhere(long number) {
        return number <= acceptedBefore
                && number > acceptanceWatermark.upTo()
                && tasks.get(number) != null;
    }

    private void accepted(long upTo, LinkWriter from) {
        acceptanceWatermark.raise(upTo);
        PendingCancellations.frames(pendingCancellations.accepted(upTo, tasks), "cancelled")
                .forEach(frame -> from.sendLater(new Outgoing.Control(frame)));
    }

    /**
     * Waits until the daemon has accepted every task that is open.
     *
     * @throws ClusterUnavailableException if this is closed before
     * @throws TaskRejectedException if tasks were rejected and {@link #rejectionSeen} was not
     *     called for them; each is told once
     */
    public void awaitAcceptance() throws InterruptedException {
        acceptanceWatermark.await(() -> submissionQueue.closedWhy() != null || isAllAccepted());
        EvenkeelException why = submissionQueue.closedWhy();
        if (why != null) {
            throw new ClusterUnavailableException(
                    "the connection is closed: " + why.getMessage(), why);
        }
        rejectedTasks.tell();
    }

    /** The program has read at its handle that a task was rejected. */
    public void rejectionSeen() {
        rejectedTasks.seen();
    }

    private boolean isAllAccepted() {
        long upTo = acceptanceWatermark.upTo();
        return !submissionQueue.isHeldUp()
                && open().stream().allMatch(task -> task.adopted || task.number <= upTo);
    }

    /** Whether an open task is here without its payload, so that its daemon alone can continue. */
    public boolean hasAdopted() {
        return open().stream().anyMatch(task -> task.adopted);
    }

    /** An open task; null when it has ended, or has not been submitted. Any thread may ask. */
    public @Nullable OpenTask open(long number) {
        return tasks.get(number);
    }

    /** Tasks up to this number have been submitted; to be asked before {@link #open(long)}. */
    public long lastSubmitted() {
        return submissionQueue.entered();
    }

    /** All open tasks, in the order of their numbers. */
    public List<OpenTask> open() {
        return submissionQueue.open();
    }

    // ---- What comes back; all on the reader thread

    /** Handles a frame if it is of the hot path; false otherwise. */
    public boolean handle(byte[] frame, LinkWriter from) throws IOException {
        if (frame.length > 0 && frame[0] == OutcomeReader.TAG) {
            outcomeDispatcher.outcomes(frame, from);
            return true;
        }
        return false;
    }

    /** The same for a decoded frame of another kind. */
    public boolean handle(Frame frame, LinkWriter from) {
        switch (frame.getBodyCase()) {
            case ACCEPTED -> accepted(frame.getAccepted().getUpTo(), from);
            case REJECTED -> outcomeDispatcher.rejected(frame.getRejected());
            case BLOB_REQUEST -> from.sendLater(new Outgoing.Chunk(blobs, frame.getBlobRequest()));
            case BLOB_CHUNK -> outcomeDispatcher.piece(frame.getBlobChunk());
            case WINDOW -> setWindow(frame.getWindow().getTasks(), frame.getWindow().getBytes());
            case PING ->
                    from.sendLater(
                            new Outgoing.Control(
                                    Frame.newBuilder()
                                            .setPong(
                                                    Pong.newBuilder()
                                                            .setNumber(frame.getPing().getNumber()))
                                            .build()));
            default -> {
                return false;
            }
        }
        return true;
    }

    // ---- WaitStrategy for tasks

    /** Blocks as this process waits: plainly, or parking its slot. */
    public boolean await(List<? extends OpenTask> which, boolean any, long nanos)
            throws InterruptedException {
        refuseReader();
        return waiting.await(which, any, nanos);
    }

    /**
     * Whether a thread that waits here has no callback to tell and may block by any other means.
     */
    public boolean waitsPlainly() {
        refuseReader();
        return waitsPlainly;
    }

    private void refuseReader() {
        if (isReader()) {
            throw new IllegalStateException("the connection's own thread must not wait for a task");
        }
    }
}
