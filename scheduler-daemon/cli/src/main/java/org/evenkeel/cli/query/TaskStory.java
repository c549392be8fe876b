package org.evenkeel.cli.query;

import java.util.List;
import java.util.Map;
import org.evenkeel.model.JsonObject;
import org.evenkeel.model.TaskId;
import org.evenkeel.wire.proto.Answers;

/**
 * What the nodes of a cluster tell of one task.
 *
 * @param story what happened to it, in the order of time
 * @param now where it is or why it does not run, one line for each node
 */
public record TaskStory(TaskId task, List<StoryLine> story, List<NowLine> now) {

    /** From the answers to {@link StoryLine#question}. */
    public static TaskStory of(TaskId task, Answers answers) {
        return new TaskStory(
                task,
                StoryLine.list(answers.getExplainList()),
                NowLine.list(answers.getExplainList()));
    }

    /** Whether any node has records of it. */
    public boolean isKnown() {
        return !story.isEmpty() || now.stream().anyMatch(NowLine::isKnown);
    }

    /** The same as a map, for JSON. */
    public Map<String, Object> fields() {
        return new JsonObject()
                .with("task", task.toString())
                .with("story", story.stream().map(StoryLine::fields).toList())
                .with("now", isKnown() ? now.stream().map(NowLine::fields).toList() : List.of());
    }
}
