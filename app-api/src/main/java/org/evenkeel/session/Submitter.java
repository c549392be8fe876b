package org.evenkeel.session;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.evenkeel.api.ClusterUnavailableException;
import org.evenkeel.api.EvenkeelException;
import org.evenkeel.codec.Encoded;
import org.evenkeel.codec.PayloadCodec;
import org.evenkeel.model.Digest;
import org.evenkeel.wire.WireLimits;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.Pong;
import org.jspecify.annotations.Nullable;

/**
 * Everything one process has submitted and not yet got back.
 *
 * <p>Numbers are given and tasks are queued under one lock, so that tasks leave in the order of
 * their numbers: the daemon accepts "everything up to". The reader thread never takes that lock,
 * because its holder may be blocked in a write.
 */
public final class Submitter {

    /** Below this many open tasks the submitting thread writes itself. */
    private static final int DIRECT_OPEN = 4;

    /** When a task is written. */
    public interface Sending {
        void send(Outbox outbox, OpenTask task, int openTasks);
    }

    /** How threads wait for tasks to end; a worker parks its slot. */
    public interface Waiting {
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
    private final Room room = new Room();
    private final RecentAcks recentAcks = new RecentAcks();
    private final Delegated delegated = new Delegated();
    private final Cancels cancels = new Cancels();
    private final Arrivals arrivals = new Arrivals(this, tasks, recentAcks);

    /** Order of numbers and of queueing; guards what follows. */
    private final ReentrantLock order = new ReentrantLock();

    private final Overflow overflow = new Overflow();
    private long lastNumber;
    private volatile @Nullable Outbox outbox;
    private @Nullable EvenkeelException closedWhy;

    private int inlineBytes = WireLimits.MAX_INLINE_BYTES;
    private volatile long acceptedUpTo;
    private volatile @Nullable Thread reader;
    private volatile @Nullable ResultPulls pulls;
    private volatile String attachedNode = "";

    // Set before the first task.
    private Waiting waiting = PlainWaiting::await;
    private Sending sending = Submitter::sendEager;
    private LocalBlobs localBlobs = (digest, size) -> null;

    public Submitter(long origin, PayloadCodec codec) {
        this.origin = origin;
        this.codec = codec;
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

    @Nullable Outbox outbox() {
        return outbox;
    }

    @Nullable ResultPulls pulls() {
        return pulls;
    }

    /** Replaces plain parking. */
    public void setWaiting(Waiting how) {
        waiting = how;
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
        return room.openTasks();
    }

    public void setWindow(int count, long bytes) {
        room.setWindow(count, bytes);
    }

    // ---- Submitting

    private static void sendEager(Outbox outbox, OpenTask task, int openTasks) {
        if (openTasks <= DIRECT_OPEN) {
            outbox.sendNow(task);
        } else {
            outbox.sendLater(task);
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
                    "a task cannot be submitted on the connection's own thread, where onDone calls back;"
                            + " use toCompletableFuture()");
        }
        room.take(payload.size());
        enqueue(task, payload, false);
    }

    /** Submits if the window has room; false otherwise. */
    public boolean trySubmit(OpenTask task, Encoded payload) {
        if (!room.tryTake(payload.size())) {
            return false;
        }
        enqueue(task, payload, false);
        return true;
    }

    /** Submits without blocking: what the window has no room for leaves later. */
    public void submitUnbounded(OpenTask task, Encoded payload) {
        boolean full = !room.tryTake(payload.size());
        if (full) {
            room.takeAnyway(payload.size());
        }
        enqueue(task, payload, full);
    }

    /** A number for a task that runs here at once and is never submitted. */
    public void number(OpenTask task) {
        order.lock();
        try {
            task.number = ++lastNumber;
        } finally {
            order.unlock();
        }
    }

    private void enqueue(OpenTask task, Encoded payload, boolean full) {
        task.payload = payload;
        task.chargedBytes = payload.size();
        if (payload.size() > inlineBytes) {
            task.blob = Blobs.digestOf(payload);
            blobs.retain(task.blob, payload);
        }
        order.lock();
        try {
            if (closedWhy != null) {
                release(task);
                throw new ClusterUnavailableException(
                        "the connection is closed: " + closedWhy.getMessage(), closedWhy);
            }
            task.number = ++lastNumber;
            tasks.put(task);
            Outbox out = outbox;
            if (full || !overflow.isEmpty()) {
                overflow.add(task);
            } else if (out != null) {
                sending.send(out, task, room.openTasks());
            }
        } finally {
            order.unlock();
        }
    }

    void giveRoom(int count, long bytes) {
        room.give(count, bytes);
        if (!overflow.isEmpty()) {
            Background.run(this::drainOverflow);
        }
    }

    private void drainOverflow() {
        order.lock();
        try {
            Outbox out = outbox;
            if (out != null) {
                for (OpenTask task = overflow.next(room, tasks);
                        task != null;
                        task = overflow.next(room, tasks)) {
                    if (task.cancelled) {
                        handOff(task);
                    } else {
                        out.sendLater(task);
                    }
                }
            }
        } finally {
            order.unlock();
        }
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
        delegated.add(child.number);
        return tasks.remove(child.number) != null;
    }

