package org.evenkeel.cli.top;

import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.evenkeel.cli.query.MissingAnswers;
import org.evenkeel.cli.query.TaskStory;
import org.evenkeel.cli.text.NowText;
import org.evenkeel.cli.text.Story;
import org.evenkeel.cli.text.TerminalColours;
import org.evenkeel.model.TaskId;
import org.evenkeel.wire.proto.Answers;

/** A task that is open: its history, and where it is now, as {@code evenkeel explain} has it. */
final class StoryPage {
    private static final int MARGIN = 4;

    /** The last ones are shown; {@code evenkeel explain} prints all. */
    private static final int MAX_LINES = 10_000;

    /** Longer lines are cut. */
    private static final int MAX_LINE_LENGTH = 10_000;

    private final TaskId task;
    private final ZoneId zone;
    private List<String> text = List.of("asking all nodes");

    /** Lines of the end that are below the screen. */
    private int below;

    private int wrappedAt = -1;
    private List<String> wrapped = List.of();

    StoryPage(TaskId task, ZoneId zone) {
        this.task = task;
        this.zone = zone;
    }

    TaskId task() {
        return task;
    }

    void accept(StoryUpdate update) {
        if (update.task().equals(task)) {
            Answers answers = update.answers();
            text = answers == null ? List.of("no answer: " + update.failure()) : text(answers);
            wrappedAt = -1;
        }
    }

    private List<String> text(Answers answers) {
        TaskStory story = TaskStory.of(task, answers);
        List<String> lines = new ArrayList<>();
        if (story.isKnown()) {
            lines.addAll(Story.lines(story.story(), zone, TerminalColours.PLAIN));
            lines.addAll(NowText.lines(story.now(), false, TerminalColours.PLAIN));
        } else {
            lines.add("no node has records of task " + task);
        }
        lines.addAll(MissingAnswers.lines(answers));
        return lines.subList(Math.max(0, lines.size() - MAX_LINES), lines.size());
    }

    /** Moves by so many lines; those before have a negative number. */
    void scroll(int by) {
        below = Math.clamp((long) below - by, 0, Integer.MAX_VALUE);
    }

    /** What a screen shows of it: the end, unless other lines were scrolled to. */
    List<String> lines(int columns, int rows) {
        if (wrappedAt != columns) {
            wrapped = text.stream().flatMap(line -> wrap(line, columns).stream()).toList();
            wrappedAt = columns;
        }
        below = Math.min(below, Math.max(0, wrapped.size() - rows));
        int end = wrapped.size() - below;
        return wrapped.subList(Math.max(0, end - rows), end);
    }

    private static List<String> wrap(String line, int columns) {
        boolean fits = line.length() <= MAX_LINE_LENGTH;
        return Cells.wrap(fits ? line : Cells.cut(line, MAX_LINE_LENGTH), columns, MARGIN);
    }
}
