package org.evenkeel.lab.demo;

import java.util.List;
import java.util.Map;
import org.evenkeel.cli.text.NumberFormatter;
import org.evenkeel.wire.proto.NodesAnswer;

/** Tells how the tasks of a count spread over the nodes. */
record SpreadText(DemoOutput demoOutput, Spread spread) {
    /**
     * Tells it.
     *
     * @param tasks of the count
     */
    void print(long tasks) {
        demoOutput.print("");
        demoOutput.print(
                "   How the %s tasks of the last count spread:"
                        .formatted(NumberFormatter.count(tasks)));
        SpreadTable.of(spread).lines(demoOutput.terminalColours()).forEach(demoOutput::print);
        demoOutput.report("nodes", spread.rows().stream().map(Spread.Row::fields).toList());
        demoOutput.report("ended", spread.ended());
        demoOutput.report("silent", spread.silent());
        demoOutput.report("ranAgain", spread.regranted());
        demoOutput.print("");
        List<String> ended = spread.ended();
        if (!ended.isEmpty()) {
            demoOutput.print(
                    "   Stopped during the run: "
                            + String.join(", ", ended)
                            + (ended.size() == 1 ? ". Its" : ". Their")
                            + " tasks ran again elsewhere; the results are unchanged.");
        }
        List<String> silent = spread.silent();
        if (!silent.isEmpty()) {
            demoOutput.print(
                    "   No answer from "
                            + String.join(", ", silent)
                            + (silent.size() == 1
                                    ? ", whose process runs: its counts are missing."
                                    : ", whose processes run: their counts are missing."));
        }
        if (spread.regranted() > 0) {
            demoOutput.print(
                    spread.regranted() == 1
                            ? "   One task ran twice, because the process that ran it first ended."
                            : "   %s tasks ran twice, because the processes that ran them first ended."
                                    .formatted(NumberFormatter.count(spread.regranted())));
        } else if (spread.isComplete()) {
            demoOutput.print("   No task ran twice.");
        }
    }

    /**
     * A policy that balances between neighbours need not reach who is far from where tasks enter.
     */
    void printIdle(String entry, Map<String, NodesAnswer> before) {
        NodesAnswer first = before.get(entry);
        if (first == null) {
            return;
        }
        List<String> neighbours =
                first.getNeighboursList().stream().map(NodesAnswer.Neighbour::getName).toList();
        List<String> idle =
                spread.idle().stream()
                        .filter(node -> !node.equals(entry) && !neighbours.contains(node))
                        .toList();
        if (!idle.isEmpty()) {
            demoOutput.print(
                    ("   %s got none: it is no neighbour of %s, and the nodes in between had no "
                                    + "surplus.")
                            .formatted(String.join(", ", idle), entry));
        }
    }
}
