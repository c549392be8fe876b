package org.evenkeel.examples.program;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What a program found out.
 *
 * @param correct whether the result is what it must be; {@code true} where no check can tell
 * @param lines human-readable
 * @param fields for programs: strings, numbers, booleans, and lists and maps of these
 */
public record Report(boolean correct, List<String> lines, Map<String, Object> fields) {

    /** One without lines and fields, which are then added. */
    public static Report of(boolean correct) {
        return new Report(correct, new ArrayList<>(), new LinkedHashMap<>());
    }

    /** Adds a line, formatted as in English. */
    public Report line(String format, Object... values) {
        lines.add(String.format(Locale.ROOT, format, values));
        return this;
    }

    /** Adds a field. */
    public Report field(String name, Object value) {
        fields.put(name, value);
        return this;
    }
}