    /** The parent's end, which names this child, is on its way. */
    public void delegationSent(OpenTask child) {
        release(child);
    }

    boolean isDelegated(long number) {
        return delegated.contains(number);
    }

    /** Lets go of a task that somebody else will finish. */
    private void handOff(OpenTask task) {
        if (tasks.remove(task.number) != null) {
            release(task);
        }
    }

    // ---- The link comes and goes

    /**
     * What a fresh link is like.
     *
     * @param resumed the daemon still has the session: only what it has not accepted is sent again
     * @param first frames that go before any task
     */
    public record Attachment(
            Outbox outbox, String node, boolean resumed, int inlineBytes, List<Frame> first) {}

    /** Sends what the daemon does not have, and everything from now on, over this link. */
    public void attach(Attachment link) {
        order.lock();
        try {
            if (link.inlineBytes() > 0) {
                inlineBytes = Math.min(link.inlineBytes(), WireLimits.MAX_INLINE_BYTES);
            }
            attachedNode = link.node();
            pulls = new ResultPulls(link.outbox());
            List<Outgoing> first = new ArrayList<>();
            link.first().forEach(frame -> first.add(new Outgoing.Control(frame)));
            if (link.resumed()) {
                recentAcks.frames().forEach(frame -> first.add(new Outgoing.Control(frame)));
            } else {
                recentAcks.clear();
                acceptedUpTo = 0;
                cancels.clear();
            }
            link.outbox().sendLater(first);
            sendAgain(link.outbox(), link.resumed());
            outbox = link.outbox();
        } finally {
            order.unlock();
        }
        drainOverflow();
    }

    /**
     * Everything the daemon has not accepted becomes overflow, which leaves as the window permits.
     */
    private void sendAgain(Outbox to, boolean resumed) {
        overflow.clear();
        List<OpenTask> cancelled = new ArrayList<>();
        for (OpenTask task : tasks.all()) {
            boolean unknown = !resumed || task.number > acceptedUpTo;
            if (task.cancelled && unknown) {
                handOff(task);
            } else if (task.cancelled) {
                cancelled.add(task);
            } else if (unknown) {
                if (!resumed) {
                    task.epoch++;
                }
                overflow.add(task);
            }
        }
        Cancels.frames(cancelled, "cancelled")
                .forEach(frame -> to.sendLater(new Outgoing.Control(frame)));
    }

    /** The link is gone; tasks wait for the next one. */
    public void detach() {
        order.lock();
        try {
            outbox = null;
        } finally {
            order.unlock();
        }
    }

    /** Ends every open task for this reason and takes no more. */
    public void close(EvenkeelException why) {
        List<OpenTask> open;
        order.lock();
        try {
            if (closedWhy == null) {
                closedWhy = why;
            }
            outbox = null;
            overflow.clear();
            open = tasks.all();
        } finally {
            order.unlock();
        }
        room.close();
        for (OpenTask task : open) {
            handOff(task);
            task.endLocally(why);
        }
    }

    /** Sends a control frame, if there is a link. */
    public void send(Frame frame) {
        order.lock();
        try {
            Outbox out = outbox;
            if (out != null) {
                out.sendLater(new Outgoing.Control(frame));
            }
        } finally {
            order.unlock();
        }
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
        cancels.told(wanted, acceptedUpTo);
        Cancels.frames(wanted, why).forEach(this::send);
    }

    private void accepted(long upTo, Outbox from) {
        acceptedUpTo = Math.max(acceptedUpTo, upTo);
        Cancels.frames(cancels.accepted(upTo, tasks), "cancelled")
                .forEach(frame -> from.sendLater(new Outgoing.Control(frame)));
    }

    /** All open tasks, in the order of their numbers. */
    public List<OpenTask> open() {
        order.lock();
        try {
            return tasks.all();
        } finally {
            order.unlock();
        }
    }

    // ---- What comes back; all on the reader thread

    /** Handles a frame if it is of the hot path; false otherwise. */
    public boolean handle(byte[] frame, Outbox from) throws IOException {
        if (frame.length > 0 && frame[0] == OutcomeReader.TAG) {
            arrivals.outcomes(frame, from);
            return true;
        }
        return false;
    }

    /** The same for a decoded frame of another kind. */
    public boolean handle(Frame frame, Outbox from) {
        switch (frame.getBodyCase()) {
            case ACCEPTED -> accepted(frame.getAccepted().getUpTo(), from);
            case REJECTED -> arrivals.rejected(frame.getRejected());
            case BLOB_REQUEST -> from.sendLater(new Outgoing.Chunk(blobs, frame.getBlobRequest()));
            case BLOB_CHUNK -> arrivals.piece(frame.getBlobChunk());
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

    // ---- Waiting for tasks

    /** Blocks as this process waits: plainly, or parking its slot. */
    public boolean await(List<? extends OpenTask> which, boolean any, long nanos)
            throws InterruptedException {
        if (isReader()) {
            throw new IllegalStateException("the connection's own thread cannot wait for a task");
        }
        return waiting.await(which, any, nanos);
    }
}
