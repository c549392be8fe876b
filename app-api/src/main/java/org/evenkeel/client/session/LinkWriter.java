package org.evenkeel.client.session;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.evenkeel.wire.link.Link;

/**
 * What waits to be written on one link.
 *
 * <p>{@link #sendNow} writes on the calling thread when nothing waits and no thread writes, which
 * saves a change of threads; everything else is taken by one writer thread that puts all it finds
 * into as few frames as it can. The queue holds each open task and each finished one at most once,
 * so the windows of tasks bound it. The reader thread only ever queues: were it to write, both
 * sides could block in a write with no thread reading.
 */
public final class LinkWriter {

    /** Acknowledgements sent at once. */
    private static final int ACK_BATCH = 512;

    /** Longest wait of an acknowledgement for something to travel with, nanoseconds. */
    private static final long ACK_DELAY_NANOS = 20_000_000;

    private final Link link;
    private final FrameBatcher batcher;
    private final Thread writer;

    /** Held while writing; never taken by the reader thread. */
    private final ReentrantLock io = new ReentrantLock();

    private final Object lock = new Object();
    private List<Outgoing> queue = new ArrayList<>();
    private List<Outgoing> spare = new ArrayList<>();
    private long[] acks = new long[ACK_BATCH];
    private int ackCount;
    private boolean writerSleeps;
    private boolean writerSleepsForEver;
    private boolean closed;
    private volatile boolean quiet;
    private volatile long quietSince;

    public LinkWriter(Link link, String threadName) {
        this.link = link;
        this.batcher = new FrameBatcher(link);
        this.writer = Thread.ofPlatform().daemon().name(threadName).unstarted(this::run);
    }

    public void start() {
        writer.start();
    }

    /** Called when the writer thread dies of an error of its own. */
    public void onWriterFailure(Thread.UncaughtExceptionHandler handler) {
        writer.setUncaughtExceptionHandler(handler);
    }

    /**
     * Writes on this thread if that is possible at once, otherwise queues. Not for the reader
     * thread.
     */
    public void sendNow(Outgoing item) {
        if (io.tryLock()) {
            try {
                if (isQueueEmpty()) {
                    writeAll(item);
                    return;
                }
            } finally {
                io.unlock();
            }
        }
        sendLater(item);
    }

    private boolean isQueueEmpty() {
        synchronized (lock) {
            return queue.isEmpty();
        }
    }

    /** Queues for the writer thread; never blocks. */
    public void sendLater(Outgoing item) {
        boolean wake;
        synchronized (lock) {
            if (closed) {
                return;
            }
            queue.add(item);
            wake = writerSleeps;
            awake();
        }
        if (wake) {
            LockSupport.unpark(writer);
        }
    }

    /**
     * Queues without waking the writer: the caller sees to it that {@link #wake}, {@link #flush} or
     * {@link #flushIfOlder} follows soon.
     */
    public void sendQuietly(Outgoing item) {
        synchronized (lock) {
            if (closed) {
                return;
            }
            if (queue.isEmpty()) {
                quietSince = System.nanoTime();
                quiet = true;
            }
            queue.add(item);
        }
    }

    /** Wakes the writer thread if something waits to be written. */
    public void wake() {
        boolean wake;
        synchronized (lock) {
            wake = writerSleeps && !queue.isEmpty();
            if (wake) {
                awake();
            }
        }
        if (wake) {
            LockSupport.unpark(writer);
        }
    }

    /** Writes what was queued quietly if the oldest of it waits for at least this long. */
    public void flushIfOlder(long nanos) {
        if (quiet && System.nanoTime() - quietSince >= nanos) {
            flush();
        }
    }

    /**
     * Writes what waits, on this thread, if no other thread writes; the writer thread does it
     * otherwise. Not for the reader thread.
     */
    public void flushNow() {
        if (io.tryLock()) {
            try {
                flush();
            } finally {
                io.unlock();
            }
        } else {
            wake();
        }
    }

    /** Writes what waits, on this thread. */
    public void flush() {
        flush(List.of());
    }

