package org.evenkeel.lab.plan.plot;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.evenkeel.lab.plan.BusExperiment;
import org.evenkeel.lab.plan.Program;
import org.evenkeel.lab.simulate.plot.Charts;
import org.evenkeel.lab.simulate.plot.Picture;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Speed-up over the number of processors, a chart for each program. */
public final class SpeedUpPicture {
    /** Draws into a file that ends in {@code .svg} or {@code .png}. */
    public static void write(Path file, BusExperiment experiment) throws IOException {
        Picture.draw(
                file,
                () ->
                        Stream.of(Program.values())
                                .map(program -> chart(program, experiment))
                                .toList());
    }

    private static XYChart chart(Program program, BusExperiment experiment) {
        XYChart chart =
                new XYChartBuilder()
                        .width(Picture.PANEL_WIDTH)
                        .height(Picture.HEIGHT)
                        .title(program.title() + ": speed-up")
                        .xAxisTitle("processors")
                        .build();
        Charts.style(chart.getStyler());
        chart.getStyler().setLegendPosition(Styler.LegendPosition.OutsideS);
        for (boolean broadcast : List.of(true, false)) {
            List<BusExperiment.Point> points = experiment.points(program, broadcast);
            chart.addSeries(
                            broadcast ? "with broadcast" : "without",
                            points.stream().map(BusExperiment.Point::processors).toList(),
                            points.stream().map(BusExperiment.Point::speedUp).toList())
                    .setMarker(SeriesMarkers.NONE);
        }
        return chart;
    }
}
