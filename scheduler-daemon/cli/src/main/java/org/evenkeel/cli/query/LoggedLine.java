package org.evenkeel.cli.query;

import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Map;
import org.evenkeel.model.JsonObject;
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
        return new JsonObject()
                .with("task", part.getTask())
                .with("attempt", part.getAttempt())
                .with("node", part.getNode())
                .with("number", line.getNumber())
                .with("at", line.getAt())
                .with("level", line.getLevel())
                .with("text", text())
                .withIf(line.getUnfinished(), "unfinished", true);
    }
}