    /**
     * Writes several on this thread, and whatever waits before them; blocks while another thread
     * writes.
     */
    public void flush(List<? extends Outgoing> items) {
        boolean interrupted = Thread.interrupted(); // it would close the link
        try {
            writeQueue(items);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /**
     * Does this while no thread writes, at once or soon: a thread that is interrupted while it
     * writes closes the link.
     */
    public void whileNobodyWrites(Runnable action) {
        if (io.tryLock()) {
            try {
                action.run();
            } finally {
                io.unlock();
            }
        } else {
            Thread.ofPlatform()
                    .daemon()
                    .name("evenkeel-between-writes")
                    .start(() -> {
                        io.lock();
                        try {
                            action.run();
                        } finally {
                            io.unlock();
                        }
                    });
        }
    }

    /** Notes that these outcomes have come; they are told in batches. */
    public void ack(long[] numbers, int count) {
        boolean wake;
        synchronized (lock) {
            if (closed) {
                return;
            }
            if (acks.length - ackCount < count) {
                acks = java.util.Arrays.copyOf(acks, Math.max(2 * acks.length, ackCount + count));
            }
            System.arraycopy(numbers, 0, acks, ackCount, count);
            ackCount += count;
            wake = ackCount >= ACK_BATCH ? writerSleeps : writerSleepsForEver;
            if (wake) {
                awake();
            }
        }
        if (wake) {
            LockSupport.unpark(writer);
        }
    }

    /** Stops; what waits is dropped. */
    public void close() {
        synchronized (lock) {
            closed = true;
            queue = new ArrayList<>();
        }
        link.close();
        LockSupport.unpark(writer);
    }

    /** Writes what waits, on this thread, then stops. */
    public void closeAfterFlush() {
        flush(List.of());
        close();
    }

    // ---- Writing

    private void writeAll(Outgoing item) {
        try {
            addAcks();
            batcher.add(item);
            batcher.flush();
        } catch (IOException e) {
            link.close();
        }
    }

    /** Writes what waits, then these; false if the link is broken. */
    private boolean writeQueue(List<? extends Outgoing> items) {
        io.lock();
        try {
            List<Outgoing> waiting = takeQueue();
            addAcks();
            for (Outgoing item : waiting) {
                batcher.add(item);
            }
            recycle(waiting);
            for (Outgoing item : items) {
                batcher.add(item);
            }
            batcher.flush();
            return true;
        } catch (IOException e) {
            link.close();
            return false;
        } finally {
            io.unlock();
        }
    }

    private void addAcks() {
        synchronized (lock) {
            if (ackCount > 0) {
                batcher.acks(acks, ackCount);
                ackCount = 0;
            }
        }
    }

    private List<Outgoing> takeQueue() {
        synchronized (lock) {
            List<Outgoing> taken = queue;
            queue = spare;
            spare = new ArrayList<>();
            quiet = false;
            return taken;
        }
    }

    private void recycle(List<Outgoing> taken) {
        if (taken.size() < 1 << 16) {
            taken.clear();
            synchronized (lock) {
                spare = taken;
            }
        }
    }

    private void run() {
        boolean acksDue = false;
        while (true) {
            if (hasWork(acksDue)) {
                if (!writeQueue(List.of())) {
                    return;
                }
                acksDue = false;
            } else {
                Sleep sleep = prepareSleep();
                switch (sleep) {
                    case CLOSED -> {
                        return;
                    }
                    case NO -> acksDue = false;
                    case FOR_EVER -> {
                        LockSupport.park(this);
                        acksDue = false;
                    }
                    case TIMED -> {
                        long begin = System.nanoTime();
                        LockSupport.parkNanos(this, ACK_DELAY_NANOS);
                        acksDue = System.nanoTime() - begin >= ACK_DELAY_NANOS;
                    }
                }
                awake();
            }
        }
    }

    private enum Sleep {
        CLOSED,
        NO,
        TIMED,
        FOR_EVER
    }

    private boolean hasWork(boolean acksDue) {
        synchronized (lock) {
            return !queue.isEmpty() || ackCount >= ACK_BATCH || acksDue && ackCount > 0;
        }
    }

    private Sleep prepareSleep() {
        synchronized (lock) {
            if (closed) {
                return Sleep.CLOSED;
            }
            if (!queue.isEmpty() || ackCount >= ACK_BATCH) {
                return Sleep.NO;
            }
            writerSleeps = true;
            writerSleepsForEver = ackCount == 0;
            return writerSleepsForEver ? Sleep.FOR_EVER : Sleep.TIMED;
        }
    }

    private void awake() {
        synchronized (lock) {
            writerSleeps = false;
            writerSleepsForEver = false;
        }
    }
}
