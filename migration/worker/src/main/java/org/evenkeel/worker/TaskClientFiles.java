package org.evenkeel.worker;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.evenkeel.client.files.FileReply;
import org.evenkeel.client.files.FileReply.Problem;
import org.evenkeel.client.files.FileRequest;
import org.evenkeel.client.files.FileService;
import org.evenkeel.client.files.PrintPosition;
import org.evenkeel.client.session.FinishedTask.Ticket;
import org.evenkeel.continuations.envelope.Envelope.Printed;

/**
 * The files and the console of one run of a task. Its questions are numbered and asked one after
 * the other, so home can tell one that comes twice, and what is printed stays in order.
 */
final class TaskClientFiles implements FileService {

    /** Of a line that has not ended, bytes. */
    private static final int MOST_WAITING = 16 << 10;

    /** An attempt to print that failed after less is no reason to wait with the next. */
    private static final long SHORT_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** What is printed so long after an attempt that failed is lost at once. */
    private static final long LOST_NANOS = TimeUnit.SECONDS.toNanos(30);

    /** Asks home. */
    interface FileRequests {
        /** Asks, see {@link ClientCallChannel#call}. */
        FileReply ask(Ticket task, long number, FileRequest question, boolean patient)
                throws IOException;
    }

    /** A question of another kind. */
    interface Asked<T> {
        /** Asks it under this number. */
        T ask(long number) throws IOException;
    }

    /** What goes to one of the two streams. */
    private static final class Printing {
        private final ByteArrayOutputStream waiting = new ByteArrayOutputStream(0);
        private long sent;
        private boolean lost;

        /** Whether the last attempt failed: home is not waited for again. */
        private boolean impatient;

        private long notBeforeNanos = System.nanoTime();
    }

    private final FileRequests line;
    private final Ticket task;
    private final ReentrantLock lock = new ReentrantLock(true);
    private final Printing out = new Printing();
    private final Printing err = new Printing();

    /** Threads of the task that have something for home; the one that has the lock is counted. */
    private final AtomicInteger coming = new AtomicInteger();

    private long questions;
    private volatile Runnable wake = () -> {};

    TaskClientFiles(FileRequests line, Ticket task) {
        this.line = line;
        this.task = task;
    }

    private Printing of(boolean error) {
        return error ? err : out;
    }

    @Override
    public FileReply ask(FileRequest question) throws IOException {
        return ask(question, true);
    }

    private FileReply ask(FileRequest question, boolean patient) throws IOException {
        return next(number -> line.ask(task, number, question, patient));
    }

    /** Who is to end a wait of the task when another thread of it has a question. */
    void wakeBy(Runnable waker) {
        wake = waker;
    }

    /** Whether another thread of the task has a question, so that none may be waited for. */
    boolean isCrowded() {
        return coming.get() > 1; // it waits itself
    }

    /** Ends a wait of another thread. */
    private void crowd() {
        if (lock.isLocked() && !lock.isHeldByCurrentThread()) {
            wake.run();
        }
    }

    /** Asks something under the next number. */
    <T> T next(Asked<T> question) throws IOException {
        come();
        try {
            lock.lockInterruptibly();
            try {
                return question.ask(++questions);
            } finally {
                lock.unlock();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException(
                    "the task was asked to stop before it reached its client");
        } finally {
            coming.decrementAndGet();
        }
    }

    /** Counts the thread, then ends a wait of another one, which sees it by then. */
    private void come() {
        coming.incrementAndGet();
        crowd();
    }

    // ---- The console

    @Override
    public void print(boolean error, byte[] bytes, int from, int count) {
        come();
        lock.lock();
        try {
            Printing to = of(error);
            int lines = from + count;
            while (lines > from && bytes[lines - 1] != '\n') {
                lines--;
            }
            to.waiting.write(bytes, from, lines - from);
            if (lines > from) {
                send(error);
            }
            to.waiting.write(bytes, lines, from + count - lines);
            if (to.waiting.size() > MOST_WAITING) {
                send(error);
            }
        } finally {
            lock.unlock();
            coming.decrementAndGet();
        }
    }

    @Override
    public void flush(boolean error) {
        come();
        lock.lock();
        try {
            send(error);
        } finally {
            lock.unlock();
            coming.decrementAndGet();
        }
    }

    @Override
    public boolean hasLost(boolean error) {
        come();
        lock.lock();
        try {
            return of(error).lost;
        } finally {
            lock.unlock();
            coming.decrementAndGet();
        }
    }

    private void send(boolean error) {
        Printing from = of(error);
        byte[] bytes = from.waiting.toByteArray();
        from.waiting.reset();
        for (int at = 0; at < bytes.length; at += FileRequest.MAX_BYTES) {
            byte[] part =
                    Arrays.copyOfRange(
                            bytes, at, Math.min(bytes.length, at + FileRequest.MAX_BYTES));
            if (!send(error, from, part)) {
                return;
            }
        }
    }

    private boolean send(boolean error, Printing from, byte[] part) {
        long begun = System.nanoTime();
        if (begun - from.notBeforeNanos < 0) {
            return false; // as what was lost before it
        }
        try {
            FileReply reply = ask(FileRequest.print(error, from.sent, part), !from.impatient);
            if (reply.problem() == Problem.NONE) {
                from.sent = PrintPosition.after(from.sent, part);
                from.impatient = false;
                return true;
            }
        } catch (IOException e) {
            from.impatient = true;
            long now = System.nanoTime();
            from.notBeforeNanos = now - begun < SHORT_NANOS ? now : now + LOST_NANOS;
        }
        from.lost = true;
        return false;
    }

    /** Sends what was printed; to be called before the task leaves or ends. */
    void flush() {
        flush(false);
        flush(true);
    }

    /** How much was printed and sent. */
    Printed printed() {
        lock.lock();
        try {
            return new Printed(out.sent, err.sent);
        } finally {
            lock.unlock();
        }
    }

    /** The task resumes from a checkpoint. */
    void resumeAt(Printed printed) {
        lock.lock();
        try {
            out.sent = printed.out();
            err.sent = printed.err();
        } finally {
            lock.unlock();
        }
    }
}
