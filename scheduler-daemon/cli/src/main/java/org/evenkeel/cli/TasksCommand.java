package org.evenkeel.cli;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.evenkeel.cli.query.DaemonClient;
import org.evenkeel.cli.query.TaskLine;
import org.evenkeel.cli.query.TaskPage;
import org.evenkeel.cli.text.NumberFormatter;
import org.evenkeel.cli.text.TextTable;
import org.evenkeel.wire.WireLimits;
import org.evenkeel.wire.proto.Answers;
import org.evenkeel.wire.proto.TasksAnswer;
import org.evenkeel.wire.proto.Topic;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Lists tasks that are in the records of nodes. */
@Command(
        name = "tasks",
        description =
                "List tasks that are running, waiting, or have an outcome that was not "
                        + "fetched yet.",
        footer = {
            "",
            "A task can have two lines: one from its owner, one from the node that holds it.",
            "",
            "Examples:",
            "  evenkeel tasks --limit 10",
            "  evenkeel tasks --json | jq -r '.tasks[] | select(.state == \"RUNNING\") | .task'"
        })
final class TasksCommand extends ClusterOutputCommand {
    @Option(
            names = "--limit",
            paramLabel = "N",
            description = "Maximum number of tasks (default: ${DEFAULT-VALUE}).")
    private int limit = 50;

    @Override
    public Integer call() throws IOException, CommandFailure {
        if (limit < 1) {
            throw invalid("--limit must be 1 or more, not " + limit);
        }
        Answers answers =
                cluster.ask(
                        DaemonClient.toAll(Topic.TOPIC_TASKS)
                                .setMost(TaskPage.limitPerNode(limit)));
        TaskPage page = TaskPage.of(answers.getTasksList(), limit);
        TextTable table =
                new TextTable("", "task", "kind", "node", "state", "where", "owner", "grant");
        for (TaskLine line : page.lines()) {
            TasksAnswer.Task task = line.task();
            table.row(
                    task.getTask(),
                    task.getKind(),
                    line.node(),
                    task.getState(),
                    task.getWhere(),
                    task.getOwner(),
                    task.getGrant());
        }
        if (!page.lines().isEmpty()) {
            output.table(table);
        } else if (!page.more()) {
            output.line("no tasks");
        }
        if (page.more()) {
            String bound =
                    "a node names %s at most"
                            .formatted(NumberFormatter.count(WireLimits.MAX_TASKS_NAMED));
            output.line(
                    page.lines().size() < limit
                            ? "more tasks may exist: " + bound
                            : "more tasks exist; raise --limit (" + bound + ")");
        }
        output.silent(answers);
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("tasks", page.lines().stream().map(TaskLine::fields).toList());
        fields.put("more", page.more());
        fields.put("silent", answers.getSilentList());
        output.json(fields);
        return ExitCode.OK;
    }
}
