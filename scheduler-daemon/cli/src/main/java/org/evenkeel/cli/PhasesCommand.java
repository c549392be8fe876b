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
import org.evenkeel.cli.ask.PhaseLine;
import org.evenkeel.cli.show.NumberFormatter;
import org.evenkeel.cli.show.TextTable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Shows the last scheduling phases of a cluster. */
@Command(
        name = "phases",
        description = {
            "Show the last scheduling phases of a cluster: the master, and what each "
                    + "phase balanced.",
            "Daemons with the policy nrics or nrics-1999 take part; one or more may be master."
        },
        footer = {
            "",
            "trigger        the node whose announcement started the phase",
            "count          time until all nodes had paused and reported their tasks",
            "exchange       time from then until all nodes had completed their transfers",
            "started        started tasks that were suspended and resumed elsewhere "
                    + "after the phase",
            "none           planned transfers without a task: it had ended, or was "
                    + "running and not moved",
            "before, after  finishing time of the last node relative to a perfect "
                    + "balance; 1 is even",
            "",
            "Examples:",
            "  evenkeel lab phases",
            "  evenkeel lab phases --last 3 --nodes          include each node's tasks "
                    + "and quota",
            "  evenkeel lab phases --json | jq '.phases[-1].transfers'"
        })
public final class PhasesCommand implements Callable<Integer> {
    private static final int MOST = 1_000;
    private static final double NANOS_PER_MILLI = 1e6;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Mixin private final Output output = new Output();
    @Mixin private final ClusterOption cluster = new ClusterOption();

    @Option(
            names = "--last",
            paramLabel = "N",
            defaultValue = "20",
            description = "Number of phases (default: ${DEFAULT-VALUE}); a master keeps 64.")
    private int last = 20;

    @Option(
            names = "--nodes",
            description = "Include w, q and the transfers of each phase, 40 of each.")
    private boolean nodes;

    @Override
    public Integer call() throws IOException, CommandFailure {
        if (last < 1 || last > MOST) {
            throw new ParameterException(
                    spec.commandLine(), "--last: " + last + " is out of range; use 1 to " + MOST);
        }
        Answers answers;
        try (DaemonClient client = cluster.connect()) {
            answers = Answers.parse(client.ask("phases", Integer.toString(last), true));
        }
        List<PhaseLine> all = PhaseLine.list(answers);
        List<PhaseLine> shown = all.subList(Math.max(0, all.size() - last), all.size());
        List<String> masters = PhaseLine.masters(answers);
        output.line(
                masters.isEmpty()
                        ? "There is no master. Start a daemon with --master true and policy nrics."
                        : "master: " + String.join(", ", masters));
        if (shown.isEmpty()) {
            output.line("no phases yet");
        } else if (nodes) {
            shown.forEach(this::print);
        } else {
            output.table(table(shown));
        }
        shown.stream()
                .filter(line -> !line.text("missing").isEmpty())
                .forEach(line -> output.line(name(line) + ": " + line.text("missing")));
        if (!answers.silent().isEmpty()) {
            output.aside("no answer from " + String.join(", ", answers.silent()));
        }
        List<Map<String, Object>> fields = new ArrayList<>();
        shown.forEach(line -> fields.add(new LinkedHashMap<>(line.fields())));
        output.json(Map.of("masters", masters, "phases", fields, "silent", answers.silent()));
        return ExitCode.OK;
    }

    private static TextTable table(List<PhaseLine> lines) {
        TextTable table =
                new TextTable(
                        "",
                        "phase",
                        "at",
                        "trigger",
                        "nodes",
                        "tasks",
                        "moved",
                        "started",
                        "none",
                        "count",
                        "exchange",
                        "before",
                        "after");
        for (PhaseLine line : lines) {
            table.row(
                    name(line),
                    line.text("at"),
                    line.text("trigger"),
                    NumberFormatter.count(line.number("nodeCount")),
                    NumberFormatter.count(line.number("tasks")),
                    NumberFormatter.count(line.number("moved")),
                    NumberFormatter.count(line.number("fromEt")),
                    NumberFormatter.count(line.number("none")),
                    millis(line, "countNanos"),
                    millis(line, "exchangeNanos"),
                    two(line, "imbalanceBefore"),
                    two(line, "imbalanceAfter"));
        }
        return table;
    }

    private void print(PhaseLine line) {
        output.table(table(List.of(line)));
        TextTable members = new TextTable("  ", "node", "ST", "ET", "w", "q", "after", "speed");
        for (Map<?, ?> node : line.all("nodes")) {
            members.row(
                    text(node, "node"),
                    text(node, "st"),
                    text(node, "et"),
                    text(node, "w"),
                    text(node, "q"),
                    "-1".equals(text(node, "after")) ? "?" : text(node, "after"),
                    String.format(Locale.ROOT, "%.3s", text(node, "speed")));
        }
        output.table(members);
        for (Map<?, ?> move : line.all("transfers")) {
            output.line(
                    "  %s to %s: %s"
                            .formatted(text(move, "from"), text(move, "to"), text(move, "tasks")));
        }
        output.line("");
    }

    private static String text(Map<?, ?> fields, String name) {
        Object value = fields.get(name);
        return value == null ? "" : value.toString();
    }

    private static String name(PhaseLine line) {
        return line.text("term") + "." + line.text("phase");
    }

    private static String millis(PhaseLine line, String field) {
        return String.format(Locale.ROOT, "%.1f ms", line.number(field) / NANOS_PER_MILLI);
    }

    private static String two(PhaseLine line, String field) {
        return String.format(Locale.ROOT, "%.2f", line.decimal(field));
    }
}
