package org.evenkeel.kernel;

import java.util.LinkedHashMap;
import java.util.Map;
import org.evenkeel.model.Grant;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.TaskId;
import org.jspecify.annotations.Nullable;

/**
 * The next owners of tasks that this node has passed on: holders that still report a task here are
 * told to report it there. Of very many tasks, the latest are remembered.
 *
 * <p>What comes back is forgotten, or two nodes would name each other as the owner after the task
 * has ended, and its holder would keep a result that neither takes.
 */
final class NextOwners {
    private static final int MAX_TASKS = 100_000;

    /**
     * @param first the grant that it was passed on with
     */
    private record Passed(NodeRef to, Grant first) {}

    private final Map<TaskId, Passed> passed = new LinkedHashMap<>();

    /** Another node owns the task now, and begins with this grant. */
    void passed(TaskId task, Grant first, NodeRef to) {
        passed.put(task, new Passed(to, first));
        if (passed.size() > MAX_TASKS) {
            passed.remove(passed.keySet().iterator().next());
        }
    }

    /**
     * A task has come to this node. It has come back if its grant is later than the one that it was
     * passed on with: an owner before this one that was started anew may pass on once more what the
     * next owner has by now.
     */
    void came(TaskId task, Grant first) {
        Passed known = passed.get(task);
        if (known != null && known.first.compareTo(first) < 0) {
            passed.remove(task);
        }
    }

    /** The node that the task was passed to and from which it has not come back; or null. */
    @Nullable NodeRef of(TaskId task) {
        Passed known = passed.get(task);
        return known == null ? null : known.to;
    }
}
