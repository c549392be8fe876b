package org.evenkeel.cli.top;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.evenkeel.wire.proto.NodesAnswer;

/**
 * A machine whose node left or ended within the last hour, as another node tells.
 *
 * @param since ISO-8601
 * @param how left, ended, silent, forgotten; empty where it is not known
 */
record GoneMachine(String since, String how) {

    /** Most departed nodes of an answer; longer lists are cut, as answers are not trusted. */
    private static final int MAX = 64;

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);

    /** Those of a look that are neither there nor known to be silent, by name. */
    static Map<String, GoneMachine> of(Look look) {
        Map<String, GoneMachine> gone = new LinkedHashMap<>();
        for (NodesAnswer node : look.nodes()) {
            for (NodesAnswer.Departure one : node.getDepartedList()) {
                if (gone.size() < MAX) {
                    gone.putIfAbsent(one.getNode(), new GoneMachine(one.getSince(), one.getHow()));
                }
            }
        }
        look.nodes().forEach(node -> gone.remove(node.getNode()));
        look.silent().keySet().forEach(gone::remove);
        return gone;
    }

    /** {@code gone since 14:05:07 (left)}; with the time itself when it is no ISO-8601 time. */
    String state(ZoneId zone) {
        String at = since;
        try {
            at = TIME.format(Instant.parse(since).atZone(zone));
        } catch (DateTimeException e) {
            // It is shown as it is.
        }
        return "gone since " + at + words();
    }

    private String words() {
        return switch (how) {
            case "" -> "";
            case "ended" -> " (ended unexpectedly)";
            case "silent" -> " (no answer)";
            default -> " (" + how + ")";
        };
    }
}
