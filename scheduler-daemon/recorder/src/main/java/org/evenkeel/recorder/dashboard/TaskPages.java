package org.evenkeel.recorder.dashboard;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.cli.query.DaemonClient;
import org.evenkeel.cli.query.DaemonConnection.Connector;
import org.evenkeel.cli.query.MissingAnswers;
import org.evenkeel.cli.query.StoryLine;
import org.evenkeel.cli.query.TaskStory;
import org.evenkeel.cli.text.NowText;
import org.evenkeel.cli.text.Story;
import org.evenkeel.cli.text.TerminalColours;
import org.evenkeel.model.JsonObject;
import org.evenkeel.model.TaskId;
import org.evenkeel.wire.proto.Answers;
import org.jspecify.annotations.Nullable;

/** What the nodes tell of one task, in the words of {@code evenkeel explain}. For any thread. */
record TaskPages(Connector connector) {
    /** The newest steps are sent; {@code evenkeel explain} prints all. */
    static final int MAX_STEPS = 2_000;

    /**
     * The page as JSON: {@code task}, {@code steps} with {@code at} in milliseconds since 1970,
     * {@code left} older ones that are not sent, {@code now} and the {@code missing} answers as
     * lines; null if no node has records of the task.
     */
    byte @Nullable [] page(TaskId task) throws IOException {
        Answers answers;
        try (DaemonClient client = connector.connect()) {
            answers = client.ask(StoryLine.question(task));
        }
        TaskStory story = TaskStory.of(task, answers);
        if (!story.isKnown()) {
            return null;
        }
        int left = Math.max(0, story.story().size() - MAX_STEPS);
        List<String> now = NowText.lines(story.now(), false, TerminalColours.PLAIN);
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("task", task.toString());
        fields.put("steps", story.story().stream().skip(left).map(TaskPages::fields).toList());
        fields.put("left", left);
        fields.put("now", now);
        fields.put("missing", MissingAnswers.lines(answers));
        return JSON.std.asBytes(fields);
    }

    static Map<String, Object> fields(StoryLine line) {
        return new JsonObject()
                .with("at", line.at().toEpochMilli())
                .with("node", line.node())
                .with("what", Story.what(line.step()))
                .with("reason", line.step().getReason());
    }
}
