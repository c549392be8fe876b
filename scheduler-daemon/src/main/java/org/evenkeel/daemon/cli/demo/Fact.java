package org.evenkeel.daemon.cli.demo;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Something the demo's program tells: what it is about to do, or what came out.
 *
 * @param name {@code first}, {@code serial} or {@code parallel}, with {@code -done} when it came
 *     out
 */
record Fact(String name, Map<?, ?> fields) {

    static Fact parse(String line) throws IOException {
        if (JSON.std.anyFrom(line) instanceof Map<?, ?> fields) {
            return new Fact(String.valueOf(fields.get("fact")), fields);
        }
        throw new IOException("the demo's program said \"" + line + "\"");
    }

    long number(String field) {
        return fields.get(field) instanceof Number number ? number.longValue() : 0;
    }

    double real(String field) {
        return fields.get(field) instanceof Number number ? number.doubleValue() : 0;
    }

    /** Whether the solutions are those that are known; true when none are known. */
    boolean isCorrect() {
        return number("expected") < 0 || number("solutions") == number("expected");
    }

    /** Ids of tasks by the node that ran them, one for each node. */
    Map<String, String> sampleTasks() {
        Map<String, String> samples = new LinkedHashMap<>();
        if (fields.get("ranAt") instanceof Map<?, ?> nodes) {
            nodes.forEach((node, value) -> {
                if (value instanceof Map<?, ?> map) {
                    samples.put(String.valueOf(node), String.valueOf(map.get("last")));
                }
            });
        }
        return samples;
    }
}
