package org.evenkeel.core;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.evenkeel.model.TaskId;
import org.jspecify.annotations.Nullable;

/** The table of the tasks a node owns, in the order in which they came. */
final class OwnedTasks {
    private final Map<TaskId, OwnedTask> byId = new LinkedHashMap<>();

    /** How many of each session a client has submitted. */
    private final Map<Long, Integer> submitted = new LinkedHashMap<>();

    int size() {
        return byId.size();
    }

    @Nullable OwnedTask get(TaskId id) {
        return byId.get(id);
    }

    void put(OwnedTask task) {
        OwnedTask before = byId.put(task.id(), task);
        if (before != null) {
            count(before, -1);
        }
        count(task, 1);
    }

    void remove(OwnedTask task) {
        if (byId.remove(task.id(), task)) {
            count(task, -1);
        }
    }

    private void count(OwnedTask task, int change) {
        if (!task.task.isSpawned()) {
            submitted.merge(task.session, change, (a, b) -> a + b == 0 ? null : a + b);
        }
    }

    /** How many tasks are here that the client of a session has submitted. */
    int submitted(long session) {
        return submitted.getOrDefault(session, 0);
    }

    Collection<OwnedTask> all() {
        return byId.values();
    }
}
