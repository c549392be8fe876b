package org.evenkeel.cli.ask;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One thing that happened to a task on one node.
 *
 * @param at when, by the node's own clock
 * @param node where
 * @param kind what, as a constant
 * @param words what, for people
 * @param other the other node, empty when there is none
 * @param slot the worker, negative when there is none
 * @param reason why, empty when it speaks for itself
 */
public record StoryLine(
        Instant at,
        String node,
        String kind,
        String words,
        String other,
        long slot,
        String reason) {

    /** All lines of the answers to {@code explain}, in the order of their time. */
    public static List<StoryLine> list(Answers answers) {
        List<StoryLine> lines = new ArrayList<>();
        for (Map<?, ?> answer : answers.nodes()) {
            String node = Answers.text(answer, "node");
            Answers.maps(answer, "story").forEach(fields -> lines.add(of(node, fields)));
        }
        // Stable: what one node wrote at one moment keeps its order.
        lines.sort(Comparator.comparing(StoryLine::at));
        return lines;
    }

    private static StoryLine of(String node, Map<?, ?> fields) {
        return new StoryLine(
                instant(Answers.text(fields, "at")),
                node,
                Answers.text(fields, "kind"),
                Answers.text(fields, "words"),
                Answers.text(fields, "other"),
                fields.get("slot") instanceof Number number ? number.longValue() : -1,
                Answers.text(fields, "reason"));
    }

    private static Instant instant(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeException e) {
            return Instant.EPOCH;
        }
    }

    /** The same as a map, for JSON. */
    public Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("at", at.toString());
        fields.put("node", node);
        fields.put("kind", kind);
        fields.put("words", words);
        fields.put("other", other);
        fields.put("slot", slot);
        fields.put("reason", reason);
        return fields;
    }
}
