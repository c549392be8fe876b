package org.evenkeel.lab.table1;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.evenkeel.cli.text.NumberFormatter;
import org.evenkeel.cli.text.TextTable;
import org.jspecify.annotations.Nullable;

/** The table as text and JSON, ours beside the paper's. */
public record Table1Report(Table1 table, List<Table1.Cell> cells) {
    public Table1Report {
        cells = List.copyOf(cells);
    }

    /** One sentence over the rows of a cluster. */
    public String title(Site site) {
        List<Double> tasks = table.taskSeconds(site);
        return "%s, serial %s s, %s tasks; bound of the speeds %s, of these tasks %s"
                .formatted(
                        site.title(),
                        site.serialSeconds().stream()
                                .map(seconds -> "%.1f".formatted(seconds))
                                .collect(Collectors.joining(" / ")),
                        NumberFormatter.count(tasks.size()),
                        PaperFigure.join(site.bounds()),
                        NumberFormatter.share(reachable(site)));
    }

    /** Part of the bound of the speeds that whole tasks can reach, moved at will for nothing. */
    private double reachable(Site site) {
        List<Double> tasks = new ArrayList<>(table.taskSeconds(site));
        tasks.sort(Comparator.reverseOrder());
        return site.leastSeconds() / site.leastSeconds(tasks);
    }

    /** The rows of a cluster. */
    public TextTable rows(Site site) {
        TextTable rows =
                TextTable.of(
                        "policy|eta|speed-up|of the bound|paper|of the bound|"
                                + "moving started tasks|of the bound|messages per task");
        for (Table1.Cell cell : of(site)) {
            List<Double> moving = moving(cell);
            rows.row(
                    cell.column().policy(),
                    cell.column().etaText(),
                    cell.ran()
                            ? PaperFigure.join(site.speedUps(cell.makespanSeconds()))
                            : "refused",
                    cell.ran() ? NumberFormatter.share(cell.efficiency()) : "",
                    PaperFigure.text(paper(cell)),
                    PaperFigure.share(site, paper(cell)),
                    PaperFigure.join(moving),
                    PaperFigure.share(site, moving),
                    cell.ran() ? "%.1f".formatted(cell.messagesPerTask()) : "");
        }
        return rows;
    }

    /** The paper's figure of the same, without moves of started tasks; null for none. */
    private static @Nullable List<Double> paper(Table1.Cell cell) {
        if (!cell.column().hasPhases()) {
            return Published.yardstick(cell.site(), cell.column().name());
        }
        List<Double> staying = Published.phases(cell.site(), cell.column().eta(), false);
        return staying.isEmpty() ? null : staying;
    }

    private static List<Double> moving(Table1.Cell cell) {
        return cell.column().hasPhases()
                ? Published.phases(cell.site(), cell.column().eta(), true)
                : List.of();
    }

    private List<Table1.Cell> of(Site site) {
        return cells.stream().filter(cell -> cell.site() == site).toList();
    }

    /** Everything for programs; what there is no figure of is null. */
    public Map<String, @Nullable Object> json() {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("depth", table.depth());
        json.put("seed", table.firstSeed());
        json.put("seeds", table.seeds());
        List<Map<String, @Nullable Object>> clusters = new ArrayList<>();
        for (Site site : Site.values()) {
            Map<String, @Nullable Object> cluster = new LinkedHashMap<>();
            cluster.put("cluster", site.title());
            cluster.put("nodes", site.nodes());
            cluster.put("serialSeconds", site.serialSeconds());
            cluster.put("bounds", site.bounds());
            cluster.put("tasks", table.taskSeconds(site).size());
            cluster.put("reachable", reachable(site));
            cluster.put("cells", of(site).stream().map(Table1Report::json).toList());
            clusters.add(cluster);
        }
        json.put("clusters", clusters);
        return json;
    }

    private static Map<String, @Nullable Object> json(Table1.Cell cell) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("policy", cell.column().policy());
        json.put("eta", cell.column().hasEta() ? cell.column().eta() : null);
        json.put("refused", !cell.ran());
        json.put("makespan", cell.ran() ? cell.makespanSeconds() : null);
        boolean known = cell.ran() && !Double.isNaN(cell.halfWidth());
        json.put("makespanInterval", known ? cell.halfWidth() : null);
        json.put("speedUps", cell.ran() ? cell.site().speedUps(cell.makespanSeconds()) : null);
        json.put("ofBound", cell.ran() ? cell.efficiency() : null);
        json.put("published", paper(cell));
        json.put("publishedMoving", moving(cell).isEmpty() ? null : moving(cell));
        json.put("messagesPerTask", cell.ran() ? cell.messagesPerTask() : null);
        return json;
    }
}
