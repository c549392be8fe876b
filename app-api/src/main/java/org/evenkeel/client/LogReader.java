package org.evenkeel.client;

import java.time.Instant;
import java.util.function.Consumer;
import org.evenkeel.api.TaskLogLine;
import org.evenkeel.api.TaskLogLine.Level;
import org.evenkeel.model.LogLevel;
import org.evenkeel.model.TaskId;
import org.evenkeel.wire.proto.FileAsk;
import org.evenkeel.wire.proto.LogLine;
import org.evenkeel.wire.proto.LogPart;

/**
 * Gives the lines that tasks print, as they come, to the program that submitted the tasks.
 *
 * @param program may throw; then the rest of the lines that came together is skipped
 */
record LogReader(Consumer<? super TaskLogLine> program) {
    private static final System.Logger LOG = System.getLogger(LogReader.class.getName());

    /** A part of a task's log; anything may have come. */
    void read(FileAsk ask) {
        TaskId task = new TaskId(ask.getTask().getOrigin(), ask.getTask().getNumber());
        LogPart part = ask.getLog();
        try {
            if (part.getLeftOut() > 0 && part.getLinesCount() > 0) {
                program.accept(leftOut(task, part));
            }
            for (LogLine line : part.getLinesList()) {
                LogLevel level = LogLevel.of(line.getLevel());
                if (level != null) {
                    program.accept(line(task, part, line, Level.valueOf(level.name())));
                }
            }
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.WARNING, "showing the output of tasks failed", e);
        }
    }

    private static TaskLogLine line(TaskId task, LogPart part, LogLine line, Level level) {
        return new TaskLogLine(
                task.toString(),
                part.getNode(),
                part.getGrant(),
                line.getNumber(),
                Instant.ofEpochMilli(line.getMillis()),
                level,
                line.getText());
    }

    private static TaskLogLine leftOut(TaskId task, LogPart part) {
        LogLine first = part.getLines(0);
        String text =
                part.getLeftOut()
                        + " lines of tasks are not shown here, they came too fast; "
                        + "\"evenkeel logs\" has them";
        return line(task, part, first.toBuilder().setText(text).build(), Level.LOST);
    }
}
