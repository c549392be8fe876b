package org.evenkeel.cli.ask;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a master says of one scheduling phase.
 *
 * @param fields as it said it, with its name
 */
public record PhaseLine(Map<String, Object> fields) {

    /** By terms and their phases, oldest first. */
    public static List<PhaseLine> list(Answers answers) {
        List<PhaseLine> all = new ArrayList<>();
        for (Map<?, ?> node : answers.nodes()) {
            for (Map<?, ?> one : Answers.maps(node, "phases")) {
                Map<String, Object> fields = new LinkedHashMap<>();
                fields.put("master", Answers.text(node, "node"));
                one.forEach((name, value) -> fields.put(String.valueOf(name), value));
                all.add(new PhaseLine(fields));
            }
        }
        all.sort(
                Comparator.comparingLong((PhaseLine line) -> line.number("term"))
                        .thenComparingLong(line -> line.number("phase")));
        return all;
    }

    /** The nodes that take themselves for the master: one, or two for a moment. */
    public static List<String> masters(Answers answers) {
        List<String> masters = new ArrayList<>();
        for (Map<?, ?> node : answers.nodes()) {
            if (Boolean.TRUE.equals(node.get("master"))) {
                masters.add(Answers.text(node, "node"));
            }
        }
        return masters;
    }

    public String text(String field) {
        return Answers.text(fields, field);
    }

    public long number(String field) {
        return Answers.number(fields.get(field));
    }

    /** A number that need not be whole. */
    public double decimal(String field) {
        return fields.get(field) instanceof Number number ? number.doubleValue() : 0;
    }

    /** The objects in a list of this name. */
    public List<Map<?, ?>> all(String list) {
        return Answers.maps(fields, list);
    }
}
