package org.evenkeel.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.evenkeel.cli.ask.Answers;
import org.evenkeel.cli.ask.DaemonClient;
import org.evenkeel.cli.ask.MigrationLine;
import org.evenkeel.cli.show.TextTable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Shows what moving started tasks took. */
@Command(
        name = "migrations",
        description =
                "Show the last moves of tasks that had started, and what each part of a move took.",
        footer = {
            "",
            "out    from when the task was asked to leave until its checkpoint was written",
            "file   from then until its owner had the checkpoint; nothing where that is the same node",
            "wait   at the next node: from its arrival until a worker had it",
            "in     until the worker had read the checkpoint and went on",
            "-      not known: the node that knew it has ended, or it is yet to come",
            "",
            "Each node remembers the parts of its last 1,000 moves.",
            "",
            "Examples:",
            "  evenkeel migrations",
            "  evenkeel migrations --json | jq '.migrations[] | select(.whole) | .totalNanos'"
        })
final class MigrationsCommand implements Callable<Integer> {
    @Mixin private final Output output = new Output();
    @Mixin private final ClusterOption cluster = new ClusterOption();

    @Override
    public Integer call() throws IOException, CommandFailure {
        Answers answers;
        try (DaemonClient client = cluster.connect()) {
            answers = Answers.parse(client.ask("migrations", "", true));
        }
        List<MigrationLine> lines = MigrationLine.list(answers);
        TextTable table =
                new TextTable(
                        "", "task", "from", "to", "bytes", "out", "file", "wait", "in", "total");
        List<Map<String, Object>> fields = new ArrayList<>();
        for (MigrationLine line : lines) {
            List<String> row = new ArrayList<>(List.of(line.task(), line.from(), line.to()));
            row.add(line.bytes() == 0 ? "-" : String.format(Locale.ROOT, "%,d", line.bytes()));
            MigrationLine.PARTS.forEach(part -> row.add(time(line.nanos().get(part))));
            row.add(time(line.isWhole() ? line.totalNanos() : null));
            table.row(row.toArray(String[]::new));
            fields.add(line.fields());
        }
        if (lines.isEmpty()) {
            output.line("no started task has moved");
        } else {
            output.table(table);
        }
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("migrations", fields);
        answer.put("silent", answers.silent());
        output.json(answer);
        return ExitCode.OK;
    }

    private static String time(@Nullable Long nanos) {
        return nanos == null ? "-" : String.format(Locale.ROOT, "%,.1f ms", nanos / 1e6);
    }
}
