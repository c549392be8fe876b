package org.evenkeel.lab.simulate.plot;

import java.awt.Color;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.evenkeel.lab.simulate.Axis;
import org.evenkeel.lab.simulate.ScenarioRuns;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.style.AxesChartStyler;
import org.knowm.xchart.style.Styler;

/** Charts of results: bars for one scenario, lines over several loads or numbers of nodes. */
public final class Charts {
    private static final int LABEL_DEGREES = 35;

    private final List<ScenarioRuns.Result> results;
    private final Axis axis;

    Charts(List<ScenarioRuns.Result> results) {
        this.results = results;
        this.axis = Axis.of(results);
    }

    Chart<?, ?> of(ChartPanel chartPanel) {
        return axis == Axis.NONE ? bars(chartPanel) : lines(chartPanel);
    }

    /** What a picture of these results shows. */
    List<ChartPanel> chartPanels() {
        boolean oneTask = results.getFirst().scenario().isOneTask();
        return oneTask ? ChartPanel.OF_ONE_TASK : ChartPanel.OF_STREAMS;
    }

    /** A bar for each policy, with its interval. */
    private CategoryChart bars(ChartPanel chartPanel) {
        CategoryChart chart =
                new CategoryChartBuilder()
                        .width(Picture.PANEL_WIDTH)
                        .height(Picture.HEIGHT)
                        .title(chartPanel.title())
                        .build();
        style(chart.getStyler());
        chart.getStyler().setLegendVisible(false);
        chart.getStyler().setXAxisLabelRotation(LABEL_DEGREES);
        chart.getStyler().setLabelsVisible(false);
        chart.addSeries(
                chartPanel.title(),
                results.stream().map(ScenarioRuns.Result::policy).toList(),
                results.stream().map(chartPanel::value).toList(),
                results.stream().map(chartPanel::error).toList());
        return chart;
    }

    /** A line over the loads or numbers of nodes for each policy. */
    private XYChart lines(ChartPanel chartPanel) {
        XYChart chart =
                new XYChartBuilder()
                        .width(Picture.PANEL_WIDTH)
                        .height(Picture.HEIGHT)
                        .title(chartPanel.title())
                        .xAxisTitle(axis.label())
                        .build();
        style(chart.getStyler());
        chart.getStyler().setLegendPosition(Styler.LegendPosition.OutsideS);
        List<String> policies =
                results.stream().map(ScenarioRuns.Result::policy).distinct().toList();
        for (String policy : policies) {
            List<Double> places = new ArrayList<>();
            List<Double> values = new ArrayList<>();
            List<Double> errors = new ArrayList<>();
            for (ScenarioRuns.Result result : results) {
                if (result.policy().equals(policy)) {
                    places.add(axis.valueOf(result.scenario()));
                    values.add(chartPanel.value(result));
                    errors.add(chartPanel.error(result));
                }
            }
            chart.addSeries(policy, places, values, errors);
        }
        return chart;
    }

    /** What all charts look like. */
    public static void style(AxesChartStyler styler) {
        styler.setLocale(Locale.ROOT);
        styler.setChartBackgroundColor(Color.WHITE);
        styler.setPlotBorderVisible(false);
        styler.setChartTitleBoxVisible(false);
        styler.setErrorBarsColor(Color.DARK_GRAY);
        styler.setYAxisMin(0.0);
    }
}
