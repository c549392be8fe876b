package org.evenkeel.session;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.evenkeel.api.ClusterUnavailableException;
import org.evenkeel.api.EvenkeelException;
import org.evenkeel.api.TaskRejectedException;
import org.evenkeel.codec.Encoded;
import org.evenkeel.codec.PayloadCodec;
import org.evenkeel.wire.WireLimits;
import org.evenkeel.wire.proto.BlobChunk;
import org.evenkeel.wire.proto.BlobRequest;
import org.evenkeel.wire.proto.CancelTasks;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.Rejected;
import org.evenkeel.wire.proto.Status;
import org.jspecify.annotations.Nullable;

/**
 * Everything one process has submitted and not yet got back.
 *
 * <p>Numbers are given and tasks are queued under one lock, so that tasks leave in the order of
 * their numbers: the daemon accepts "everything up to". The reader thread never takes that lock,
 * because its holder may be blocked in a write; room in the window has a lock of its own.
 */
public final class Submitter {

    /** Below this many open tasks the submitting thread writes itself. */
    private static final int DIRECT_OPEN = 4;

    /** A blocked submitter is woken when this share of the window (1/n) is free. */
    private static final int WAKE_SHARE = 8;

    private static final int ACK_CHUNK = 1024;

    /** When a task is written. */
    public interface Sending {
        void send(Outbox outbox, OpenTask task, int openTasks);
    }

    private static void sendEager(Outbox outbox, OpenTask task, int openTasks) {
        if (openTasks <= DIRECT_OPEN) {
            outbox.sendNow(task);
        } else {
            outbox.sendLater(task);
        }
    }

    /** How threads wait for tasks to end; a worker parks its slot. */
    public interface Waiting {
        /**
         * Blocks until all have ended, or one if {@code any}; false when the time was over first.
         */
        boolean await(List<? extends OpenTask> tasks, boolean any, long nanos)
                throws InterruptedException;
    }

    /** Where results that are blobs can be read without the link; null content when they cannot. */
    public interface LocalBlobs {
        byte @Nullable [] read(org.evenkeel.model.Digest digest, long size) throws IOException;
    }

    private final long origin;
    private final PayloadCodec codec;
    private final Blobs blobs = new Blobs();
    private final OpenTasks tasks = new OpenTasks();
    private final OutcomeReader outcomes = new OutcomeReader();

    /** Order of numbers and of queueing. */
    private final ReentrantLock order = new ReentrantLock();

    private long lastNumber;
    private volatile @Nullable Outbox outbox;
    private @Nullable EvenkeelException closedWhy;

    /** Room in the window. */
    private final ReentrantLock room = new ReentrantLock();

    private final Condition roomFreed = room.newCondition();
    private int windowTasks = 1;
    private long windowBytes = 1;
    private int openTasks;
    private long openBytes;
    private int blocked;

    private int inlineBytes = WireLimits.MAX_INLINE_BYTES;
    private volatile long acceptedUpTo;
    private volatile @Nullable Thread reader;
    private volatile Waiting waiting = Submitter::awaitByParking;
    private Sending sending = Submitter::sendEager;
    private @Nullable LocalBlobs localBlobs;
    private volatile @Nullable ResultPulls pulls;
    private volatile String attachedNode = "";

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

    /** Names the thread that must never block here. */
    public void setReader(Thread thread) {
        reader = thread;
    }

    public boolean isReader() {
        return Thread.currentThread().equals(reader);
    }

    public int openTasks() {
        room.lock();
        try {
            return openTasks;
        } finally {
            room.unlock();
        }
    }

    // ---- Submitting

    /**
     * Submits; blocks while the window is full.
     *
     * @throws EvenkeelException if it cannot be taken, {@link IllegalStateException} on the reader
     *     thread
     */
    public void submit(OpenTask task, Encoded payload) {
        if (isReader()) {
            throw new IllegalStateException(
                    "a task cannot be submitted on the connection's own thread; "
                            + "do it in whenComplete of toCompletableFuture() instead of onDone");
        }
        takeRoom(payload.size(), true);
        enqueue(task, payload);
    }

    /** Submits if the window has room; false otherwise. */
    public boolean trySubmit(OpenTask task, Encoded payload) {
        if (!takeRoom(payload.size(), false)) {
            return false;
        }
        enqueue(task, payload);
        return true;
    }

