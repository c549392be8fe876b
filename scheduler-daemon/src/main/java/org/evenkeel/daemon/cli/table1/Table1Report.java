package org.evenkeel.daemon.cli.table1;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.evenkeel.daemon.cli.show.Numbers;
import org.evenkeel.daemon.cli.show.TextTable;
import org.jspecify.annotations.Nullable;

/** The table for people and for programs, ours beside the paper's. */
public final class Table1Report {
    private final Table1 table;
    private final List<Table1.Cell> cells;

    public Table1Report(Table1 table, List<Table1.Cell> cells) {
        this.table = table;
        this.cells = List.copyOf(cells);
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
                        Numbers.count(tasks.size()),
                        join(site.bounds()),
                        Numbers.share(reachable(site)));
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
                new TextTable(
                        "",
                        "policy",
                        "eta",
                        "speed-up",
                        "of the bound",
                        "paper's speed-up",
                        "of the bound",
                        "messages per task");
        for (Table1.Cell cell : of(site)) {
            List<Double> paper = published(cell);
            rows.row(
                    cell.column().policy(),
                    cell.column().etaText(),
                    cell.ran() ? join(site.speedUps(cell.makespanSeconds())) : "refused",
                    cell.ran() ? Numbers.share(cell.efficiency()) : "",
                    paper == null ? "" : paper.isEmpty() ? "cannot run" : join(paper),
                    paper == null || paper.isEmpty()
                            ? ""
                            : Numbers.share(paper.getFirst() / site.bounds().getFirst()),
                    cell.ran() ? "%.1f".formatted(cell.messagesPerTask()) : "");
        }
        return rows;
    }

    private List<Table1.Cell> of(Site site) {
        return cells.stream().filter(cell -> cell.site() == site).toList();
    }

    private static @Nullable List<Double> published(Table1.Cell cell) {
        return Published.of(cell.site(), cell.column().name(), cell.column().eta());
    }

    private static String join(List<Double> numbers) {
        return numbers.stream()
                .map(number -> String.format(Locale.ROOT, "%.2f", number))
                .collect(Collectors.joining(" / "));
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
        List<Double> paper = published(cell);
        json.put("policy", cell.column().policy());
        json.put("eta", cell.column().hasEta() ? cell.column().eta() : null);
        json.put("refused", !cell.ran());
        json.put("makespan", cell.ran() ? cell.makespanSeconds() : null);
        boolean known = cell.ran() && !Double.isNaN(cell.halfWidth());
        json.put("makespanInterval", known ? cell.halfWidth() : null);
        json.put("speedUps", cell.ran() ? cell.site().speedUps(cell.makespanSeconds()) : null);
        json.put("ofBound", cell.ran() ? cell.efficiency() : null);
        json.put("published", paper);
        json.put("messagesPerTask", cell.ran() ? cell.messagesPerTask() : null);
        return json;
    }
}
