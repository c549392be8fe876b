package org.evenkeel.model;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * A choice as written in a configuration: {@code hybrid}, {@code hybrid(fit=best,announce=eager)}
 * or {@code mesh(4x4)}.
 *
 * @param name what is chosen
 * @param arguments values without a key, in the order written
 * @param options values by key, in the order written
 */
public record NameWithOptions(
        String name, List<String> arguments, SequencedMap<String, String> options) {

    /** Longest permitted text, in characters. */
    public static final int MAX_LENGTH = 1000;

    public NameWithOptions {
        arguments = List.copyOf(arguments);
        options = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(options));
    }

    /**
     * Reads what {@link #toString()} writes; blanks around words do not matter.
     *
     * @throws IllegalArgumentException if the text has another shape
     */
    public static NameWithOptions parse(String text) {
        String trimmed = text.strip();
        if (trimmed.length() > MAX_LENGTH) {
            throw new IllegalArgumentException(
                    "a choice has at most " + MAX_LENGTH + " characters, not " + trimmed.length());
        }
        int open = trimmed.indexOf('(');
        String name = open < 0 ? trimmed : trimmed.substring(0, open).strip();
        if (name.isEmpty() || open >= 0 && !trimmed.endsWith(")")) {
            throw malformed(text);
        }
        List<String> arguments = new ArrayList<>();
        SequencedMap<String, String> options = new LinkedHashMap<>();
        if (open >= 0) {
            String inside = trimmed.substring(open + 1, trimmed.length() - 1);
            if (inside.indexOf('(') >= 0 || inside.indexOf(')') >= 0) {
                throw malformed(text);
            }
            if (!inside.isBlank()) {
                readItems(inside, arguments, options);
            }
        }
        return new NameWithOptions(name, arguments, options);
    }

    private static void readItems(
            String inside, List<String> arguments, SequencedMap<String, String> options) {
        int start = 0;
        while (start <= inside.length()) {
            int comma = inside.indexOf(',', start);
            int end = comma < 0 ? inside.length() : comma;
            String item = inside.substring(start, end).strip();
            int equals = item.indexOf('=');
            if (item.isEmpty() || equals == 0) {
                throw malformed(inside);
            }
            if (equals < 0) {
                arguments.add(item);
            } else {
                String key = item.substring(0, equals).strip();
                if (options.put(key, item.substring(equals + 1).strip()) != null) {
                    throw new IllegalArgumentException("option \"" + key + "\" is given twice");
                }
            }
            start = end + 1;
        }
    }

    private static IllegalArgumentException malformed(String text) {
        return new IllegalArgumentException(
                "\"" + text + "\" is not a name with options; write for example name(key=value)");
    }

    /**
     * Refuses arguments without a key, and keys that are not known.
     *
     * @throws IllegalArgumentException naming the bad key and the nearest known one
     */
    public void checkKeys(List<String> known) {
        if (!arguments.isEmpty()) {
            throw new IllegalArgumentException(
                    name + ": \"" + arguments.getFirst() + "\" is not of the form key=value");
        }
        for (String key : options.keySet()) {
            if (!known.contains(key)) {
                throw new IllegalArgumentException(
                        "%s: unknown option \"%s\"; %s"
                                .formatted(name, key, SpellingSuggestion.hint(key, known)));
            }
        }
    }

    /** The value of an option, or the default when it is not given. */
    public String option(String key, String otherwise) {
        String value = options.get(key);
        return value == null ? otherwise : value;
    }

    /**
     * The value of an option that permits only some.
     *
     * @throws IllegalArgumentException naming the bad value and the nearest permitted one
     */
    public String option(String key, List<String> permitted, String otherwise) {
        String value = option(key, otherwise);
        if (!permitted.contains(value)) {
            throw new IllegalArgumentException(
                    "%s: option \"%s\" cannot be \"%s\"; %s"
                            .formatted(
                                    name, key, value, SpellingSuggestion.hint(value, permitted)));
        }
        return value;
    }

    @Override
    public String toString() {
        List<String> items = new ArrayList<>(arguments);
        options.forEach((key, value) -> items.add(key + "=" + value));
        return items.isEmpty() ? name : name + "(" + String.join(",", items) + ")";
    }
}
