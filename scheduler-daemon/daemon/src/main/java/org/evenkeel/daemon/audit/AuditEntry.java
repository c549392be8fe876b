package org.evenkeel.daemon.audit;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One entry.
 *
 * @param more what belongs to its kind: texts, numbers, and lists and maps of them
 */
public record AuditEntry(
        Instant at,
        String node,
        AuditKind what,
        AuditPrincipal auditPrincipal,
        Map<String, Object> more) {

    /** Longest text in an entry; the rest is cut off. */
    public static final int MAX_TEXT_LENGTH = 512;

    /** The most that is read of a line. */
    static final int MAX_LINE_LENGTH = 64 << 10;

    /**
     * One line of JSON without its end. Whatever a text holds, nothing but printable characters is
     * in it: neither a second line nor something that a terminal obeys.
     */
    public String line() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("at", at.toString());
        fields.put("node", node);
        fields.put("what", what.spelling());
        fields.put("who", auditPrincipal.fields());
        more.forEach((name, value) ->
                fields.put(name, value instanceof String text ? cut(text) : value));
        try {
            return printable(JSON.std.asString(fields));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String cut(String text) {
        return text.length() <= MAX_TEXT_LENGTH ? text : text.substring(0, MAX_TEXT_LENGTH) + "…";
    }

    /** The same JSON with everything that is not to be printed as an escape. */
    public static String printable(String json) {
        StringBuilder out = new StringBuilder(json.length());
        for (int i = 0; i < json.length(); i++) {
            char c = json.charAt(i);
            boolean pair =
                    Character.isHighSurrogate(c)
                            && i + 1 < json.length()
                            && Character.isLowSurrogate(json.charAt(i + 1));
            int point = pair ? json.codePointAt(i) : c;
            boolean shown = isShown(point);
            append(out, c, shown);
            if (pair) {
                i++;
                append(out, json.charAt(i), shown);
            }
        }
        return out.toString();
    }

    private static void append(StringBuilder out, char c, boolean shown) {
        if (shown) {
            out.append(c);
        } else {
            out.append("\\u%04x".formatted((int) c));
        }
    }

    private static boolean isShown(int point) {
        return switch (Character.getType(point)) {
            case Character.CONTROL,
                    Character.FORMAT, // among them those that turn the direction of writing
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED ->
                    false;
            default -> true;
        };
    }
}
