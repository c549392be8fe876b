package org.evenkeel.cli.query;

import java.util.List;
import java.util.Map;
import org.evenkeel.model.JsonObject;
import org.evenkeel.wire.proto.TasksAnswer;

/**
 * A task in one node's records.
 *
 * @param node whose records
 */
public record TaskLine(String node, TasksAnswer.Task task) {

    /** All lines of the answers to {@code tasks}, node by node. */
    public static List<TaskLine> list(List<TasksAnswer> nodes) {
        return nodes.stream()
                .flatMap(node ->
                        node.getTasksList().stream()
                                .map(task -> new TaskLine(node.getNode(), task)))
                .toList();
    }

    /** The same as a map, for JSON. */
    public Map<String, Object> fields() {
        return new JsonObject()
                .with("task", task.getTask())
                .with("kind", task.getKind())
                .with("node", node)
                .with("state", task.getState())
                .with("where", task.getWhere())
                .with("owner", task.getOwner())
                .with("grant", task.getGrant())
                .withIf(task.hasStays(), "stays", task.getStays());
    }
}
