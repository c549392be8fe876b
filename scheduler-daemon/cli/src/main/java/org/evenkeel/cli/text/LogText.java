package org.evenkeel.cli.text;

import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.evenkeel.cli.query.LoggedLine;

/**
 * Lines of tasks' logs as text: time, node, the task if there are several, the level unless it is
 * printed, the line.
 *
 * @param withTask whether lines of several tasks are shown
 */
public record LogText(boolean withTask, ZoneId zone, TerminalColours terminalColours) {

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("HH:mm:ss.SSS", Locale.ROOT);

    /** The line without its end. */
    public String of(LoggedLine line) {
        StringBuilder text = new StringBuilder();
        text.append(terminalColours.faint(TIME.format(line.at().atZone(zone)))).append("  ");
        text.append(terminalColours.bold(line.part().getNode())).append("  ");
        if (withTask) {
            text.append(line.part().getTask()).append("  ");
        }
        String level = line.line().getLevel();
        return text.append(
                        switch (level) {
                            case "out" -> line.text();
                            case "err" -> terminalColours.bad(line.text());
                            case "warn", "error", "failed", "lost" ->
                                    terminalColours.bad(level) + " " + line.text();
                            default -> terminalColours.faint(level) + " " + line.text();
                        })
                .toString();
    }
}