    /** Submits without regard to the window: for spawns that may neither block nor run here. */
    public void submitUnbounded(OpenTask task, Encoded payload) {
        room.lock();
        try {
            openTasks++;
            openBytes += payload.size();
        } finally {
            room.unlock();
        }
        enqueue(task, payload);
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

    private void enqueue(OpenTask task, Encoded payload) {
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
                        "closed: " + closedWhy.getMessage(), closedWhy);
            }
            task.number = ++lastNumber;
            tasks.put(task);
            Outbox out = outbox;
            if (out != null) {
                sending.send(out, task, openTasks);
            }
        } finally {
            order.unlock();
        }
    }

    private boolean takeRoom(int bytes, boolean mayBlock) {
        room.lock();
        try {
            while (openTasks >= windowTasks || openTasks > 0 && openBytes + bytes > windowBytes) {
                if (!mayBlock) {
                    return false;
                }
                blocked++;
                try {
                    roomFreed.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new TaskRejectedException(
                            "interrupted while waiting for room among "
                                    + windowTasks
                                    + " open tasks",
                            e);
                } finally {
                    blocked--;
                }
            }
            openTasks++;
            openBytes += bytes;
            return true;
        } finally {
            room.unlock();
        }
    }

    private void giveRoom(int count, long bytes) {
        room.lock();
        try {
            openTasks -= count;
            openBytes -= bytes;
            if (blocked > 0
                    && openTasks <= windowTasks - Math.max(1, windowTasks / WAKE_SHARE)
                    && openBytes <= windowBytes - windowBytes / WAKE_SHARE) {
                roomFreed.signalAll();
            }
        } finally {
            room.unlock();
        }
    }

    private void release(OpenTask task) {
        if (task.blob != null) {
            blobs.release(task.blob);
            task.payload = null;
        }
        giveRoom(1, task.chargedBytes);
    }

    public void setWindow(int count, long bytes) {
        room.lock();
        try {
            windowTasks = Math.max(1, count);
            windowBytes = Math.max(1, bytes);
            roomFreed.signalAll();
        } finally {
            room.unlock();
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

    /** Sends what the daemon does not have and everything from now on over this link. */
    public void attach(Attachment link) {
        order.lock();
        try {
            if (link.inlineBytes() > 0) {
                inlineBytes = Math.min(link.inlineBytes(), WireLimits.MAX_INLINE_BYTES);
            }
            attachedNode = link.node();
            pulls = new ResultPulls(link.outbox());
            List<Outgoing> again = new ArrayList<>();
            for (Frame frame : link.first()) {
                again.add(new Outgoing.Control(frame));
            }
            long accepted = link.resumed() ? acceptedUpTo : 0;
            acceptedUpTo = accepted;
            List<Long> cancelled = new ArrayList<>();
            for (OpenTask task : tasks.all()) {
                if (task.cancelled && (!link.resumed() || task.number > accepted)) {
                    forget(task);
                } else if (task.cancelled) {
                    cancelled.add(task.number);
                } else if (!link.resumed()) {
                    task.epoch++;
                    again.add(task);
                } else if (task.number > accepted) {
                    again.add(task);
                }
            }
            if (!cancelled.isEmpty()) {
                again.add(new Outgoing.Control(cancelFrame(cancelled, "cancelled")));
            }
            link.outbox().sendLater(again);
            outbox = link.outbox();
        } finally {
            order.unlock();
        }
    }

    private void forget(OpenTask task) {
        if (tasks.remove(task.number) != null) {
            release(task);
        }
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
            open = tasks.all();
        } finally {
            order.unlock();
        }
        for (OpenTask task : open) {
            forget(task);
            task.endLocally(why);
        }
    }

    /** Sends a control frame, if there is a link. */
    public void send(Frame frame) {
        order.lock();
        try {
            if (outbox != null) {
                outbox.sendLater(new Outgoing.Control(frame));
            }
        } finally {
            order.unlock();
        }
    }

    // ---- Cancelling

    /**
     * Asks the daemon to stop these; they end here when it says so, unless they have ended before.
     */
    public void cancel(Collection<? extends OpenTask> which, String why) {
        List<Long> numbers = new ArrayList<>();
        for (OpenTask task : which) {
            if (task.equals(tasks.get(task.number))) {
                task.cancelled = true;
                numbers.add(task.number);
            }
        }
        if (!numbers.isEmpty()) {
            send(cancelFrame(numbers, why));
        }
    }

    private static Frame cancelFrame(List<Long> numbers, String why) {
        return Frame.newBuilder()
                .setCancelTasks(CancelTasks.newBuilder().addAllNumbers(numbers).setWhy(why))
                .build();
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

    /** Lets go of a task that somebody else will finish (a tail-called child). */
    public void handOff(OpenTask task) {
        forget(task);
    }

    // ---- What comes back; all on the reader thread

    /** Handles a frame if it is of ours; false otherwise. */
    public boolean handle(byte[] frame, @Nullable Outbox from) throws IOException {
        if (frame.length > 0 && frame[0] == OutcomeReader.TAG) {
            outcomes(frame, from);
            return true;
        }
        return false;
    }

    /** The same for a decoded frame. */
    public boolean handle(Frame frame, Outbox from) {
        switch (frame.getBodyCase()) {
            case ACCEPTED -> acceptedUpTo = Math.max(acceptedUpTo, frame.getAccepted().getUpTo());
            case REJECTED -> rejected(frame.getRejected());
            case BLOB_REQUEST -> asked(frame.getBlobRequest(), from);
            case BLOB_CHUNK -> piece(frame.getBlobChunk());
            case WINDOW -> setWindow(frame.getWindow().getTasks(), frame.getWindow().getBytes());
            default -> {
                return false;
            }
        }
        return true;
    }

    private void asked(BlobRequest request, Outbox from) {
        from.sendLater(new Outgoing.Chunk(blobs, request));
    }

    private void piece(BlobChunk chunk) {
        ResultPulls current = pulls;
        if (current != null) {
            current.chunk(chunk);
        }
    }

    private void rejected(Rejected message) {
        OpenTask task = tasks.remove(message.getNumber());
        if (task != null) {
            release(task);
            task.endLocally(
                    new TaskRejectedException(
                            "task " + task.id() + " was not accepted: " + message.getReason()));
        }
    }

    /** Collects what a frame of outcomes frees, so that locks are taken once a frame. */
    private final class Batch implements OutcomeReader.Sink {
        final @Nullable Outbox from;
        final List<OpenTask> ended = new ArrayList<>();
        long[] acks = new long[ACK_CHUNK];
        int ackCount;
        int freedTasks;
        long freedBytes;

        Batch(@Nullable Outbox from) {
            this.from = from;
        }

        @Override
        public void outcome(OutcomeReader item) {
            if (item.blob != null && isWanted(item)) {
                pull(item);
                return;
            }
            ack(item.number);
            OpenTask task = tasks.remove(item.number);
            if (task == null) {
                return;
            }
            freedTasks++;
            freedBytes += task.chargedBytes;
            if (task.blob != null) {
                blobs.release(task.blob);
            }
            task.endAs(
                    item.status,
                    item.frame,
                    item.payloadOffset,
                    item.payloadLength,
                    item.summary,
                    item.node.isEmpty() ? attachedNode : item.node);
        }

        private boolean isWanted(OutcomeReader item) {
            OpenTask task = tasks.get(item.number);
            return task != null && !task.isDone();
        }

        private void ack(long number) {
            if (ackCount == acks.length) {
                acks = java.util.Arrays.copyOf(acks, 2 * acks.length);
            }
            acks[ackCount++] = number;
        }
    }

    private void outcomes(byte[] frame, @Nullable Outbox from) throws IOException {
        Batch batch = new Batch(from);
        outcomes.read(frame, batch);
        if (batch.freedTasks > 0) {
            giveRoom(batch.freedTasks, batch.freedBytes);
        }
        if (from != null && batch.ackCount > 0) {
            from.ack(batch.acks, batch.ackCount);
        }
    }

    private void pull(OutcomeReader item) {
        OpenTask task = tasks.get(item.number);
        ResultPulls current = pulls;
        org.evenkeel.model.Digest digest = item.blob;
        if (task == null || digest == null || current == null) {
            return;
        }
        Status status = item.status;
        String summary = item.summary;
        String node = item.node.isEmpty() ? attachedNode : item.node;
        long size = item.blobSize;
        ResultPulls.Arrival arrival =
                (content, problem) -> {
                    if (content != null) {
                        finishPulled(
                                task,
                                new OpenTask.Ending(
                                        status, content, 0, content.length, summary, node));
                    } else {
                        finishPulled(
                                task,
                                new OpenTask.Ending(
                                        Status.FAILED, new byte[0], 0, 0, problem, node));
                    }
                };
        LocalBlobs local = localBlobs;
        if (local != null) {
            try {
                byte[] content = local.read(digest, size);
                if (content != null) {
                    arrival.arrived(content, "");
                    return;
                }
            } catch (IOException e) {
                arrival.arrived(null, "its result cannot be read: " + e.getMessage());
                return;
            }
        }
        current.pull(digest, size, arrival);
    }

    private void finishPulled(OpenTask task, OpenTask.Ending ending) {
        if (tasks.remove(task.number) == null) {
            return;
        }
        release(task);
        task.end(ending);
        Outbox out = outbox;
        if (out != null) {
            out.ack(new long[] {task.number}, 1);
        }
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

    /** Waits by parking the calling thread. */
    public static boolean awaitByParking(List<? extends OpenTask> which, boolean any, long nanos)
            throws InterruptedException {
        if (any && which.size() > 1) {
            return AnyOf.await(which, nanos);
        }
        long deadline = nanos == Long.MAX_VALUE ? Long.MAX_VALUE : System.nanoTime() + nanos;
        for (OpenTask task : which) {
            long rest = nanos == Long.MAX_VALUE ? nanos : Math.max(0, deadline - System.nanoTime());
            if (!task.parkUntilEnded(rest)) {
                return false;
            }
        }
        return true;
    }
}
