package org.evenkeel.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.evenkeel.cli.ask.Answers;
import org.evenkeel.cli.ask.DaemonClient;
import org.evenkeel.cli.ask.SubmitterReport;
import org.evenkeel.cli.show.NumberFormatter;
import org.evenkeel.cli.show.TextTable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Shows what submitters have and may have. */
@Command(
        name = "quotas",
        description = {
            "Show the quota usage of each submitter at each node.",
            "\"3/10\" means three of ten; without a slash there is no limit.",
            "A submitter is the name in a certificate; (local) stands for programs of "
                    + "the node's own user. Tasks are counted at the node where they were "
                    + "submitted, until their program has their results. \"waiting\" counts "
                    + "tasks that arrived and are queued by quota."
        },
        footer = {
            "",
            "Limits are set in the configuration of each node's daemon:",
            "  quotas { default { tasks = 100000, bytes = 1GiB, jobs = 20 }, alice { processors = 2 } }",
            "",
            "Examples:",
            "  evenkeel quotas",
            "  evenkeel quotas --json | jq '.submitters[] | select(.tasksWaiting > 0)'"
        })
final class QuotasCommand implements Callable<Integer> {
    @Mixin private final Output output = new Output();
    @Mixin private final ClusterOption cluster = new ClusterOption();

    @Override
    public Integer call() throws IOException, CommandFailure {
        Answers answers;
        try (DaemonClient client = cluster.connect()) {
            answers = Answers.parse(client.ask("quotas", "", true));
        }
        TextTable table =
                new TextTable(
                        "",
                        "submitter",
                        "node",
                        "jobs",
                        "tasks",
                        "waiting",
                        "bytes",
                        "processors",
                        "set by");
        List<Map<String, Object>> all = new ArrayList<>();
        for (SubmitterReport line : SubmitterReport.list(answers)) {
            table.row(
                    line.name(),
                    line.node(),
                    of(line, "jobs"),
                    of(line, "tasks"),
                    NumberFormatter.count(line.number("tasksWaiting")),
                    of(line, "bytes"),
                    of(line, "processors"),
                    line.text("source"));
            all.add(new LinkedHashMap<>(line.fields()));
        }
        if (all.isEmpty()) {
            output.line("no submitters");
        } else {
            output.table(table);
        }
        if (!answers.silent().isEmpty()) {
            output.aside("no answer from " + String.join(", ", answers.silent()));
        }
        output.json(Map.of("submitters", all, "silent", answers.silent()));
        return ExitCode.OK;
    }

    private static String of(SubmitterReport line, String good) {
        long limit = line.number(good + "Limit");
        String used =
                line.has(good) ? NumberFormatter.count(line.number(good)) : limit > 0 ? "0" : "-";
        return limit > 0 ? used + "/" + NumberFormatter.count(limit) : used;
    }
}
