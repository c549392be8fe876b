package org.evenkeel.cli;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.evenkeel.cli.query.DaemonClient;
import org.evenkeel.cli.query.TaskLine;
import org.evenkeel.cli.text.TextTable;
import org.evenkeel.wire.proto.Answers;
import org.evenkeel.wire.proto.Query;
import org.evenkeel.wire.proto.TasksAnswer;
import org.evenkeel.wire.proto.Topic;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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
final class TasksCommand implements Callable<Integer> {
    @Mixin private final Output output = new Output();
    @Mixin private final ClusterOption cluster = new ClusterOption();

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "50",
            description = "Maximum number of tasks (default: ${DEFAULT-VALUE}).")
    private int limit = 50;

    @Override
    public Integer call() throws IOException, CommandFailure {
        Answers answers;
        try (DaemonClient client = cluster.connect()) {
            answers =
                    client.ask(
                            Query.newBuilder()
                                    .setTopic(Topic.TOPIC_TASKS)
                                    .setMost(Math.max(0, limit))
                                    .setCluster(true));
        }
        List<TaskLine> tasks = TaskLine.list(answers.getTasksList());
        List<TaskLine> shown = tasks.subList(0, Math.min(limit, tasks.size()));
        TextTable table =
                new TextTable("", "task", "kind", "node", "state", "where", "owner", "grant");
        for (TaskLine line : shown) {
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
        if (shown.isEmpty()) {
            output.line("no tasks");
        } else {
            output.table(table);
        }
        if (tasks.size() > shown.size()) {
            output.line("more tasks exist; raise --limit");
        }
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("tasks", shown.stream().map(TaskLine::fields).toList());
        output.json(fields);
        return ExitCode.OK;
    }
}
