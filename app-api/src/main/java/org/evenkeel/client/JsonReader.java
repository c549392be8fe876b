package org.evenkeel.client;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads JSON: objects as maps in their order, arrays as lists, whole numbers as {@link Long},
 * others as {@link Double}. What daemons answer to questions is all that is read here.
 */
final class JsonReader {

    /** Deepest nesting. */
    private static final int MAX_DEPTH = 64;

    private final String text;
    private int at;
    private int depth;

    private JsonReader(String text) {
        this.text = text;
    }

    /**
     * Reads one object.
     *
     * @throws IllegalArgumentException if it is anything else; the message tells the position
     */
    static Map<String, @Nullable Object> object(String text) {
        JsonReader jsonReader = new JsonReader(text);
        if (jsonReader.value() instanceof Map<?, ?> read) {
            jsonReader.blanks();
            if (jsonReader.at == text.length()) {
                @SuppressWarnings("unchecked") // keys are read as strings
                Map<String, @Nullable Object> object = (Map<String, @Nullable Object>) read;
                return object;
            }
        }
        throw jsonReader.wrong("one object");
    }

    /** The objects of an array that is a field of an object; what is no object is left out. */
    static List<Map<?, ?>> objects(Map<?, ?> object, String field) {
        List<Map<?, ?>> objects = new ArrayList<>();
        if (object.get(field) instanceof List<?> list) {
            for (Object element : list) {
                if (element instanceof Map<?, ?> map) {
                    objects.add(map);
                }
            }
        }
        return objects;
    }

    /** A text field, empty when it is not there. */
    static String text(Map<?, ?> object, String field) {
        return object.get(field) instanceof String value ? value : "";
    }

    /** A whole number, 0 when it is not there. */
    static long number(Map<?, ?> object, String field) {
        return object.get(field) instanceof Long value ? value : 0;
    }

    /** A truth, false when it is not there. */
    static boolean is(Map<?, ?> object, String field) {
        return Boolean.TRUE.equals(object.get(field));
    }

    private IllegalArgumentException wrong(String expected) {
        return new IllegalArgumentException(
                "invalid JSON: expected " + expected + " at character " + at);
    }

    private void blanks() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }

    private boolean takes(char c) {
        blanks();
        boolean there = at < text.length() && text.charAt(at) == c;
        at += there ? 1 : 0;
        return there;
    }

    private void expect(char c) {
        if (!takes(c)) {
            throw wrong("'" + c + "'");
        }
    }

    private @Nullable Object value() {
        if (++depth > MAX_DEPTH) {
            throw wrong("less nesting");
        }
        blanks();
        char first = at < text.length() ? text.charAt(at) : 0;
        Object value =
                switch (first) {
                    case '{' -> map();
                    case '[' -> list();
                    case '"' -> string();
                    case 't' -> literal("true", true);
                    case 'f' -> literal("false", false);
                    case 'n' -> literal("null", null);
                    default -> number();
                };
        depth--;
        return value;
    }

    private Map<String, @Nullable Object> map() {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        expect('{');
        if (takes('}')) {
            return map;
        }
        do {
            String key = string();
            expect(':');
            map.put(key, value());
        } while (takes(','));
        expect('}');
        return map;
    }

    private List<@Nullable Object> list() {
        List<@Nullable Object> list = new ArrayList<>();
        expect('[');
        if (takes(']')) {
            return list;
        }
        do {
            list.add(value());
        } while (takes(','));
        expect(']');
        return list;
    }

    private String string() {
        expect('"');
        StringBuilder read = new StringBuilder();
        while (at < text.length() && text.charAt(at) != '"') {
            char c = text.charAt(at++);
            read.append(c == '\\' ? escaped() : c);
        }
        expect('"');
        return read.toString();
    }

    private char escaped() {
        char c = at < text.length() ? text.charAt(at++) : 0;
        return switch (c) {
            case '"', '\\', '/' -> c;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> {
                int code = 0;
                for (int end = at + 4; at < end; at++) {
                    int digit = at < text.length() ? Character.digit(text.charAt(at), 16) : -1;
                    if (digit < 0) {
                        throw wrong("four digits");
                    }
                    code = code << 4 | digit;
                }
                yield (char) code;
            }
            default -> throw wrong("an escape");
        };
    }

    private @Nullable Object literal(String literal, @Nullable Object value) {
        if (!text.startsWith(literal, at)) {
            throw wrong("a value");
        }
        at += literal.length();
        return value;
    }

    private Object number() {
        int begin = at;
        boolean whole = true;
        for (; at < text.length() && isOfNumber(text.charAt(at)); at++) {
            whole &= text.charAt(at) == '-' || isDigit(text.charAt(at));
        }
        try {
            return whole
                    ? (Object) Long.parseLong(text, begin, at, 10)
                    : Double.parseDouble(text.substring(begin, at));
        } catch (NumberFormatException e) {
            at = begin;
            throw wrong("a value");
        }
    }

    private static boolean isOfNumber(char c) {
        return isDigit(c) || c == '-' || c == '+' || c == '.' || c == 'e' || c == 'E';
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
