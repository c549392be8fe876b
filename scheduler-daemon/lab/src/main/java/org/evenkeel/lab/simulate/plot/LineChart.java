package org.evenkeel.lab.simulate.plot;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.style.Styler;

/**
 * A chart of lines.
 *
 * @param across what is along the lower axis
 */
public record LineChart(String title, String across, List<Line> lines) {

    /** One of them: values at places, at least one. */
    public record Line(String name, List<Double> places, List<Double> values) {}

    /** Draws into a file that ends in {@code .svg} or {@code .png}. */
    public static void write(Path file, LineChart lineChart) throws IOException {
        Picture.draw(file, () -> List.of(lineChart.chart()));
    }

    private XYChart chart() {
        XYChart chart =
                new XYChartBuilder()
                        .width(Picture.PANEL_WIDTH)
                        .height(Picture.HEIGHT)
                        .title(title)
                        .xAxisTitle(across)
                        .build();
        Charts.style(chart.getStyler());
        chart.getStyler().setLegendPosition(Styler.LegendPosition.OutsideS);
        lines.forEach(line -> chart.addSeries(line.name(), line.places(), line.values()));
        return chart;
    }
}
