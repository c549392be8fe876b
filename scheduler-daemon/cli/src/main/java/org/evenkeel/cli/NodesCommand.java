package org.evenkeel.cli;

import java.io.IOException;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.evenkeel.cli.ask.Answers;
import org.evenkeel.cli.ask.DaemonClient;
import org.evenkeel.cli.ask.NodeReport;
import org.evenkeel.cli.show.NumberFormatter;
import org.evenkeel.cli.show.TextTable;
import org.evenkeel.wire.Software;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows the members of a cluster. */
@Command(
        name = "nodes",
        subcommands = NodesForgetCommand.class,
        description = "Show all nodes of a cluster: load, work done and transferred, neighbours.",
        footer = {
            "",
            "state       what the node announces: low (idle), moderate (accepts work), "
                    + "high (full),",
            "            closed (its calendar, daemon key \"calendar\", permits no tasks now)",
            "in, away    tasks received from other nodes, and tasks sent to other nodes",
            "busy share  share of the time since the start that workers spent in tasks",
            "A neighbour in parentheses is unreachable.",
            "If a node will not return: evenkeel nodes forget NODE.",
            "version     shown while nodes run different versions",
            "",
            "Examples:",
            "  evenkeel nodes",
            "  evenkeel nodes --here                      health check of this machine's daemon",
            "  evenkeel nodes --json | jq '.nodes[].totals'"
        })
final class NodesCommand implements Callable<Integer> {
    private static final DateTimeFormatter UNTIL =
            DateTimeFormatter.ofPattern("EEE HH:mm:ss", Locale.ROOT)
                    .withZone(ZoneId.systemDefault());

    /** Of every table. */
    private static final List<String> HEADS =
            List.of(
                    "node",
                    "state",
                    "workers",
                    "busy",
                    "waiting",
                    "run",
                    "in",
                    "away",
                    "busy share",
                    "neighbours");

    @Mixin private final Output output = new Output();
    @Mixin private final ClusterOption cluster = new ClusterOption();

    @Option(
            names = "--here",
            description = "Ask only the daemon of this machine; exits with 1 while it drains.")
    private boolean here;

    @Override
    public Integer call() throws IOException, CommandFailure {
        Answers answers;
        try (DaemonClient client = here ? cluster.connectHere() : cluster.connect()) {
            answers = Answers.parse(client.ask("nodes", "", !here));
        }
        List<NodeReport> reports = NodeReport.list(answers);
        output.table(table(reports));
        if (!answers.silent().isEmpty()) {
            output.line("no answer from " + String.join(", ", answers.silent()));
        }
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("nodes", reports.stream().map(NodesCommand::fields).toList());
        fields.put("silent", answers.silent());
        output.json(fields);
        return here && reports.stream().anyMatch(report -> report.is("draining"))
                ? ExitCode.FAILED
                : ExitCode.OK;
    }

    /** With a column for versions where they differ. */
    static TextTable table(List<NodeReport> reports) {
        boolean versions = reports.stream().map(NodesCommand::version).distinct().count() > 1;
        List<String> heads = new ArrayList<>(HEADS);
        if (versions) {
            heads.add("version");
        }
        TextTable table = new TextTable("", heads.toArray(String[]::new));
        for (NodeReport report : reports) {
            List<String> cells = cells(report);
            if (versions) {
                cells.add(version(report));
            }
            table.row(cells.toArray(String[]::new));
        }
        return table;
    }

    private static List<String> cells(NodeReport report) {
        return new ArrayList<>(
                List.of(
                        report.name(),
                        state(report),
                        NumberFormatter.count(report.number("workers")),
                        NumberFormatter.count(report.number("busy")),
                        NumberFormatter.count(report.number("waiting")),
                        NumberFormatter.count(report.total("run")),
                        NumberFormatter.count(report.total("stolenIn")),
                        NumberFormatter.count(report.total("givenAway")),
                        NumberFormatter.share(report.busyShare()),
                        neighbours(report)));
    }

    /** A daemon from before daemons told their versions says none. */
    private static String version(NodeReport report) {
        String version = report.text("version");
        return version.isEmpty() ? Software.EARLIER : version;
    }

    static Map<Object, Object> fields(NodeReport report) {
        Map<Object, Object> fields = new LinkedHashMap<>(report.fields());
        fields.put("version", version(report));
        return fields;
    }

    private static String state(NodeReport report) {
        if (report.is("draining")) {
            return "draining";
        }
        return report.hours()
                .map(hours -> {
                    String until = hours.until().map(at -> " until " + UNTIL.format(at)).orElse("");
                    return hours.open() ? report.text("state") + until : "closed" + until;
                })
                .orElse(report.text("state"));
    }

    private static String neighbours(NodeReport report) {
        return report.neighbours().stream()
                .map(neighbour -> neighbour.up() ? neighbour.name() : "(" + neighbour.name() + ")")
                .collect(Collectors.joining(" "));
    }
}
