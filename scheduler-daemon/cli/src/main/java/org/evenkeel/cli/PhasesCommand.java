package org.evenkeel.cli;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.evenkeel.cli.query.DaemonClient;
import org.evenkeel.cli.query.PhaseLine;
import org.evenkeel.cli.text.NumberFormatter;
import org.evenkeel.cli.text.TextTable;
import org.evenkeel.model.Numbers;
import org.evenkeel.wire.proto.Answers;
import org.evenkeel.wire.proto.PhasesAnswer;
import org.evenkeel.wire.proto.Topic;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

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
            "  evenkeel lab phases --last 3 --nodes        # include each node's tasks and quota",
            "  evenkeel lab phases --json | jq '.phases[-1].transfers'"
        })
public final class PhasesCommand extends ClusterOutputCommand {
    private static final int MOST = 1_000;
    private static final double NANOS_PER_MILLI = 1e6;

    @Option(
            names = "--last",
            paramLabel = "N",
            description = "Number of phases (default: ${DEFAULT-VALUE}); a master keeps 64.")
    private int last = 20;

    @Option(
            names = "--nodes",
            description =
                    "Include each node's tasks (ST schedulable, ET executing, w both), "
                            + "its quota q, and the transfers; 40 of each.")
    private boolean nodes;

    @Override
    public Integer call() throws IOException, CommandFailure {
        requireRange("--last", last, 1, MOST);
        Answers answers = cluster.ask(DaemonClient.toAll(Topic.TOPIC_PHASES).setMost(last));
        List<PhaseLine> all = PhaseLine.list(answers.getPhasesList());
        List<PhaseLine> shown = all.subList(Math.max(0, all.size() - last), all.size());
        List<String> masters = // one, or two for a moment
                answers.getPhasesList().stream()
                        .filter(PhasesAnswer::getMaster)
                        .map(PhasesAnswer::getNode)
                        .toList();
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
                .map(PhaseLine::phase)
                .filter(phase -> !phase.getMissing().isEmpty())
                .forEach(phase -> output.line(name(phase) + ": " + phase.getMissing()));
        output.silent(answers);
        List<Map<String, Object>> fields = shown.stream().map(PhaseLine::fields).toList();
        output.json(
                Map.of("masters", masters, "phases", fields, "silent", answers.getSilentList()));
        return ExitCode.OK;
    }

    private static TextTable table(List<PhaseLine> lines) {
        TextTable table =
                TextTable.of(
                        "phase|at|trigger|nodes|tasks|moved|started|none|count|exchange|"
                                + "before|after");
        for (PhaseLine line : lines) {
            PhasesAnswer.Phase phase = line.phase();
            table.row(
                    name(phase),
                    phase.getAt(),
                    phase.getTrigger(),
                    NumberFormatter.count(phase.getNodeCount()),
                    NumberFormatter.count(phase.getTasks()),
                    NumberFormatter.count(phase.getMoved()),
                    NumberFormatter.count(phase.getFromEt()),
                    NumberFormatter.count(phase.getNone()),
                    millis(phase.getCountNanos()),
                    millis(phase.getExchangeNanos()),
                    two(phase.getImbalanceBefore()),
                    two(phase.getImbalanceAfter()));
        }
        return table;
    }

    private void print(PhaseLine line) {
        output.table(table(List.of(line)));
        TextTable members = new TextTable("  ", "node", "ST", "ET", "w", "q", "after", "speed");
        for (PhasesAnswer.Member node : line.phase().getNodesList()) {
            members.row(
                    node.getNode(),
                    Long.toString(node.getSt()),
                    Long.toString(node.getEt()),
                    Long.toString(node.getW()),
                    Long.toString(node.getQ()),
                    node.getAfter() < 0 ? "?" : Long.toString(node.getAfter()),
                    Numbers.format("%.3s", node.getSpeed()));
        }
        output.table(members);
        for (PhasesAnswer.Move move : line.phase().getTransfersList()) {
            output.line("  %s to %s: %d".formatted(move.getFrom(), move.getTo(), move.getTasks()));
        }
        output.line("");
    }

    private static String name(PhasesAnswer.Phase phase) {
        return phase.getTerm() + "." + phase.getPhase();
    }

    private static String millis(long nanos) {
        return Numbers.format("%.1f ms", nanos / NANOS_PER_MILLI);
    }

    private static String two(double number) {
        return Numbers.format("%.2f", number);
    }
}
