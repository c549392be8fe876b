package org.evenkeel.client.session;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.evenkeel.api.TaskRejectedException;

/**
 * The window of open tasks: how many may be open, how many are.
 *
 * <p>Its lock is held for a few instructions only, because the reader thread takes it.
 */
final class SubmissionWindow {

    /** Blocked submitters are woken together when this share (1/n) of the window is free. */
    private static final int WAKE_SHARE = 8;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition freed = lock.newCondition();
    private int windowTasks = 1;
    private long windowBytes = 1;
    private volatile int openTasks;
    private long openBytes;
    private int blocked;
    private boolean closed;

    void setWindow(int tasks, long bytes) {
        lock.lock();
        try {
            windowTasks = Math.max(1, tasks);
            windowBytes = Math.max(1, bytes);
            freed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    int openTasks() {
        return openTasks;
    }

    /**
     * Waits for room and takes it.
     *
     * @throws TaskRejectedException if the thread is interrupted meanwhile
     */
    void take(int bytes) {
        lock.lock();
        try {
            while (!closed && isFull(openTasks, openBytes, bytes)) {
                blocked++;
                try {
                    freed.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new TaskRejectedException(
                            "interrupted while waiting for the submission window of "
                                    + windowTasks
                                    + " open tasks",
                            e);
                } finally {
                    blocked--;
                }
            }
            add(bytes);
        } finally {
            lock.unlock();
        }
    }

    /** Takes room if there is some. */
    boolean tryTake(int bytes) {
        lock.lock();
        try {
            if (isFull(openTasks, openBytes, bytes)) {
                return false;
            }
            add(bytes);
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Takes room that may not be there. */
    void takeAnyway(int bytes) {
        lock.lock();
        try {
            add(bytes);
        } finally {
            lock.unlock();
        }
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // written under the lock
    private void add(int bytes) {
        openTasks++;
        openBytes += bytes;
    }

    /** Whether this many tasks and bytes leave no room for one more. */
    private boolean isFull(int tasks, long bytes, int more) {
        return tasks >= windowTasks || tasks > 0 && bytes + more > windowBytes;
    }

    /** Whether one more would be too much if this many of the open tasks were not. */
    boolean isFullWithout(int tasks, long bytes, int more) {
        lock.lock();
        try {
            return isFull(openTasks - tasks, openBytes - bytes, more);
        } finally {
            lock.unlock();
        }
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // written under the lock
    void give(int tasks, long bytes) {
        lock.lock();
        try {
            openTasks -= tasks;
            openBytes -= bytes;
            if (blocked > 0
                    && openTasks <= windowTasks - Math.max(1, windowTasks / WAKE_SHARE)
                    && openBytes <= windowBytes - windowBytes / WAKE_SHARE) {
                freed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /** No thread waits any more. */
    void close() {
        lock.lock();
        try {
            closed = true;
            freed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
