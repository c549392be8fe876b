package org.evenkeel.daemon.journal;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.evenkeel.model.JournalRecord;

/**
 * Records on their way to the journal's thread. When it is full the giver waits: nothing it could
 * do meanwhile would be durable anyway.
 */
final class RecordQueue {

    /** Records that may wait; a single list may go above it. */
    static final int MAX_WAITING = 65_536;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Deque<JournalRecord> records = new ArrayDeque<>();
    private boolean ended;

    /** Adds them all; false when no thread takes any more. */
    boolean put(List<JournalRecord> more) {
        lock.lock();
        try {
            while (!ended && records.size() >= MAX_WAITING) {
                changed.awaitUninterruptibly();
            }
            if (ended) {
                return false;
            }
            records.addAll(more);
            changed.signalAll();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Takes all that wait; waits so long for the first, then returns none. */
    List<JournalRecord> take(long waitNanos) throws InterruptedException {
        lock.lock();
        try {
            long rest = waitNanos;
            while (records.isEmpty() && !ended && rest > 0) {
                rest = changed.awaitNanos(rest);
            }
            List<JournalRecord> taken = new ArrayList<>(records);
            records.clear();
            changed.signalAll();
            return taken;
        } finally {
            lock.unlock();
        }
    }

    /** Nothing more comes. */
    void end() {
        lock.lock();
        try {
            ended = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Whether nothing more comes and all is taken. */
    boolean isDrained() {
        lock.lock();
        try {
            return ended && records.isEmpty();
        } finally {
            lock.unlock();
        }
    }
}
