package org.evenkeel.cli;

import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.evenkeel.cli.query.DaemonClient;
import org.evenkeel.cli.query.NodeOrder;
import org.evenkeel.cli.text.NumberFormatter;
import org.evenkeel.cli.text.TextTable;
import org.evenkeel.wire.MessageJson;
import org.evenkeel.wire.Software;
import org.evenkeel.wire.proto.Answers;
import org.evenkeel.wire.proto.NodesAnswer;
import org.evenkeel.wire.proto.Query;
import org.evenkeel.wire.proto.Topic;
import picocli.CommandLine.Command;
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
            "            closed (its calendar, daemon key \"calendar\", permits no tasks now); "
                    + "or why it",
            "            gives up its processors, e.g. in use by its owner, workers frozen (daemon "
                    + "key \"owner\")",
            "in, away    tasks received from other nodes, and tasks sent to other nodes",
            "busy share  share of the time since the start that workers spent in tasks",
            "saved       worker time saved by moving running tasks from there to faster nodes, as "
                    + "predicted when",
            "            they left; shown when tasks have moved",
            "version     shown while nodes run different versions",
            "A neighbour in parentheses is unreachable.",
            "If a node will not return: evenkeel nodes forget NODE.",
            "",
            "Examples:",
            "  evenkeel nodes",
            "  evenkeel nodes --here                    # health check of this machine's daemon",
            "  evenkeel nodes --json | jq '.nodes[].totals'"
        })
final class NodesCommand extends ClusterOutputCommand {
    private static final DateTimeFormatter UNTIL =
            DateTimeFormatter.ofPattern("EEE HH:mm:ss", Locale.ROOT)
                    .withZone(ZoneId.systemDefault());

    /** Of every table. */
    private static final List<String> HEADS =
            List.of(
                    "node|state|workers|busy|waiting|run|in|away|busy share|neighbours"
                            .split("[|]"));

    @Option(
            names = "--here",
            description = "Ask only the daemon of this machine; exits with 1 while it drains.")
    private boolean here;

    @Override
    public Integer call() throws IOException, CommandFailure {
        Answers answers;
        try (DaemonClient client = here ? cluster.connectHere() : cluster.connect()) {
            answers = client.ask(Query.newBuilder().setTopic(Topic.TOPIC_NODES).setCluster(!here));
        }
        List<NodesAnswer> reports = sorted(answers.getNodesList());
        output.table(table(reports));
        if (!answers.getSilentList().isEmpty()) {
            output.line("no answer from " + String.join(", ", answers.getSilentList()));
        }
        String recorder = here ? "" : RecorderOption.line(cluster);
        if (!recorder.isEmpty()) {
            output.line(recorder);
        }
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("nodes", reports.stream().map(NodesCommand::fields).toList());
        fields.put("silent", answers.getSilentList());
        output.json(fields);
        return here && reports.stream().anyMatch(NodesAnswer::getDraining)
                ? ExitCode.FAILED
                : ExitCode.OK;
    }

    static List<NodesAnswer> sorted(List<NodesAnswer> reports) {
        return reports.stream()
                .sorted(Comparator.comparing(NodesAnswer::getNode, NodeOrder.BY_NAME))
                .toList();
    }

    /** With a column for versions where they differ, and one for moves where there were any. */
    static TextTable table(List<NodesAnswer> reports) {
        boolean versions = reports.stream().map(NodesCommand::version).distinct().count() > 1;
        boolean moves = reports.stream().anyMatch(one -> one.getTotals().getMovedToSave() > 0);
        List<String> heads = new ArrayList<>(HEADS);
        if (moves) {
            heads.add("saved");
        }
        if (versions) {
            heads.add("version");
        }
        TextTable table = new TextTable("", heads.toArray(String[]::new));
        for (NodesAnswer report : reports) {
            List<String> cells = cells(report);
            if (moves) {
                cells.add(saved(report.getTotals()));
            }
            if (versions) {
                cells.add(version(report));
            }
            table.row(cells.toArray(String[]::new));
        }
        return table;
    }

    private static List<String> cells(NodesAnswer report) {
        return new ArrayList<>(
                List.of(
                        report.getNode(),
                        state(report),
                        NumberFormatter.count(report.getWorkers()),
                        NumberFormatter.count(report.getBusy()),
                        NumberFormatter.count(report.getWaiting()),
                        NumberFormatter.count(report.getTotals().getRun()),
                        NumberFormatter.count(report.getTotals().getStolenIn()),
                        NumberFormatter.count(report.getTotals().getGivenAway()),
                        NumberFormatter.share(busyShare(report)),
                        neighbours(report)));
    }

    private static String saved(NodesAnswer.Totals totals) {
        long moved = totals.getMovedToSave();
        return moved == 0
                ? ""
                : (moved == 1 ? "%s by %s move" : "%s by %s moves")
                        .formatted(
                                NumberFormatter.seconds(totals.getSavedNanos() / 1e9),
                                NumberFormatter.count(moved));
    }

    /** Worker time spent in tasks, as a share of the time the workers had since the start. */
    static double busyShare(NodesAnswer report) {
        double available = (double) report.getUptimeNanos() * report.getWorkers();
        return available > 0 ? Math.min(1, report.getTotals().getRunNanos() / available) : 0;
    }

    /** A daemon from before daemons told their versions says none. */
    private static String version(NodesAnswer report) {
        return report.getVersion().isEmpty() ? Software.EARLIER : report.getVersion();
    }

    static Map<String, Object> fields(NodesAnswer report) {
        Map<String, Object> fields = MessageJson.fields(report);
        fields.put("version", version(report));
        return fields;
    }

    /** What a node does, and until when if that is known. */
    static String state(NodesAnswer report) {
        if (report.getDraining()) {
            return "draining";
        }
        if (!report.hasHours()) {
            return report.getState();
        }
        NodesAnswer.Hours hours = report.getHours();
        String until = hours.hasUntil() ? " until " + time(hours.getUntil()) : "";
        String notice = hours.getNotice();
        if (hours.getOnHold()) {
            return notice
                    + (hours.getFrozen() ? ", workers frozen" : "")
                    + (hours.hasUntil() ? ", tasks move at " + time(hours.getUntil()) : "");
        }
        if (!notice.isEmpty()) {
            return hours.getOpen() ? "closing" + until + ", " + notice : notice + until;
        }
        return (hours.getOpen() ? report.getState() : "closed") + until;
    }

    /** The text itself when it is no ISO-8601 time. */
    private static String time(String iso) {
        try {
            return UNTIL.format(Instant.parse(iso));
        } catch (DateTimeException e) {
            return iso;
        }
    }

    private static String neighbours(NodesAnswer report) {
        return report.getNeighboursList().stream()
                .map(neighbour ->
                        neighbour.getUp() ? neighbour.getName() : "(" + neighbour.getName() + ")")
                .collect(Collectors.joining(" "));
    }
}
