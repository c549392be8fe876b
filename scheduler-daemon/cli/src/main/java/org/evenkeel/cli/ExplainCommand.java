package org.evenkeel.cli;

import java.io.IOException;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.evenkeel.cli.query.DaemonClient;
import org.evenkeel.cli.query.StoryLine;
import org.evenkeel.cli.text.Story;
import org.evenkeel.model.TaskId;
import org.evenkeel.wire.proto.Answers;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Tells the story of a task. */
@Command(
        name = "explain",
        description = {
            "Show the history of a task: what happened to it, where, when and why.",
            "Nodes keep only their newest records, so the beginning of an old history "
                    + "may be missing."
        },
        footer = {
            "",
            "Examples:",
            "  evenkeel tasks                      list task ids",
            "  evenkeel explain 3k7x0a9q2m4fz-17",
            "A program gets a task's id from TaskHandle.id()."
        })
final class ExplainCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Mixin private final Output output = new Output();
    @Mixin private final ClusterOption cluster = new ClusterOption();

    @Parameters(paramLabel = "TASK", description = "Id of the task.")
    private String task = "";

    @Override
    public Integer call() throws IOException, CommandFailure {
        TaskId id = checked(task);
        Answers answers;
        try (DaemonClient client = cluster.connect()) {
            answers = client.ask(StoryLine.question(id));
        }
        List<StoryLine> story = StoryLine.list(answers.getExplainList());
        output.json(
                Map.of(
                        "task",
                        id.toString(),
                        "story",
                        story.stream().map(StoryLine::fields).toList()));
        if (story.isEmpty()) {
            output.aside("no node has records of task " + id);
            return ExitCode.NOTHING;
        }
        Story.lines(story, ZoneId.systemDefault(), output.terminalColours()).forEach(output::line);
        return ExitCode.OK;
    }

    private TaskId checked(String text) {
        try {
            return TaskId.parse(text);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }
}
