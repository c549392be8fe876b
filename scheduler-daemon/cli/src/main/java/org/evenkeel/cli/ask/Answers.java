package org.evenkeel.cli.ask;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.daemon.audit.AuditEntry;
import org.jspecify.annotations.Nullable;

/**
 * What nodes answered to a question.
 *
 * @param nodes one object for each node that answered
 * @param silent names of nodes that did not
 */
public record Answers(List<Map<?, ?>> nodes, List<String> silent) {
    /** n10 comes after n9. */
    static final Comparator<String> NODE_ORDER =
            Comparator.<String>comparingInt(String::length)
                    .thenComparing(Comparator.naturalOrder());

    /**
     * Reads the answer of one node, or that of a cluster. What a terminal would obey is written as
     * an escape in all of it: names are what any submitter chose.
     */
    public static Answers parse(String json) throws IOException {
        if (!(printable(JSON.std.anyFrom(json)) instanceof Map<?, ?> answer)) {
            throw new IOException("a daemon answered \"" + json + "\"");
        }
        if (!(answer.get("answers") instanceof List<?>)) {
            return new Answers(List.of(answer), List.of());
        }
        List<String> silent = new ArrayList<>();
        if (answer.get("silent") instanceof List<?> names) {
            names.forEach(name -> silent.add(String.valueOf(name)));
        }
        return new Answers(maps(answer, "answers"), silent);
    }

    private static @Nullable Object printable(@Nullable Object value) {
        return switch (value) {
            case String text -> AuditEntry.printable(text);
            case List<?> list -> {
                List<@Nullable Object> all = new ArrayList<>();
                list.forEach(one -> all.add(printable(one)));
                yield all;
            }
            case Map<?, ?> fields -> {
                Map<@Nullable Object, @Nullable Object> all = new LinkedHashMap<>();
                fields.forEach((name, one) -> all.put(printable(name), printable(one)));
                yield all;
            }
            case null -> null;
            default -> value;
        };
    }

    /** The objects in a list of this name. */
    static List<Map<?, ?>> maps(Map<?, ?> fields, String name) {
        List<Map<?, ?>> maps = new ArrayList<>();
        if (fields.get(name) instanceof List<?> list) {
            for (Object element : list) {
                if (element instanceof Map<?, ?> map) {
                    maps.add(map);
                }
            }
        }
        return maps;
    }

    static String text(Map<?, ?> fields, String name) {
        Object value = fields.get(name);
        return value == null ? "" : value.toString();
    }

    static long number(@Nullable Object value) {
        return value instanceof Number number ? number.longValue() : 0;
    }
}
