package org.evenkeel.client.session;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import org.evenkeel.api.ClusterUnavailableException;
import org.evenkeel.api.EvenkeelException;
import org.evenkeel.api.OutcomeUnknownException;
import org.evenkeel.api.TaskRejectedException;
import org.evenkeel.client.codec.Encoded;
import org.evenkeel.client.codec.PayloadCodec;
import org.evenkeel.model.Digest;
import org.evenkeel.model.submission.SubmissionMachine;
import org.evenkeel.wire.WireLimits;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.Pong;
import org.jspecify.annotations.Nullable;

/**
 * Everything one process has submitted and not yet got back. {@link SubmissionMachine} says what
 * leaves and what ends; this has the payloads, the frames, and the threads that wait.
 */
public final class OpenSubmissions {

    /** How a task leaves that was queued at the link, on the thread that submitted it. */
    public interface Sending {
        void send(LinkWriter linkWriter, int openTasks);
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
    private final SubmissionDriver session;
    private final RejectedTasks rejectedTasks = new RejectedTasks();
    private final OutcomeDispatcher outcomeDispatcher = new OutcomeDispatcher(this);
    private volatile int inlineBytes = WireLimits.MAX_INLINE_BYTES;
    private volatile @Nullable Thread reader;
    private volatile @Nullable ResultPulls pulls;
    private volatile String attachedNode = "";

    // Set before the first task.
    private WaitStrategy waiting = PlainWaiting::await;
    private boolean waitsPlainly = true;
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
        this.session = new SubmissionDriver(lastNumber, this::releaseBlob, this::endLost);
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
        session.setSending(how);
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

    // ---- Submitting

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
        submit(task, payload, SubmissionDriver.Room.AWAITED);
    }

    /** Submits if the window has room; false otherwise. */
    public boolean trySubmit(OpenTask task, Encoded payload) {
        return submit(task, payload, SubmissionDriver.Room.IF_FREE);
    }

    /** Submits without blocking: what the window has no room for leaves later. */
    public void submitUnbounded(OpenTask task, Encoded payload) {
        submit(task, payload, SubmissionDriver.Room.NOT_NEEDED);
    }

    private boolean submit(OpenTask task, Encoded payload, SubmissionDriver.Room room) {
        if (payload.size() <= inlineBytes) {
            return session.submit(task, payload, null, room);
        }
        if (room == SubmissionDriver.Room.IF_FREE
                && !session.ask(machine -> machine.hasRoom(payload.size()))) {
            return false; // without computing the name
        }
        Digest blob = Blobs.digestOf(payload);
        blobs.retain(blob, payload);
        boolean submitted = false;
        try {
            submitted = session.submit(task, payload, blob, room);
        } finally {
            if (!submitted) {
                blobs.release(blob);
            }
        }
        return submitted;
    }

    /**
     * Takes over a task that another client of this session submitted; in the order of their
     * numbers, before anything else.
     */
    public void adopt(OpenTask task, long number) {
        session.change(machine -> machine.adopt(task, number));
    }

    /** A number for a task that runs here at once and is never submitted. */
    public void number(OpenTask task) {
        session.change(machine -> machine.number(task));
    }

    /**
     * Leaves a tail-called child's outcome to its parent; false when it has ended already or has
     * not left yet. {@link FrameBatcher} acknowledges the outcome behind the word that gives it to
     * the parent, and {@link #delegationSent} gives the child's room to others.
     */
    public boolean delegate(OpenTask child) {
        return session.ask(machine -> machine.delegate(child));
    }

    /** Whether a task waits for room in the window. */
    public boolean isHeld(OpenTask task) {
        return session.ask(ignored -> task.isHeld());
    }

    /** The parent's end, which names this child, is on its way. */
    public void delegationSent(OpenTask child) {
        releaseBlob(child);
        session.change(machine -> machine.delegationSent(child));
    }

    void releaseBlob(OpenTask task) {
        Digest blob = task.blob;
        if (blob != null) {
            blobs.release(blob);
        }
    }

    // ---- The link comes and goes

    /** Sends what the daemon does not have, and everything from now on, over this link. */
    public void attach(FreshLink link) {
        if (link.inlineBytes() > 0) {
            inlineBytes = Math.min(link.inlineBytes(), WireLimits.MAX_INLINE_BYTES);
        }
        attachedNode = link.node();
        pulls = new ResultPulls(link.linkWriter());
        session.attach(link);
    }

    /** The link is gone; tasks wait for the next one. */
    public void detach() {
        session.detach();
    }

    /** The daemon permits so many open tasks, and so many bytes of their payloads. */
    public void setWindow(int count, long bytes) {
        session.window(count, bytes);
    }

