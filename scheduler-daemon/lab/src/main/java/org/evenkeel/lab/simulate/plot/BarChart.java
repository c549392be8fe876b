package org.evenkeel.lab.simulate.plot;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.SequencedMap;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.style.Styler;

/**
 * A chart of bars: for each name one of each series.
 *
 * @param names under the bars
 * @param series by what it is called; a value for each name, 0 for none
 * @param most the top of the axis
 */
public record BarChart(
        String title, List<String> names, SequencedMap<String, List<Double>> series, double most) {
    private static final int LABEL_DEGREES = 35;

    /** Draws charts beside each other into a file that ends in {@code .svg} or {@code .png}. */
    public static void write(Path file, List<BarChart> charts) throws IOException {
        Picture.draw(file, () -> charts.stream().map(BarChart::chart).toList());
    }

    private CategoryChart chart() {
        CategoryChart chart =
                new CategoryChartBuilder()
                        .width(Picture.PANEL_WIDTH)
                        .height(Picture.HEIGHT)
                        .title(title)
                        .build();
        Charts.style(chart.getStyler());
        chart.getStyler().setLegendPosition(Styler.LegendPosition.OutsideS);
        chart.getStyler().setXAxisLabelRotation(LABEL_DEGREES);
        chart.getStyler().setYAxisMax(most);
        series.forEach((name, values) -> chart.addSeries(name, names, values));
        return chart;
    }
}
