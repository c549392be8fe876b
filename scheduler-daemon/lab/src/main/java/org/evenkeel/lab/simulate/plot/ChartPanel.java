package org.evenkeel.lab.simulate.plot;

import java.util.List;
import java.util.function.Function;
import org.evenkeel.lab.simulate.ScenarioRuns;
import org.evenkeel.simulator.SimReport;
import org.evenkeel.simulator.measure.Interval;

/**
 * One figure of a picture.
 *
 * @param title with its unit
 * @param figure of a policy under a workload, with its interval
 */
record ChartPanel(String title, Function<ScenarioRuns.Result, Interval> figure) {
    static final ChartPanel MEAN =
            new ChartPanel("Mean response, s", result -> result.summary().response());
    static final ChartPanel P99 =
            new ChartPanel(
                    "99 % respond within, s",
                    result -> result.summary().of(report -> report.responses().p99()));
    static final ChartPanel MESSAGES =
            new ChartPanel(
                    "Messages per task", result -> result.summary().of(SimReport::messagesPerTask));

    static final ChartPanel SPEED_UP =
            new ChartPanel(
                    "Speed-up against one node", result -> result.summary().of(SimReport::speedUp));
    static final ChartPanel MAKESPAN =
            new ChartPanel("Makespan, s", result -> result.summary().of(SimReport::makespan));

    static final List<ChartPanel> OF_STREAMS = List.of(MEAN, P99, MESSAGES);
    static final List<ChartPanel> OF_ONE_TASK = List.of(SPEED_UP, MAKESPAN, MESSAGES);

    double value(ScenarioRuns.Result result) {
        return figure.apply(result).mean();
    }

    /** Half of an error bar; 0 where it is not known. */
    double error(ScenarioRuns.Result result) {
        Interval interval = figure.apply(result);
        return interval.isKnown() ? interval.halfWidth() : 0;
    }
}
