package org.evenkeel.cli.query;

import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.evenkeel.model.LogLevel;
import org.evenkeel.wire.proto.LogsAnswer;

/**
 * A line of a task's log.
 *
 * @param part the lines that came with it
 * @param at when it was printed
 */
public record LoggedLine(LogsAnswer.Part part, LogsAnswer.Line line, Instant at) {

    /**
     * A line as a node tells it.
     *
     * @throws IOException if its time is none
     */
    static LoggedLine of(String node, LogsAnswer.Part part, LogsAnswer.Line line)
            throws IOException {
        try {
            return new LoggedLine(part, line, Instant.parse(line.getAt()));
        } catch (DateTimeException e) {
            throw new IOException(
                    "node %s answered with \"%s\", which is no time".formatted(node, line.getAt()),
                    e);
        }
    }

    /** Whether it tells with what an attempt failed. */
    public boolean isFailure() {
        return line.getLevel().equals(LogLevel.FAILED.spelling());
    }

    /** Whether both are of one attempt at a task. */
    boolean isOfSameAttempt(LoggedLine other) {
        return part.getEpoch() == other.part.getEpoch()
                && part.getAttempt() == other.part.getAttempt();
    }

    /** The text as it was printed, with all its characters. */
    public String text() {
        return line.getText();
    }

    /** Whether it comes after another line of its task. */
    boolean isAfter(LoggedLine other) {
        int epochs = Long.compare(part.getEpoch(), other.part.getEpoch());
        int attempts = Integer.compare(part.getAttempt(), other.part.getAttempt());
        int order = epochs != 0 ? epochs : attempts;
        return order != 0 ? order > 0 : line.getNumber() > other.line.getNumber();
    }

    /** The same as a map, for JSON. */
    public Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("task", part.getTask());
        fields.put("attempt", part.getAttempt());
        fields.put("node", part.getNode());
        fields.put("number", line.getNumber());
        fields.put("at", line.getAt());
        fields.put("level", line.getLevel());
        fields.put("text", text());
        if (line.getUnfinished()) {
            fields.put("unfinished", true);
        }
        return fields;
    }
}
