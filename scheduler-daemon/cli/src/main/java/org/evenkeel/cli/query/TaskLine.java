package org.evenkeel.cli.query;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("task", task.getTask());
        fields.put("kind", task.getKind());
        fields.put("node", node);
        fields.put("state", task.getState());
        fields.put("where", task.getWhere());
        fields.put("owner", task.getOwner());
        fields.put("grant", task.getGrant());
        if (task.hasStays()) {
            fields.put("stays", task.getStays());
        }
        return fields;
    }
}
