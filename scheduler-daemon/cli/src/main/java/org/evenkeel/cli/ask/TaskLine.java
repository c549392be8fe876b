package org.evenkeel.cli.ask;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A task in one node's records.
 *
 * @param node whose records
 * @param state READY, RUNNING, ... of the copy there; AWAY when another node has it
 * @param where the node that has it, empty when not known
 * @param grant epoch and number
 * @param deferralReason why it is still there although the node leaves; empty when nothing was said
 */
public record TaskLine(
        String task,
        String kind,
        String node,
        String state,
        String where,
        String owner,
        String grant,
        String deferralReason) {

    /** All lines of the answers to {@code tasks}, node by node. */
    public static List<TaskLine> list(Answers answers) {
        List<TaskLine> lines = new ArrayList<>();
        for (Map<?, ?> answer : answers.nodes()) {
            String node = Answers.text(answer, "node");
            Answers.maps(answer, "tasks").forEach(fields -> lines.add(of(node, fields)));
        }
        return lines;
    }

    private static TaskLine of(String node, Map<?, ?> fields) {
        return new TaskLine(
                Answers.text(fields, "task"),
                Answers.text(fields, "kind"),
                node,
                Answers.text(fields, "state"),
                Answers.text(fields, "where"),
                Answers.text(fields, "owner"),
                Answers.text(fields, "grant"),
                Answers.text(fields, "stays"));
    }

    /** The same as a map, for JSON. */
    public Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("task", task);
        fields.put("kind", kind);
        fields.put("node", node);
        fields.put("state", state);
        fields.put("where", where);
        fields.put("owner", owner);
        fields.put("grant", grant);
        if (!deferralReason.isEmpty()) {
            fields.put("stays", deferralReason);
        }
        return fields;
    }
}
