package org.evenkeel.cli;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import org.evenkeel.cli.query.DaemonClient;
import org.evenkeel.cli.query.NodeOrder;
import org.evenkeel.cli.query.NowLine;
import org.evenkeel.cli.query.NowQuestion;
import org.evenkeel.cli.query.StoryLine;
import org.evenkeel.cli.query.TaskStory;
import org.evenkeel.cli.text.NowText;
import org.evenkeel.cli.text.Story;
import org.evenkeel.model.TaskId;
import org.evenkeel.wire.proto.Answers;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Tells the history of a task. */
@Command(
        name = "explain",
        description = {
            "Show the history of a task, where it is now, and why it does not run.",
            "The history says what happened, where, when and why. Of a task that waits, each node "
                    + "says all its reasons.",
            "Nodes keep only their newest records, so the beginning of an old history "
                    + "may be missing."
        },
        footer = {
            "  evenkeel tasks                    # list task ids",
            "  evenkeel explain 3k7x0a9q2m4fz-17",
            "  evenkeel explain 3k7x0a9q2m4fz-17 --on n3   # why it does not run at n3",
            "A program gets a task's id from TaskHandle.id()."
        })
final class ExplainCommand extends ClusterOutputCommand {
    @Parameters(paramLabel = "TASK", description = "Id of the task.")
    private String task = "";

    @Option(
            names = "--on",
            paramLabel = "NODE",
            description = "Only why it does not run at this node, without its history.")
    private @Nullable String on;

    @Override
    public Integer call() throws IOException, CommandFailure {
        TaskId id = taskId(task);
        Answers answers;
        try (DaemonClient client = cluster.connect()) {
            answers =
                    on == null
                            ? client.ask(StoryLine.question(id))
                            : NowQuestion.at(client, id, on);
        }
        TaskStory all = TaskStory.of(id, answers);
        boolean known = all.isKnown();
        List<NowLine> now = known && on != null ? List.of(at(on, all.now())) : all.now();
        Map<String, Object> fields = all.fields();
        if (on != null) {
            fields.remove("story");
        }
        if (known) {
            fields.put("now", now.stream().map(NowLine::fields).toList());
        }
        output.json(fields);
        if (!known) {
            output.aside("no node has records of task " + id);
            output.silent(answers);
            return ExitCode.NOTHING;
        }
        if (on == null) {
            Story.lines(all.story(), ZoneId.systemDefault(), output.terminalColours())
                    .forEach(output::line);
        }
        NowText.lines(now, on != null, output.terminalColours()).forEach(output::line);
        output.silent(answers);
        return ExitCode.OK;
    }

    private static NowLine at(String node, List<NowLine> now) throws CommandFailure {
        for (NowLine line : now) {
            if (line.node().equals(node)) {
                return line;
            }
        }
        String others =
                now.stream().map(NowLine::node).sorted(NodeOrder.BY_NAME).collect(joining(", "));
        throw new CommandFailure(
                ExitCode.NOTHING, "node " + node + " did not answer; these did: " + others);
    }
}
