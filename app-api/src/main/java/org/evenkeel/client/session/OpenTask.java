package org.evenkeel.client.session;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.evenkeel.api.EvenkeelException;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.client.codec.Encoded;
import org.evenkeel.client.codec.Noted;
import org.evenkeel.model.Digest;
import org.evenkeel.model.Ids;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.submission.OpenSubmission;
import org.evenkeel.wire.proto.Status;
import org.jspecify.annotations.Nullable;

/**
 * One submitted task, its payload until it ends, its outcome afterwards.
 *
 * <p>States: {@code OPEN -> ENDING -> ENDED}. Whoever takes it from OPEN writes the outcome, alone;
 * ENDED publishes it. Waiters are a stack that is swapped for a mark when the task has ended.
 */
public abstract non-sealed class OpenTask extends OpenSubmission implements Outgoing {

    private static final int OPEN = 0;
    private static final int ENDING = 1;
    private static final int ENDED = 2;

    private static final byte[] NOTHING = {};

    private static final VarHandle STATE;
    private static final VarHandle WAITERS;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            STATE = lookup.findVarHandle(OpenTask.class, "state", int.class);
            WAITERS = lookup.findVarHandle(OpenTask.class, "waiters", Waiter.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Called once when the task has ended, on the thread that ended it. */
    @FunctionalInterface
    public interface Listener {
        void ended(OpenTask task);
    }

    /**
     * The tasks of handles.
     *
     * @param maker in the error: what can have made the handles
     * @throws IllegalArgumentException if something else has made one
     */
    public static List<OpenTask> of(Collection<? extends TaskHandle<?>> handles, String maker) {
        List<OpenTask> tasks = new ArrayList<>(handles.size());
        for (TaskHandle<?> handle : handles) {
            if (!(handle instanceof OpenTask task)) {
                throw new IllegalArgumentException(handle + " is not a handle of this " + maker);
            }
            tasks.add(task);
        }
        return tasks;
    }

    /** One link of the stack of waiters. */
    private static final class Waiter implements Listener {
        private static final Waiter GONE = new Waiter(task -> {});

        private final Listener listener;
        private @Nullable Waiter next;

        Waiter(Listener listener) {
            this.listener = listener;
        }

        @Override
        public void ended(OpenTask task) {
            listener.ended(task);
        }
    }

    private final OpenSubmissions openSubmissions;
    final Kind kind;
    final long parentOrigin;
    final long parentNumber;
    final long weight;

    /** When the program submitted it, nanoseconds; 0 for a task without a deadline. */
    private final long submittedNanos;

    // Written under the lock of its session before the task can be seen by others.
    @Nullable Encoded payload;
    @Nullable Digest blob;

    private volatile int state;
    private volatile @Nullable Waiter waiters;

    // The outcome; read after ENDED only.
    private Status status = Status.UNRECOGNIZED;
    private byte[] result = NOTHING;
    private int resultOffset;
    private int resultLength;
    private byte[] note = Noted.NONE;
    private String summary = "";
    private String node = "";
    private @Nullable EvenkeelException local;

    protected OpenTask(
            OpenSubmissions openSubmissions,
            Kind kind,
            FinishedTask.@Nullable Ticket parent,
            long weight) {
        super(kind.isOnDisk());
        this.openSubmissions = openSubmissions;
        this.kind = kind;
        this.parentOrigin = parent == null ? 0 : parent.origin();
        this.parentNumber = parent == null ? 0 : parent.number();
        this.weight = weight;
        this.submittedNanos = kind.deadlineNanos() == 0 ? 0 : System.nanoTime();
    }

    /** How long ago the program submitted it; 0 for a task without a deadline. */
    public final long waitedNanos() {
        return kind.deadlineNanos() == 0 ? 0 : System.nanoTime() - submittedNanos;
    }

    public final OpenSubmissions openSubmissions() {
        return openSubmissions;
    }

    public final Kind kind() {
        return kind;
    }

    /** The id as people read it. */
    public final String id() {
        return Ids.text(openSubmissions.origin()) + "-" + number();
    }

    /** The same for a computation. */
    public final TaskId taskId() {
        return new TaskId(openSubmissions.origin(), number());
    }

    /** Its share of the job's work, as its submitter said. */
    public final long weight() {
        return weight;
    }

    /** Whether this task spawned it. */
    public final boolean isChildOf(FinishedTask.Ticket task) {
        return parentOrigin == task.origin() && parentNumber == task.number();
    }

    /** Its payload while it is open; null when it has ended, or is just about to. */
    protected final @Nullable Encoded openPayload() {
        return isDone() ? null : payload;
    }

    /** Whether its payload travels as a blob. */
    public final boolean isBlob() {
        return blob != null;
    }

    public final boolean isDone() {
        return state == ENDED;
    }

    // ---- Ending

    /** How a task ended, as the daemon said. */
    public record Ending(
            Status status, byte[] bytes, int offset, int length, String summary, String node) {}

    /** Ends the task; false when it had ended before. */
    public final boolean end(Ending ending) {
        if (!STATE.compareAndSet(this, OPEN, ENDING)) {
            return false;
        }
        status = ending.status();
        setResult(ending.bytes(), ending.offset(), ending.length());
        summary = ending.summary();
        node = ending.node();
        finishEnding();
        return true;
    }

    /** The same for an item of a frame, without an object in between. */
    final void end(OutcomeBatch.Item item, String ranOn) {
        if (STATE.compareAndSet(this, OPEN, ENDING)) {
            status = item.status;
            setResult(item.frame, item.payloadOffset, item.payloadLength);
            summary = item.summary;
            node = ranOn;
            finishEnding();
        }
    }

    private void setResult(byte[] bytes, int offset, int length) {
        result = bytes;
        resultOffset = offset;
        resultLength = length;
        note = Noted.note(bytes, offset, length);
    }

    /** Ends the task for a reason that lies on this side; false when it had ended before. */
    public final boolean endLocally(EvenkeelException why) {
        if (!STATE.compareAndSet(this, OPEN, ENDING)) {
            return false;
        }
        local = why;
        finishEnding();
        return true;
    }

    private void finishEnding() {
        state = ENDED;
        Waiter first = (Waiter) WAITERS.getAndSet(this, Waiter.GONE);
        Waiter ordered = null;
        while (first != null) {
            Waiter next = first.next;
            first.next = ordered;
            ordered = first;
            first = next;
        }
        for (Waiter w = ordered; w != null; w = w.next) {
            w.ended(this);
        }
    }

    /** Calls the listener when the task has ended, at once if it has. */
    public final void whenEnded(Listener listener) {
        Waiter waiter = new Waiter(listener);
        while (true) {
            Waiter first = waiters;
            if (first == Waiter.GONE) {
                listener.ended(this);
                return;
            }
            waiter.next = first;
            if (WAITERS.compareAndSet(this, first, waiter)) {
                return;
            }
        }
    }

    // ---- Waiting

    /**
     * Blocks the calling thread until the task has ended or the time is over.
     *
     * @param nanos longest wait, {@link Long#MAX_VALUE} for no limit
     * @return whether the task has ended
     */
    final boolean parkUntilEnded(long nanos) throws InterruptedException {
        if (isDone()) {
            return true;
        }
        Thread me = Thread.currentThread();
        whenEnded(task -> LockSupport.unpark(me));
        long deadline = nanos == Long.MAX_VALUE ? 0 : System.nanoTime() + nanos;
        while (!isDone()) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            if (nanos == Long.MAX_VALUE) {
                LockSupport.park(this);
            } else {
                long rest = deadline - System.nanoTime();
                if (rest <= 0) {
                    return false;
                }
                LockSupport.parkNanos(this, rest);
            }
        }
        return true;
    }

    // ---- The outcome, after the end

    protected final Status status() {
        return status;
    }

    protected final byte[] resultBytes() {
        return result;
    }

    protected final int resultOffset() {
        return resultOffset;
    }

    protected final int resultLength() {
        return resultLength;
    }

    /** What the observer of its last run has sent back; empty for nothing. */
    protected final byte[] note() {
        return note;
    }

    protected final String summary() {
        return summary;
    }

    protected final String node() {
        return node;
    }

    /** Why it ended on this side; null when the daemon said so. */
    protected final @Nullable EvenkeelException localFailure() {
        return local;
    }

    /** Releases the encoded result once it has been decoded. */
    protected final void dropResultBytes() {
        result = NOTHING;
        resultLength = 0;
    }
}
