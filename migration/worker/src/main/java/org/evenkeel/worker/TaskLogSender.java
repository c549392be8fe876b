package org.evenkeel.worker;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.evenkeel.client.files.FileReply;
import org.evenkeel.client.session.FinishedTask.Ticket;
import org.evenkeel.model.LogLevel;
import org.evenkeel.wire.proto.LogLine;
import org.evenkeel.wire.proto.LogPart;

/**
 * Sends the lines that tasks of this worker print to the node that has their job, some at a time
 * and in order, from a thread that begins with the first line. A task that prints faster than that
 * waits; lines that the node cannot be given for half a minute are lost, and a line says how many.
 */
final class TaskLogSender {

    /** A part of a log, about, bytes. */
    private static final int PART_BYTES = 32 << 10;

    /** Of all lines that wait, bytes; then who prints waits. */
    private static final int MAX_WAITING = 256 << 10;

    /** What a line takes beside its text, bytes. */
    private static final int LINE_BYTES = 64;

    /** A line waits so long for others to go with it. */
    private static final long GATHER_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** How long a checkpoint or a result waits for the task's lines to be sent. */
    private static final long FLUSH_NANOS = TimeUnit.SECONDS.toNanos(5);

    /**
     * A line.
     *
     * @param task whose, and the grant under which it runs
     * @param epoch of the grant under which the task began to count its lines
     * @param grant its number
     */
    record Entry(Ticket task, long epoch, int grant, LogLine line) {

        private int bytes() {
            return LINE_BYTES + line.getSerializedSize();
        }
    }

    /** The node that keeps the lines. */
    interface Keeper {
        /** See {@link ClientCallChannel#keep}. */
        FileReply keep(Ticket task, long number, LogPart part, boolean patient) throws IOException;
    }

    /** What became of a part. */
    private enum Sent {
        KEPT,
        /** It cannot be stored. */
        REFUSED,
        /** The node could not be reached. */
        AWAY
    }

    private final Keeper keeper;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    // Guarded by the lock.
    private final Deque<Entry> waiting = new ArrayDeque<>();
    private long waitingBytes;

    /** Lines of each task that wait or are on their way. */
    private final Map<Ticket, Integer> unsent = new HashMap<>();

    /** Lines of each task that were lost since one was sent. */
    private final Map<Ticket, Long> lost = new HashMap<>();

    private int flushing;
    private boolean started;

    /** Whether the last part could not be sent: then nothing waits for lines. */
    private boolean away;

    private long parts; // of its thread

    TaskLogSender(Keeper keeper) {
        this.keeper = keeper;
    }

    /** Adds a line; waits while there are too many. */
    void add(Entry entry) {
        lock.lock();
        try {
            if (!started) {
                started = true;
                Thread.ofPlatform().daemon().name("evenkeel-log").start(this::live);
            }
            if (!hasRoom(entry)) {
                lost.merge(entry.task(), 1L, Long::sum);
                return;
            }
            waiting.add(entry);
            waitingBytes += entry.bytes();
            unsent.merge(entry.task(), 1, Integer::sum);
            if (waiting.size() == 1 || waitingBytes >= PART_BYTES) {
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    private boolean hasRoom(Entry entry) {
        while (waitingBytes + entry.bytes() > MAX_WAITING) {
            if (away) {
                return false;
            }
            try {
                changed.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt(); // the task is to stop
                return false;
            }
        }
        return true;
    }

    /** Waits until none of the task's lines is on its way, for some seconds. */
    void flush(Ticket task) {
        lock.lock();
        try {
            flushing++;
            changed.signalAll();
            long left = FLUSH_NANOS;
            while (unsent.containsKey(task) && !away && left > 0) {
                left = changed.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // it is to stop: its lines go without it
        } finally {
            flushing--;
            lock.unlock();
        }
    }

    /** The task has ended or left. */
    void forget(Ticket task) {
        lock.lock();
        try {
            lost.remove(task);
        } finally {
            lock.unlock();
        }
    }

    /** For tests: what waits. */
    long waitingBytes() {
        lock.lock();
        try {
            return waitingBytes;
        } finally {
            lock.unlock();
        }
    }

    // ---- Its thread

    private void live() {
        try {
            while (true) {
                List<Entry> part = next();
                Sent became = send(part);
                sent(part, became);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // never
        }
    }

    /** The next lines of one task. */
    private List<Entry> next() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (waiting.isEmpty()) {
                changed.await();
            }
            long left = GATHER_NANOS;
            while (left > 0 && flushing == 0 && waitingBytes < PART_BYTES) {
                left = changed.awaitNanos(left);
            }
            List<Entry> part = new ArrayList<>();
            Ticket task = waiting.element().task();
            int bytes = 0;
            for (Entry one = waiting.peek();
                    one != null && one.task().equals(task) && bytes + one.bytes() <= PART_BYTES;
                    one = waiting.peek()) {
                part.add(waiting.remove());
                bytes += one.bytes();
            }
            return part;
        } finally {
            lock.unlock();
        }
    }

    private Sent send(List<Entry> lines) {
        Entry first = lines.getFirst();
        LogPart.Builder part = LogPart.newBuilder().setEpoch(first.epoch()).setGrant(first.grant());
        boolean patient;
        lock.lock();
        try {
            patient = !away;
            Long missing = lost.get(first.task());
            if (missing != null) {
                part.addLines(lost(first.line(), missing));
            }
        } finally {
            lock.unlock();
        }
        lines.forEach(line -> part.addLines(line.line()));
        try {
            FileReply reply = keeper.keep(first.task(), ++parts, part.build(), patient);
            return switch (reply.problem()) {
                case NONE, STALE -> Sent.KEPT; // a copy of the task that was given up is not heard
                case AWAY -> Sent.AWAY;
                default -> Sent.REFUSED;
            };
        } catch (IOException | RuntimeException e) { // who prints must not wait for ever
            return Sent.AWAY;
        }
    }

    /** In the place of the last line that is missing. */
    private static LogLine lost(LogLine next, long missing) {
        String text =
                missing == 1
                        ? "a line is missing here: it could not be stored"
                        : missing + " lines are missing here: they could not be stored";
        return next.toBuilder()
                .setNumber(next.getNumber() - 1)
                .setLevel(LogLevel.LOST.number())
                .setText(text)
                .clearUnfinished()
                .build();
    }

    private void sent(List<Entry> part, Sent became) {
        Ticket task = part.getFirst().task();
        lock.lock();
        try {
            away = became == Sent.AWAY;
            part.forEach(line -> waitingBytes -= line.bytes());
            unsent.computeIfPresent(
                    task, (key, count) -> count == part.size() ? null : count - part.size());
            if (became == Sent.KEPT) {
                lost.remove(task);
            } else {
                lost.merge(task, (long) part.size(), Long::sum);
            }
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
