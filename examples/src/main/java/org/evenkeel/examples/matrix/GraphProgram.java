package org.evenkeel.examples.matrix;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.evenkeel.api.graph.GraphReport;
import org.evenkeel.api.graph.TaskGraph;
import org.evenkeel.examples.program.Options;
import org.evenkeel.examples.program.RanGraph;
import org.evenkeel.examples.program.Report;
import org.evenkeel.examples.program.Runner;

/** What programs have in common that run a graph on a random matrix and check what comes of it. */
public final class GraphProgram {

    /** Rounding errors may grow with the matrix: so many times n times the precision. */
    private static final double TOLERANCE = 100;

    private static final double PRECISION = Math.ulp(1.0);

    private GraphProgram() {}

    /** Computes how wrong the outputs are, relative to what they are made of. */
    public interface Check {
        double residual(RanGraph ran) throws InterruptedException;
    }

    /** What can be said on the command line. */
    public static Options options() {
        return new Options()
                .number("n", 2_000, 1, 20_000, "rows and columns of the matrix")
                .number("block", 200, 1, 20_000, "columns of a task")
                .number("seed", 1, Long.MIN_VALUE, Long.MAX_VALUE, "where the numbers come from")
                .flag("again", "run it twice, planned the second time by what was measured")
                .flag("table", "print when each task was planned to start, and when it did");
    }

    /** Runs it and reports. */
    public static Report run(
            String label, TaskGraph graph, Options.Values values, Runner runner, Check check)
            throws Exception {
        RanGraph ran = runner.runGraph(label, graph);
        List<String> lines = new ArrayList<>();
        Map<String, Object> fields = new LinkedHashMap<>();
        int n = values.whole("n");
        fields.put("n", n);
        fields.put("block", values.whole("block"));
        fields.put("tasks", graph.tasks().size());
        Optional<GraphReport> report = ran.report();
        if (values.has("again") && report.isPresent()) {
            lines.add("as estimated: " + report.get().summary());
            fields.put("firstPlannedSeconds", report.get().plannedSeconds());
            fields.put("firstSeconds", report.get().seconds());
            ran = runner.runGraph(label, graph.measured(report.get()));
            report = ran.report();
        }
        double residual = check.residual(ran);
        boolean correct = residual <= TOLERANCE * n * PRECISION;
        fields.put("residual", residual);
        if (report.isPresent()) {
            GraphReport told = report.get();
            fields.put("plannedSeconds", told.plannedSeconds());
            fields.put("ranSeconds", told.seconds());
            fields.put("runSeconds", told.runSeconds());
            fields.put("nodes", told.nodes());
            fields.put("transfers", told.transfers().size());
            fields.put(
                    "mostTransfers",
                    told.transfers().stream()
                            .mapToInt(GraphReport.Transfer::count)
                            .max()
                            .orElse(0));
            fields.put("replans", told.replans());
            fields.put("madeAgain", told.madeAgain());
            lines.addAll(values.has("table") ? told.lines() : List.of(told.summary()));
            if (values.has("table")) {
                fields.put("table", told.tasks().stream().map(GraphProgram::row).toList());
            }
        }
        lines.add(
                String.format(
                        Locale.ROOT,
                        "%d x %d, %d tasks: residual %.2e, which is %s",
                        n,
                        n,
                        graph.tasks().size(),
                        residual,
                        correct ? "rounding" : "WRONG"));
        return new Report(correct, lines, fields);
    }

    private static Map<String, Object> row(GraphReport.TaskRow task) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("task", task.name());
        row.put("plannedNode", task.plannedNode());
        row.put("node", task.node());
        row.put("plannedStart", task.plannedStart());
        row.put("start", task.start());
        row.put("plannedEnd", task.plannedEnd());
        row.put("end", task.end());
        row.put("runs", task.runs());
        return row;
    }

    /** The largest absolute value. */
    public static double norm(double[] vector) {
        double norm = 0;
        for (double value : vector) {
            norm = Math.max(norm, Math.abs(value));
        }
        return norm;
    }
}
