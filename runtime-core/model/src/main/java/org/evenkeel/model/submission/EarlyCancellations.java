package org.evenkeel.model.submission;

import java.util.List;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Open tasks that were cancelled before the daemon accepted them: while a task's code or payload is
 * on its way the daemon does not know the task, so it is told again at the acceptance.
 */
final class EarlyCancellations<T extends OpenSubmission> {
    private final NavigableMap<Long, T> tasks = new TreeMap<>();

    void add(T task) {
        tasks.put(task.number(), task);
    }

    void remove(T task) {
        tasks.remove(task.number());
    }

    /** Takes those up to this number, which the daemon knows now. */
    List<T> takeUpTo(long number) {
        if (tasks.isEmpty()) {
            return List.of();
        }
        SortedMap<Long, T> known = tasks.headMap(number, true);
        List<T> taken = List.copyOf(known.values());
        known.clear();
        return taken;
    }

    void clear() {
        tasks.clear();
    }
}
