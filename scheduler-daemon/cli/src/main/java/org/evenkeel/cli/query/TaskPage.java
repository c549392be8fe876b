package org.evenkeel.cli.query;

import java.util.List;
import org.evenkeel.wire.WireLimits;
import org.evenkeel.wire.proto.TasksAnswer;

/**
 * The first tasks of all nodes' records.
 *
 * @param lines at most as many as were asked for
 * @param more whether more tasks exist, or may exist at a node that named as many as it can
 */
public record TaskPage(List<TaskLine> lines, boolean more) {

    /** What to ask each node for, so that its answer tells whether it has more. */
    public static int limitPerNode(int limit) {
        return Math.clamp(limit + 1L, 1, WireLimits.MAX_TASKS_NAMED);
    }

    /** Makes one of the answers to {@link #limitPerNode}. */
    public static TaskPage of(List<TasksAnswer> nodes, int limit) {
        List<TaskLine> all = TaskLine.list(nodes);
        boolean cut =
                nodes.stream().anyMatch(node -> node.getTasksCount() >= WireLimits.MAX_TASKS_NAMED);
        int shown = Math.clamp(limit, 0, all.size());
        return new TaskPage(all.subList(0, shown), cut || shown < all.size());
    }
}
