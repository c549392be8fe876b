package org.evenkeel.lab.table1;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.evenkeel.cli.text.NumberFormatter;
import org.evenkeel.cli.text.TextTable;
import org.evenkeel.lab.measure.MeasureFlags;
import org.evenkeel.lab.measure.MeasurementRun;
import org.evenkeel.lab.measure.RunMetadata;
import org.evenkeel.lab.measure.Workloads;
import org.evenkeel.model.Numbers;
import org.jspecify.annotations.Nullable;

/** What was measured, as text and JSON, beside the paper's. */
public record MeasuredReport(
        MeasuredTable table, List<MeasuredTable.Cell> cells, RunMetadata runMetadata) {

    /** Headings of {@link #rows}. */
    private static final String[] HEADINGS =
            ("policy|eta|speed-up|of the bound|paper|of the bound|serial, s|makespans, s|doubt")
                    .split("[|]");

    public MeasuredReport {
        cells = List.copyOf(cells);
    }

    /** Why these are no figures to go by; empty when they are. */
    public List<String> trial() {
        return runMetadata.trial(
                MeasureFlags.FULL_SECONDS,
                cells.stream().map(MeasuredTable.Cell::measurementOutcome).toList());
    }

    /** What stands above all. */
    public List<String> head() {
        return runMetadata.head("Table 1", trial());
    }

    /** One sentence over the rows of a cluster. */
    public String title(Site site) {
        return "%s; bound of the speeds %s"
                .formatted(site.title(), PaperFigure.join(site.bounds()));
    }

    private String serial(Site site, MeasurementRun measurementRun) {
        return table.serialSeconds(site, measurementRun).stream()
                .map(one -> Numbers.format("%.0f", one))
                .collect(Collectors.joining(" / "));
    }

    /** The rows of a cluster. */
    public TextTable rows(Site site) {
        TextTable rows = new TextTable("", HEADINGS);
        cellsOf(site).forEach(row -> rows.row(row.toArray(String[]::new)));
        return rows;
    }

    private List<List<String>> cellsOf(Site site) {
        return of(site).stream().map(this::row).toList();
    }

    private List<String> row(MeasuredTable.Cell cell) {
        Optional<MeasurementRun> measurementRun = cell.measurementRun();
        @Nullable List<Double> paper = paper(cell);
        return List.of(
                cell.column().policy(),
                cell.column().etaText(),
                cell.refused()
                        ? "refused"
                        : measurementRun
                                .map(one -> PaperFigure.join(cell.speedUps(one)))
                                .orElse("unknown"),
                measurementRun
                        .map(one -> NumberFormatter.share(one.efficiency(cell.processors())))
                        .orElse(""),
                PaperFigure.text(paper),
                PaperFigure.share(cell.site(), paper),
                measurementRun.map(one -> serial(cell.site(), one)).orElse(""),
                cell.measurementOutcome().makespans(),
                cell.measurementOutcome().doubt());
    }

    /** The paper's figures are of 14 queens. */
    @Nullable List<Double> paper(MeasuredTable.Cell cell) {
        return table.measuredWork().workload() == Workloads.QUEENS
                ? PaperFigure.of(cell.site(), cell.column())
                : null;
    }

    List<MeasuredTable.Cell> of(Site site) {
        return cells.stream().filter(cell -> cell.site() == site).toList();
    }

    /** A page in Markdown, without a picture. */
    public List<String> page(String picture) {
        List<String> lines =
                RunMetadata.page(head(), picture, "Share of the bound that each policy reached");
        for (Site site : table.sites()) {
            lines.add("");
            lines.add("## " + title(site));
            lines.add(markdown(List.of(HEADINGS)));
            lines.add("|---".repeat(HEADINGS.length) + "|");
            cellsOf(site).forEach(row -> lines.add(markdown(row)));
        }
        return lines;
    }

    private static String markdown(List<String> cells) {
        return "| " + String.join(" | ", cells) + " |";
    }

    /** Everything for programs; what there is no figure of is null. */
    public Map<String, @Nullable Object> json() {
        Map<String, @Nullable Object> json = runMetadata.json(trial());
        List<Map<String, @Nullable Object>> clusters = new ArrayList<>();
        for (Site site : table.sites()) {
            Map<String, @Nullable Object> cluster = new LinkedHashMap<>();
            cluster.put("cluster", site.title());
            cluster.put("nodes", site.nodes());
            cluster.put("bounds", site.bounds());
            cluster.put("cells", of(site).stream().map(this::json).toList());
            clusters.add(cluster);
        }
        json.put("clusters", clusters);
        return json;
    }

    private Map<String, @Nullable Object> json(MeasuredTable.Cell cell) {
        Optional<MeasurementRun> measurementRun = cell.measurementRun();
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("policy", cell.column().policy());
        json.put("eta", cell.column().hasEta() ? cell.column().eta() : null);
        json.put("refused", cell.refused());
        json.put("makespan", measurementRun.map(MeasurementRun::makespan).orElse(null));
        json.put(
                "serialSeconds",
                measurementRun.map(one -> table.serialSeconds(cell.site(), one)).orElse(null));
        json.put("speedUps", measurementRun.map(cell::speedUps).orElse(null));
        json.put(
                "ofBound",
                measurementRun.map(one -> one.efficiency(cell.processors())).orElse(null));
        json.put("published", paper(cell));
        json.put(
                "makespans",
                cell.measurementOutcome().measurementRuns().stream()
                        .map(MeasurementRun::makespan)
                        .toList());
        json.put("doubt", cell.measurementOutcome().doubt());
        return json;
    }
}