    /** Sends a control frame, if there is a link. */
    public void send(Frame frame) {
        session.send(frame);
    }

    /** From now on outcomes that no open task waits for are another client's. */
    public void leave() {
        session.change(SubmissionMachine::leave);
    }

    /** Ends every open task for this reason and takes no more. */
    public void close(EvenkeelException why) {
        ForEach.run(
                session.close(why),
                task -> {
                    releaseBlob(task);
                    task.endLocally(why);
                });
    }

    private void endLost(OpenTask task) {
        releaseBlob(task);
        task.endLocally(
                new OutcomeUnknownException(
                        ("task %s was submitted by an earlier client, and its daemon was lost; use"
                                        + " durability DISK for tasks that must survive this")
                                .formatted(task.id())));
    }

    // ---- Cancellation and acceptance

    /** Asks the daemon to stop these. */
    public void cancel(Collection<? extends OpenTask> which, String why) {
        session.change(machine -> machine.cancel(which, why));
    }

    /**
     * Whether a rejection of this task is no answer to its submitter; see {@link
     * SubmissionMachine#wasAcceptedElsewhere}.
     */
    public boolean wasAcceptedElsewhere(long number) {
        return session.ask(machine -> machine.wasAcceptedElsewhere(number));
    }

    /**
     * Waits until the daemon has accepted every task that is open.
     *
     * @throws ClusterUnavailableException if this is closed before
     * @throws TaskRejectedException if tasks were rejected and {@link #rejectionSeen} was not
     *     called for them; each is told once
     */
    public void awaitAcceptance() throws InterruptedException {
        session.awaitAcceptance();
        rejectedTasks.tell();
    }

    /** The program has read at its handle that a task was rejected. */
    public void rejectionSeen() {
        rejectedTasks.seen();
    }

    // ---- What is open; any thread may ask

    public int openTasks() {
        return session.ask(SubmissionMachine::openTasks);
    }

    /** Whether an open task is here without its payload, so that its daemon alone can continue. */
    public boolean hasAdopted() {
        return session.ask(SubmissionMachine::hasAdopted);
    }

    /** An open task; null when it has ended, or has not been submitted. */
    public @Nullable OpenTask open(long number) {
        return session.ask(machine -> machine.open(number));
    }

    /** Tasks up to this number have been submitted; to be asked before {@link #open(long)}. */
    public long lastSubmitted() {
        return session.ask(SubmissionMachine::submittedUpTo);
    }

    /** All open tasks, in the order of their numbers. */
    public List<OpenTask> open() {
        return session.ask(machine -> machine.open());
    }

    // ---- What comes back; all on the reader thread

    /** Handles a frame if it is of the hot path; false otherwise. */
    public boolean handle(byte[] frame) throws IOException {
        if (frame.length > 0 && frame[0] == OutcomeReader.TAG) {
            outcomeDispatcher.outcomes(frame);
            return true;
        }
        return false;
    }

    /** The same for a decoded frame of another kind. */
    public boolean handle(Frame frame, LinkWriter from) {
        switch (frame.getBodyCase()) {
            case ACCEPTED ->
                    session.change(machine -> machine.accepted(frame.getAccepted().getUpTo()));
            case REJECTED -> outcomeDispatcher.rejected(frame.getRejected());
            case BLOB_REQUEST -> from.sendLater(new Outgoing.Chunk(blobs, frame.getBlobRequest()));
            case BLOB_CHUNK -> outcomeDispatcher.piece(frame.getBlobChunk());
            case WINDOW -> setWindow(frame.getWindow().getTasks(), frame.getWindow().getBytes());
            case PING -> {
                Pong.Builder pong = Pong.newBuilder().setNumber(frame.getPing().getNumber());
                from.sendLater(new Outgoing.Control(Frame.newBuilder().setPong(pong).build()));
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    /** Takes the tasks out that have ended; {@link #acknowledge} follows. */
    void settle(OutcomeBatch batch) {
        session.change(batch::settle);
    }

    /** The same for a task whose result was pulled; false when it was not open any more. */
    boolean settle(OpenTask task) {
        return session.ask(machine ->
                task.equals(machine.open(task.number())) && machine.outcome(task.number()) != null);
    }

    /** The callbacks of the tasks that were taken out have run. */
    void acknowledge() {
        session.change(SubmissionMachine::acknowledge);
    }

    /** Takes a task out that was rejected; null when it is not open. */
    @Nullable OpenTask takeRejected(long number, String reason) {
        return session.ask(machine -> {
            OpenTask task = machine.rejected(number);
            if (task != null && !task.isCancelRequested()) {
                rejectedTasks.rejected(reason);
            }
            return task;
        });
    }

    // ---- Waiting for tasks

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
