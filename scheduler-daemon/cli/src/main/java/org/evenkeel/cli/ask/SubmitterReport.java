package org.evenkeel.cli.ask;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What one node says of one submitter.
 *
 * @param fields as it said it, with its name
 */
public record SubmitterReport(Map<String, Object> fields) {

    /** By the names of submitters and nodes. */
    public static List<SubmitterReport> list(Answers answers) {
        List<SubmitterReport> all = new ArrayList<>();
        for (Map<?, ?> node : answers.nodes()) {
            for (Map<?, ?> one : Answers.maps(node, "submitters")) {
                Map<String, Object> fields = new LinkedHashMap<>();
                fields.put("node", Answers.text(node, "node"));
                one.forEach((name, value) -> fields.put(String.valueOf(name), value));
                all.add(new SubmitterReport(fields));
            }
        }
        all.sort(
                java.util.Comparator.comparing(SubmitterReport::name)
                        .thenComparing(SubmitterReport::node, Answers.NODE_ORDER));
        return all;
    }

    public String node() {
        return text("node");
    }

    /** As people see it. */
    public String name() {
        return text("submitter").isEmpty() ? "(local)" : text("submitter");
    }

    public String text(String field) {
        return Answers.text(fields, field);
    }

    public boolean has(String field) {
        return fields.containsKey(field);
    }

    public long number(String field) {
        return Answers.number(fields.get(field));
    }
}
