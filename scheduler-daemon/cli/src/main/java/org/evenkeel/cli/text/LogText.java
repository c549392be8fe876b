package org.evenkeel.cli.text;

import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.evenkeel.cli.query.LoggedLine;
import org.evenkeel.model.Printable;

/**
 * Lines of tasks' logs as text: time, node, the task if there are several, the level unless it is
 * printed, the line.
 *
 * @param withTask whether lines of several tasks are shown
 */
public record LogText(boolean withTask, ZoneId zone, TerminalColours terminalColours) {

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("HH:mm:ss.SSS", Locale.ROOT);

    /** The line without its end, printable but for its tabs. */
    public String of(LoggedLine line) {
        StringBuilder text = new StringBuilder();
        text.append(terminalColours.faint(TIME.format(line.at().atZone(zone)))).append("  ");
        text.append(terminalColours.bold(Printable.of(line.part().getNode()))).append("  ");
        if (withTask) {
            text.append(Printable.of(line.part().getTask())).append("  ");
        }
        String level = Printable.of(line.line().getLevel());
        String printed = Printable.withTabs(line.text());
        return text.append(
                        switch (level) {
                            case "out" -> printed;
                            case "err" -> terminalColours.bad(printed);
                            case "warn", "error", "failed", "lost" ->
                                    terminalColours.bad(level) + " " + printed;
                            default -> terminalColours.faint(level) + " " + printed;
                        })
                .toString();
    }
}
