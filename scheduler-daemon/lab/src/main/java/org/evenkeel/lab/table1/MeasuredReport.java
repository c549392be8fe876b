package org.evenkeel.lab.table1;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.evenkeel.cli.show.Numbers;
import org.evenkeel.cli.show.TextTable;
import org.evenkeel.lab.measure.Circumstances;
import org.evenkeel.lab.measure.MeasureFlags;
import org.evenkeel.lab.measure.Run;
import org.evenkeel.lab.measure.Workloads;
import org.jspecify.annotations.Nullable;

/** What was measured, for people and for programs, beside the paper's. */
public record MeasuredReport(
        MeasuredTable table, List<MeasuredTable.Cell> cells, Circumstances circumstances) {

    /** Headings of {@link #rows}. */
    private static final String[] HEADINGS = {
        "policy",
        "eta",
        "speed-up",
        "of the bound",
        "paper",
        "of the bound",
        "serial, s",
        "makespans, s",
        "doubt"
    };

    public MeasuredReport {
        cells = List.copyOf(cells);
    }

    /** Why these are no figures to go by; empty when they are. */
    public List<String> trial() {
        return circumstances.trial(
                MeasureFlags.FULL_SECONDS,
                cells.stream().map(MeasuredTable.Cell::outcome).toList());
    }

    /** What stands above all. */
    public List<String> head() {
        return circumstances.head("Table 1", trial());
    }

    /** One sentence over the rows of a cluster. */
    public String title(Site site) {
        return "%s; bound of the speeds %s"
                .formatted(site.title(), PaperFigure.join(site.bounds()));
    }

    private String serial(Site site, Run run) {
        return table.serialSeconds(site, run).stream()
                .map(one -> String.format(Locale.ROOT, "%.0f", one))
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
        Optional<Run> run = cell.run();
        @Nullable List<Double> paper = paper(cell);
        return List.of(
                cell.column().policy(),
                cell.column().etaText(),
                cell.refused()
                        ? "refused"
                        : run.map(one -> PaperFigure.join(cell.speedUps(one))).orElse("unknown"),
                run.map(one -> Numbers.share(one.efficiency(cell.processors()))).orElse(""),
                PaperFigure.text(paper),
                PaperFigure.share(cell.site(), paper),
                run.map(one -> serial(cell.site(), one)).orElse(""),
                cell.outcome().makespans(),
                cell.outcome().doubt());
    }

    /** The paper's figures are of 14 queens. */
    @Nullable List<Double> paper(MeasuredTable.Cell cell) {
        return table.work().workload() == Workloads.QUEENS
                ? PaperFigure.of(cell.site(), cell.column())
                : null;
    }

    List<MeasuredTable.Cell> of(Site site) {
        return cells.stream().filter(cell -> cell.site() == site).toList();
    }

    /** A page in Markdown, without a picture. */
    public List<String> page(String picture) {
        List<String> lines =
                Circumstances.page(head(), picture, "Part of the bound that each policy reached");
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
        Map<String, @Nullable Object> json = circumstances.json(trial());
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
        Optional<Run> run = cell.run();
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("policy", cell.column().policy());
        json.put("eta", cell.column().hasEta() ? cell.column().eta() : null);
        json.put("refused", cell.refused());
        json.put("makespan", run.map(Run::makespan).orElse(null));
        json.put(
                "serialSeconds",
                run.map(one -> table.serialSeconds(cell.site(), one)).orElse(null));
        json.put("speedUps", run.map(cell::speedUps).orElse(null));
        json.put("ofBound", run.map(one -> one.efficiency(cell.processors())).orElse(null));
        json.put("published", paper(cell));
        json.put("makespans", cell.outcome().runs().stream().map(Run::makespan).toList());
        json.put("doubt", cell.outcome().doubt());
        return json;
    }
}
