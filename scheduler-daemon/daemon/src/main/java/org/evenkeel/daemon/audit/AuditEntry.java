package org.evenkeel.daemon.audit;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.evenkeel.model.Printable;

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
            return Printable.of(JSON.std.asString(fields));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String cut(String text) {
        return text.length() <= MAX_TEXT_LENGTH ? text : text.substring(0, MAX_TEXT_LENGTH) + "…";
    }
}
