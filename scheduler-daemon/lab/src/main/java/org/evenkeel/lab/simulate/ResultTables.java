package org.evenkeel.lab.simulate;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.cli.text.NumberFormatter;
import org.evenkeel.cli.text.TextTable;
import org.evenkeel.model.Numbers;
import org.evenkeel.simulator.SimReport;
import org.evenkeel.simulator.Summary;
import org.evenkeel.simulator.measure.Interval;
import org.evenkeel.simulator.measure.Meter.Messages;

/** The results as text. */
public final class ResultTables {
    private static final String MARGIN = "  ";
    private static final String UNKNOWN = "-";
    private static final String[] TIMES =
            ("policy|response mean|+-|p50|p99|makespan|speed-up|+-|idle beside backlog|"
                            + "share|fairness")
                    .split("[|]");
    private static final String[] MESSAGES =
            "policy|messages/task|task|result|load|request|control|hops mean|max".split("[|]");
    private static final String[] DIFFERENCES = {
        "policy", "response", "+-", "makespan", "+-", "than the first policy"
    };

    private final List<ScenarioRuns.Result> results;
    private final Axis axis;

    /** Of these results; tells loads or numbers of nodes apart where there are several. */
    public ResultTables(List<ScenarioRuns.Result> results) {
        this.results = results;
        this.axis = Axis.of(results);
    }

    /** Times in seconds. */
    public TextTable times() {
        TextTable table = table(TIMES);
        for (ScenarioRuns.Result result : results) {
            Summary summary = result.summary();
            Interval speedUp = summary.of(SimReport::speedUp);
            row(
                    table,
                    result,
                    number(summary.response().mean()),
                    halfWidth(summary.response()),
                    number(summary.mean(report -> report.responses().p50())),
                    number(summary.mean(report -> report.responses().p99())),
                    number(summary.mean(SimReport::makespan)),
                    text("%.2f", speedUp.mean()),
                    halfWidth(speedUp),
                    number(summary.mean(SimReport::idleBesideBacklog)),
                    NumberFormatter.share(summary.mean(SimReport::idleBesideBacklogShare)),
                    text("%.3f", summary.mean(SimReport::fairness)));
        }
        return table;
    }

    /** Messages for each task, and how far tasks went. */
    public TextTable messages() {
        TextTable table = table(MESSAGES);
        for (ScenarioRuns.Result result : results) {
            Summary summary = result.summary();
            row(
                    table,
                    result,
                    text("%.2f", summary.mean(SimReport::messagesPerTask)),
                    text("%.2f", summary.perTask(Messages::tasks)),
                    text("%.2f", summary.perTask(Messages::results)),
                    text("%.2f", summary.perTask(Messages::loads)),
                    text("%.2f", summary.perTask(Messages::requests)),
                    text("%.2f", summary.perTask(Messages::control)),
                    text("%.2f", summary.mean(SimReport::meanHops)),
                    Integer.toString(summary.maxHops()));
        }
        return table;
    }

    /** Differences to the first policy, seed by seed. */
    public TextTable differences() {
        TextTable table = table(DIFFERENCES);
        for (ScenarioRuns.Result result : results) {
            ScenarioRuns.Result first = Comparison.baseOf(result, results);
            if (result.equals(first)) {
                row(table, result, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, "the first");
                continue;
            }
            Comparison comparison = Comparison.of(result, first);
            row(
                    table,
                    result,
                    text("%+.4f", comparison.response().mean()),
                    halfWidth(comparison.response()),
                    text("%+.3f", comparison.makespan().mean()),
                    halfWidth(comparison.makespan()),
                    comparison.verdict());
        }
        return table;
    }

    private TextTable table(String... headings) {
        List<String> all = new ArrayList<>(List.of(headings));
        if (axis != Axis.NONE) {
            all.addFirst(axis.label());
        }
        return new TextTable(MARGIN, all.toArray(String[]::new));
    }

    private void row(TextTable table, ScenarioRuns.Result result, String... cells) {
        List<String> all = new ArrayList<>(List.of(cells));
        all.addFirst(result.policy());
        if (axis != Axis.NONE) {
            all.addFirst(axis.textOf(result.scenario()));
        }
        table.row(all.toArray(String[]::new));
    }

    private static String halfWidth(Interval interval) {
        return interval.isKnown() ? number(interval.halfWidth()) : UNKNOWN;
    }

    /** Four digits that mean something. */
    static String number(double value) {
        double size = Math.abs(value);
        return text(size < 10 ? "%.3f" : size < 1000 ? "%.1f" : "%,.0f", value);
    }

    private static String text(String format, Object... values) {
        return Numbers.format(format, values);
    }
}
