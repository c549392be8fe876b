package org.evenkeel.cli.text;

import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.evenkeel.cli.query.StoryLine;
import org.evenkeel.wire.proto.ExplainAnswer;

/** The story of a task as text: time, node, what happened, with whom, why. */
public final class Story {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("HH:mm:ss.SSS", Locale.ROOT);

    /** One line for each thing that happened. */
    public static List<String> lines(
            List<StoryLine> story, ZoneId zone, TerminalColours terminalColours) {
        int width = story.stream().mapToInt(line -> line.node().length()).max().orElse(0);
        List<String> lines = new ArrayList<>();
        for (StoryLine line : story) {
            String time = TIME.format(line.at().atZone(zone));
            lines.add(
                    terminalColours.faint(time)
                            + "  "
                            + terminalColours.bold(pad(line.node(), width))
                            + "  "
                            + what(line.step())
                            + (line.step().getReason().isEmpty()
                                    ? ""
                                    : terminalColours.faint(" -- " + line.step().getReason())));
        }
        return lines;
    }

    /** What happened, with whom and at which worker, without the reason. */
    public static String what(ExplainAnswer.Step step) {
        String words = step.getWords().isEmpty() ? step.getKind() : step.getWords();
        boolean open = words.endsWith(" to") || words.endsWith(" from") || words.endsWith(" by");
        String other = step.getOther().isEmpty() ? "" : (open ? " " : ", for ") + step.getOther();
        String slot = step.getSlot() < 0 ? "" : " (worker " + step.getSlot() + ")";
        return words + other + slot;
    }

    static String pad(String text, int width) {
        return text + " ".repeat(width - text.length());
    }
}
