package org.evenkeel.lab.strategies;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.cli.text.TextTable;
import org.evenkeel.lab.measure.MeasurementRun;
import org.evenkeel.lab.measure.RunMetadata;
import org.evenkeel.lab.simulate.plot.LineChart;
import org.evenkeel.model.Numbers;
import org.jspecify.annotations.Nullable;

/** What came out, as text and JSON. */
public record StrategiesReport(
        Strategies strategies, List<Strategies.Cell> cells, RunMetadata runMetadata) {
    /** As long as the simulated machines of then take for it. */
    public static final double FULL_SECONDS = 7;

    private static final String UNKNOWN = "unknown";

    public StrategiesReport {
        cells = List.copyOf(cells);
    }

    /** Why these are no figures to go by; empty when they are. */
    public List<String> trial() {
        return runMetadata.trial(
                FULL_SECONDS, cells.stream().map(Strategies.Cell::measurementOutcome).toList());
    }

    /** What stands above all. */
    public List<String> head() {
        return runMetadata.head("the experiment of 1997", trial());
    }

    /** Speed-ups against one node, a row for each number of nodes. */
    public TextTable rows() {
        List<String> headings = headings();
        TextTable rows = new TextTable("", headings.toArray(String[]::new));
        strategies.nodes().forEach(nodes -> rows.row(row(nodes).toArray(String[]::new)));
        return rows;
    }

    private List<String> headings() {
        List<String> headings = new ArrayList<>(List.of("nodes"));
        headings.addAll(strategies.policies());
        headings.add("doubt");
        return headings;
    }

    private List<String> row(int nodes) {
        List<String> row = new ArrayList<>(List.of(Integer.toString(nodes)));
        String doubt = "";
        for (Strategies.Cell cell : cells) {
            if (cell.nodes() == nodes) {
                row.add(
                        cell.speedUp()
                                .map(speedUp -> Numbers.format("%.2f", speedUp))
                                .orElse(UNKNOWN));
                if (doubt.isEmpty() && !cell.measurementOutcome().doubt().isEmpty()) {
                    doubt = cell.policy() + ": " + cell.measurementOutcome().doubt();
                }
            }
        }
        row.add(doubt);
        return row;
    }

    /** A page in Markdown. */
    public List<String> page(String picture) {
        List<String> lines = RunMetadata.page(head(), picture, "Speed-up over nodes");
        lines.add("");
        lines.add("Speed-up against one node, by number of nodes:");
        lines.add("");
        lines.add("| " + String.join(" | ", headings()) + " |");
        lines.add("|---".repeat(headings().size()) + "|");
        strategies
                .nodes()
                .forEach(nodes -> lines.add("| " + String.join(" | ", row(nodes)) + " |"));
        return lines;
    }

    /** Draws what is known into a file that ends in {@code .svg} or {@code .png}. */
    public void draw(Path file) throws IOException {
        List<LineChart.Line> lines = new ArrayList<>();
        for (String policy : strategies.policies()) {
            List<Double> nodes = new ArrayList<>();
            List<Double> speedUps = new ArrayList<>();
            for (Strategies.Cell cell : cells) {
                if (cell.policy().equals(policy) && cell.speedUp().isPresent()) {
                    nodes.add((double) cell.nodes());
                    speedUps.add(cell.speedUp().orElseThrow());
                }
            }
            if (!nodes.isEmpty()) {
                lines.add(new LineChart.Line(policy, nodes, speedUps));
            }
        }
        LineChart.write(file, new LineChart("Speed-up against one node", "nodes", lines));
    }

    /** Everything for programs; what there is no figure of is null. */
    public Map<String, @Nullable Object> json() {
        Map<String, @Nullable Object> json = runMetadata.json(trial());
        json.put("nodeProcessors", strategies.nodeProcessors());
        json.put("cells", cells.stream().map(StrategiesReport::json).toList());
        return json;
    }

    private static Map<String, @Nullable Object> json(Strategies.Cell cell) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("policy", cell.policy());
        json.put("nodes", cell.nodes());
        json.put("speedUp", cell.speedUp().orElse(null));
        json.put("makespan", cell.measurementRun().map(MeasurementRun::makespan).orElse(null));
        json.put(
                "makespans",
                cell.measurementOutcome().measurementRuns().stream()
                        .map(MeasurementRun::makespan)
                        .toList());
        json.put("doubt", cell.measurementOutcome().doubt());
        return json;
    }
}
