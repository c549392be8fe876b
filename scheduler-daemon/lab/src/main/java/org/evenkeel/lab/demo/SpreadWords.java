package org.evenkeel.lab.demo;

import java.util.List;
import java.util.Map;
import org.evenkeel.cli.ask.NodeReport;
import org.evenkeel.cli.show.Numbers;

/** Tells how the tasks of a count spread over the nodes. */
final class SpreadWords {
    private final Voice voice;
    private final Spread spread;

    SpreadWords(Voice voice, Spread spread) {
        this.voice = voice;
        this.spread = spread;
    }

    /**
     * Tells it.
     *
     * @param tasks of the count
     */
    void tell(long tasks) {
        voice.tell("");
        voice.tell("   How the %s tasks of the last count spread:".formatted(Numbers.count(tasks)));
        SpreadTable.of(spread).lines(voice.paint()).forEach(voice::tell);
        voice.report("nodes", spread.rows().stream().map(Spread.Row::fields).toList());
        voice.report("ended", spread.ended());
        voice.report("ranAgain", spread.regranted());
        voice.tell("");
        if (!spread.ended().isEmpty()) {
            voice.tell(
                    "   Ended in mid-run: "
                            + String.join(", ", spread.ended())
                            + ". What was there ran again elsewhere; the numbers are the same.");
        }
        if (spread.regranted() > 0) {
            voice.tell(
                    spread.regranted() == 1
                            ? "   One task ran twice: the process that had it first has ended."
                            : "   %s tasks ran twice: the process that had them first has ended."
                                    .formatted(Numbers.count(spread.regranted())));
        } else if (spread.ended().isEmpty()) {
            voice.tell("   No task ran twice.");
        }
    }

    /**
     * A policy that balances between neighbours need not reach who is far from where tasks enter.
     */
    void tellIdle(String entry, Map<String, NodeReport> before) {
        NodeReport first = before.get(entry);
        if (first == null) {
            return;
        }
        List<String> neighbours =
                first.neighbours().stream().map(NodeReport.Neighbour::name).toList();
        List<String> idle =
                spread.idle().stream()
                        .filter(node -> !node.equals(entry) && !neighbours.contains(node))
                        .toList();
        if (!idle.isEmpty()) {
            voice.tell(
                    "   %s got none: no neighbour of %s, and the nodes between never had one too many."
                            .formatted(String.join(", ", idle), entry));
        }
    }
}
