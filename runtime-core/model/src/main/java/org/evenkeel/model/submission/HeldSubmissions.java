package org.evenkeel.model.submission;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Open tasks that the daemon's window has no room for, in the order of their numbers: after a
 * change to a daemon with a smaller window, or submitted by a thread that must not block.
 */
final class HeldSubmissions<T extends OpenSubmission> {

    /** Also some that are no longer held, which are skipped. */
    private final Deque<T> tasks = new ArrayDeque<>(0);

    private int count;
    private long bytes;

    boolean isEmpty() {
        return count == 0;
    }

    void add(T task) {
        task.setHeld(true);
        tasks.addLast(task);
        count++;
        bytes += task.bytes();
    }

    /** The task is no longer open, or about to leave. */
    void release(T task) {
        if (task.isHeld()) {
            task.setHeld(false);
            count--;
            bytes -= task.bytes();
        }
    }

    /** Whether one with a number up to this waits. */
    boolean hasUpTo(long number) {
        T first = first();
        return first != null && first.number() <= number;
    }

    /** Takes the next task if it fits; null when there is none that does. */
    @Nullable T next(SubmissionWindow window) {
        T first = first();
        if (first == null || !window.hasRoomBeside(count, bytes, first.bytes())) {
            return null;
        }
        tasks.removeFirst();
        release(first);
        return first;
    }

    private @Nullable T first() {
        T first = tasks.peekFirst();
        while (first != null && !first.isHeld()) {
            tasks.removeFirst();
            first = tasks.peekFirst();
        }
        return first;
    }

    void clear() {
        tasks.forEach(this::release);
        tasks.clear();
    }
}
