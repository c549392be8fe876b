package org.evenkeel.worker;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.evenkeel.client.files.FileReply;
import org.evenkeel.client.files.FileReply.Problem;
import org.evenkeel.client.files.FileRequest;
import org.evenkeel.client.files.PublicationPart;
import org.evenkeel.client.session.FinishedTask.Ticket;
import org.evenkeel.model.Grant;

/**
 * Sends the values that tasks of this worker publish to their program, one after the other, from a
 * thread that begins with the first value. No task waits for it: while the program is slow or away,
 * values wait, and the oldest make room for the newest. Those that are left out show by their
 * numbers.
 */
final class PublicationSender {

    /** Of all values that wait, bytes. */
    static final int MAX_WAITING = 4 << 20;

    /** What a value takes beside its content, bytes. */
    private static final int VALUE_BYTES = 64;

    /** How long the end of a task, or its move, waits for its values to be sent. */
    private static final long FLUSH_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** Before a program that is away is tried again; the pauses double. */
    private static final long FIRST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private static final long LONGEST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

    /**
     * A value.
     *
     * @param attempt the grant under which the task began to count
     * @param value encoded; not copied
     */
    record Entry(Ticket task, Grant attempt, long number, byte[] value) {
        private int bytes() {
            return VALUE_BYTES + value.length;
        }
    }

    /** The program. */
    interface Program {
        /** See {@link ClientCallChannel#publish}. */
        FileReply take(Ticket task, long number, PublicationPart part) throws IOException;
    }

    private final Program program;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    // Guarded by the lock.
    private final Deque<Entry> waiting = new ArrayDeque<>();
    private int waitingBytes;

    /** Values of each task that wait or are on their way. */
    private final Map<Ticket, Integer> unsent = new HashMap<>();

    /** Tasks whose values no program takes, and why. */
    private final Map<Ticket, String> refused = new HashMap<>();

    private boolean started;

    /** Before the next attempt; zero unless the program is away. */
    private long pauseNanos;

    private long parts; // of its thread

    PublicationSender(Program program) {
        this.program = program;
    }

    /**
     * Adds a value.
     *
     * @throws UnsupportedOperationException if it is known that no program takes the task's values
     */
    void add(Entry entry) {
        lock.lock();
        try {
            String why = refused.get(entry.task());
            if (why != null) {
                throw new UnsupportedOperationException(why);
            }
            if (!started) {
                started = true;
                Thread.ofPlatform().daemon().name("evenkeel-publish").start(this::live);
            }
            waiting.addLast(entry);
            waitingBytes += entry.bytes();
            unsent.merge(entry.task(), 1, Integer::sum);
            makeRoom();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void makeRoom() {
        while (waitingBytes > MAX_WAITING) {
            Entry oldest = waiting.removeFirst();
            waitingBytes -= oldest.bytes();
            settled(oldest.task());
        }
    }

    private void settled(Ticket task) {
        unsent.computeIfPresent(task, (key, count) -> count == 1 ? null : count - 1);
    }

    /** Waits some seconds until the task's values are sent; not for a program that is away. */
    void flush(Ticket task) {
        lock.lock();
        try {
            long left = FLUSH_NANOS;
            while (unsent.containsKey(task) && pauseNanos == 0 && left > 0) {
                left = changed.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // it is to stop: what is not sent is lost
        } finally {
            lock.unlock();
        }
    }

    /** The task has ended or left: nothing of it is sent any more. */
    void forget(Ticket task) {
        lock.lock();
        try {
            waiting.removeIf(entry -> {
                boolean its = entry.task().equals(task);
                if (its) {
                    waitingBytes -= entry.bytes();
                }
                return its;
            });
            unsent.remove(task);
            refused.remove(task);
        } finally {
            lock.unlock();
        }
    }

    // ---- Its thread

    private void live() {
        try {
            while (true) {
                Entry next = next();
                sent(next, send(next));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // never
        }
    }

    private Entry next() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long left = pauseNanos;
            while (waiting.isEmpty() || left > 0) {
                if (waiting.isEmpty()) {
                    changed.await();
                } else {
                    left = changed.awaitNanos(left);
                }
            }
            Entry next = waiting.removeFirst();
            waitingBytes -= next.bytes();
            return next;
        } finally {
            lock.unlock();
        }
    }

    /** Sends a value in parts; what became of the last part that was sent. */
    private FileReply send(Entry entry) {
        FileReply reply = FileReply.DONE;
        byte[] value = entry.value();
        for (int from = 0;
                from < value.length && reply.problem() == Problem.NONE;
                from += FileRequest.MAX_BYTES) {
            int end = Math.min(value.length, from + FileRequest.MAX_BYTES);
            PublicationPart part =
                    new PublicationPart(
                            entry.attempt(),
                            entry.number(),
                            from,
                            Arrays.copyOfRange(value, from, end),
                            end < value.length);
            try {
                reply = program.take(entry.task(), ++parts, part);
            } catch (IOException | RuntimeException e) {
                reply = FileReply.problem(Problem.AWAY, "" + e.getMessage());
            }
        }
        return reply;
    }

    private void sent(Entry entry, FileReply reply) {
        lock.lock();
        try {
            boolean away = reply.problem() == Problem.AWAY;
            pauseNanos =
                    away ? Math.clamp(2 * pauseNanos, FIRST_PAUSE_NANOS, LONGEST_PAUSE_NANOS) : 0;
            boolean known = unsent.containsKey(entry.task());
            if (known && away) {
                waiting.addFirst(entry);
                waitingBytes += entry.bytes();
                makeRoom();
            } else if (known) {
                settled(entry.task());
            }
            if (known && reply.problem() == Problem.NO_TASK) {
                refused.put(entry.task(), reply.why());
            }
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
