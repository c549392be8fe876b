package org.evenkeel.lab.table1;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.evenkeel.lab.simulate.plot.BarChart;
import org.jspecify.annotations.Nullable;

/** Bars for each cluster: what part of the bound each policy reached, here and in the paper. */
public final class MeasuredPicture {
    private static final double PERCENT = 100;

    /** Draws into a file that ends in {@code .svg} or {@code .png}. */
    public static void write(Path file, MeasuredReport report) throws IOException {
        BarChart.write(
                file, report.table().sites().stream().map(site -> bars(report, site)).toList());
    }

    private static BarChart bars(MeasuredReport report, Site site) {
        List<String> names = new ArrayList<>();
        List<Double> ours = new ArrayList<>();
        List<Double> papers = new ArrayList<>();
        for (MeasuredTable.Cell cell : report.of(site)) {
            names.add((cell.column().policy() + " " + cell.column().etaText()).strip());
            ours.add(
                    cell.measurementRun()
                                    .map(measurementRun ->
                                            measurementRun.efficiency(cell.processors()))
                                    .orElse(0.0)
                            * PERCENT);
            @Nullable List<Double> paper = report.paper(cell);
            papers.add(
                    paper == null || paper.isEmpty()
                            ? 0.0
                            : paper.getFirst() / site.bounds().getFirst() * PERCENT);
        }
        SequencedMap<String, List<Double>> series = new LinkedHashMap<>();
        series.put("measured", ours);
        series.put("paper", papers);
        return new BarChart(site.title() + ": part of the bound, %", names, series, PERCENT);
    }
}
