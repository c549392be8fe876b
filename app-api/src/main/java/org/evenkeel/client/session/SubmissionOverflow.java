package org.evenkeel.client.session;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Open tasks that the daemon's window has no room for, in the order of their numbers: after a
 * change to a daemon with a smaller window, or spawned where blocking is not permitted.
 */
final class SubmissionOverflow {

    private final Deque<OpenTask> tasks = new ArrayDeque<>();
    private long bytes;
    private volatile int count;

    boolean isEmpty() {
        return count == 0;
    }

    void add(OpenTask task) {
        tasks.addLast(task);
        bytes += task.chargedBytes;
        count = tasks.size();
    }

    /** Whether one with a number up to this waits. */
    boolean hasUpTo(long number) {
        OpenTask first = tasks.peekFirst();
        return first != null && first.number <= number;
    }

    /** The next task that is still wanted and fits; null when there is none. */
    @Nullable OpenTask next(SubmissionWindow submissionWindow, OpenTasks open) {
        while (true) {
            OpenTask first = tasks.peekFirst();
            if (first == null) {
                return null;
            }
            boolean wanted = open.get(first.number) != null;
            if (wanted && submissionWindow.isFullWithout(tasks.size(), bytes, first.chargedBytes)) {
                return null;
            }
            tasks.pollFirst();
            bytes -= first.chargedBytes;
            count = tasks.size();
            if (wanted) {
                return first;
            }
        }
    }

    void clear() {
        tasks.clear();
        bytes = 0;
        count = 0;
    }
}
