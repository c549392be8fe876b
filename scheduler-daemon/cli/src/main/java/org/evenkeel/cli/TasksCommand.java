package org.evenkeel.cli;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.evenkeel.cli.ask.Answers;
import org.evenkeel.cli.ask.DaemonClient;
import org.evenkeel.cli.ask.TaskLine;
import org.evenkeel.cli.show.TextTable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists tasks that are in the books of nodes. */
@Command(
        name = "tasks",
        description = "List tasks that run, wait, or have a result that nobody has fetched yet.",
        footer = {
            "",
            "A task can have two lines: one of its owner, one of the node that has it now.",
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
            description = "Show at most so many (default: ${DEFAULT-VALUE}).")
    private int limit = 50;

    @Override
    public Integer call() throws IOException, CommandFailure {
        Answers answers;
        try (DaemonClient client = cluster.connect()) {
            answers = Answers.parse(client.ask("tasks", Integer.toString(limit), true));
        }
        List<TaskLine> tasks = TaskLine.list(answers);
        List<TaskLine> shown = tasks.subList(0, Math.min(limit, tasks.size()));
        TextTable table =
                new TextTable("", "task", "kind", "node", "state", "where", "owner", "grant");
        for (TaskLine task : shown) {
            table.row(
                    task.task(),
                    task.kind(),
                    task.node(),
                    task.state(),
                    task.where(),
                    task.owner(),
                    task.grant());
        }
        if (shown.isEmpty()) {
            output.line("no tasks");
        } else {
            output.table(table);
        }
        if (tasks.size() > shown.size()) {
            output.line("and more; --limit shows them");
        }
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("tasks", shown.stream().map(TaskLine::fields).toList());
        output.json(fields);
        return ExitCode.OK;
    }
}
