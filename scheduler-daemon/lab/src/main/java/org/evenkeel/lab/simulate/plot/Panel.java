package org.evenkeel.lab.simulate.plot;

import java.util.List;
import java.util.function.Function;
import org.evenkeel.lab.simulate.Runs;
import org.evenkeel.simulator.SimReport;
import org.evenkeel.simulator.measure.Interval;

/**
 * One figure of a picture.
 *
 * @param title with its unit
 * @param figure of a policy under a workload, with its interval
 */
record Panel(String title, Function<Runs.Result, Interval> figure) {
    static final Panel MEAN = new Panel("Mean response, s", result -> result.summary().response());
    static final Panel P99 =
            new Panel(
                    "99 % respond within, s",
                    result -> result.summary().of(report -> report.responses().p99()));
    static final Panel MESSAGES =
            new Panel(
                    "Messages per task", result -> result.summary().of(SimReport::messagesPerTask));

    static final Panel SPEED_UP =
            new Panel(
                    "Speed-up against one node", result -> result.summary().of(SimReport::speedUp));
    static final Panel MAKESPAN =
            new Panel("Makespan, s", result -> result.summary().of(SimReport::makespan));

    static final List<Panel> OF_STREAMS = List.of(MEAN, P99, MESSAGES);
    static final List<Panel> OF_ONE_TASK = List.of(SPEED_UP, MAKESPAN, MESSAGES);

    double value(Runs.Result result) {
        return figure.apply(result).mean();
    }

    /** Half of an error bar; 0 where it is not known. */
    double error(Runs.Result result) {
        Interval interval = figure.apply(result);
        return interval.isKnown() ? interval.halfWidth() : 0;
    }
}
