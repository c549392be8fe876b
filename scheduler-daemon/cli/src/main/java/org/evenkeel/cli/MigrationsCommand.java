package org.evenkeel.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.cli.query.DaemonClient;
import org.evenkeel.cli.query.MigrationLine;
import org.evenkeel.cli.text.TextTable;
import org.evenkeel.model.Numbers;
import org.evenkeel.wire.proto.Answers;
import org.evenkeel.wire.proto.Topic;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/** Shows what moving started tasks took. */
@Command(
        name = "migrations",
        description =
                "Show the last migrations of started tasks, and the time that each part took.",
        footer = {
            "",
            "out    from the suspend request until the checkpoint was written",
            "file   from then until the owner had the checkpoint; empty if that is the same node",
            "wait   at the next node, from arrival until a worker received the task",
            "in     until the worker had restored the checkpoint and resumed",
            "-      unknown: the node that measured it has stopped, or that part is not over",
            "",
            "Each node remembers its last 1,000 migrations.",
            "",
            "Examples:",
            "  evenkeel migrations",
            "  evenkeel migrations --json | jq '.migrations[] | select(.whole) | .totalNanos'"
        })
final class MigrationsCommand extends ClusterOutputCommand {
    @Override
    public Integer call() throws IOException, CommandFailure {
        Answers answers = cluster.ask(DaemonClient.toAll(Topic.TOPIC_MIGRATIONS));
        List<MigrationLine> lines = MigrationLine.list(answers.getMigrationsList());
        TextTable table =
                new TextTable(
                        "", "task", "from", "to", "bytes", "out", "file", "wait", "in", "total");
        List<Map<String, Object>> fields = new ArrayList<>();
        for (MigrationLine line : lines) {
            List<String> row = new ArrayList<>(List.of(line.task(), line.from(), line.to()));
            row.add(line.bytes() == 0 ? "-" : Numbers.format("%,d", line.bytes()));
            MigrationLine.PARTS.forEach(part -> row.add(time(line.nanos().get(part))));
            row.add(time(line.isWhole() ? line.totalNanos() : null));
            table.row(row.toArray(String[]::new));
            fields.add(line.fields());
        }
        output.table(table, "no started task has migrated");
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("migrations", fields);
        answer.put("silent", answers.getSilentList());
        output.json(answer);
        return ExitCode.OK;
    }

    private static String time(@Nullable Long nanos) {
        return nanos == null ? "-" : Numbers.format("%,.1f ms", nanos / 1e6);
    }
}
