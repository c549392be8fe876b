package org.evenkeel.kernel;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.evenkeel.model.TaskId;
import org.jspecify.annotations.Nullable;

/** The table of the tasks a node owns, in the order in which they came. */
final class OwnedTasks {
    private final Map<TaskId, OwnedTask> byId = new LinkedHashMap<>();

    int size() {
        return byId.size();
    }

    @Nullable OwnedTask get(TaskId id) {
        return byId.get(id);
    }

    void put(OwnedTask task) {
        byId.put(task.id(), task);
    }

    void remove(OwnedTask task) {
        byId.remove(task.id(), task);
    }

    Collection<OwnedTask> all() {
        return byId.values();
    }
}
