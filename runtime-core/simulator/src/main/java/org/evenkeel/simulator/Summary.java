package org.evenkeel.simulator;

import java.util.List;
import java.util.function.ToDoubleFunction;
import org.evenkeel.simulator.measure.Interval;
import org.evenkeel.simulator.measure.Meter;

/**
 * What several runs of one policy came to, which differ in their seeds. Immutable.
 *
 * @param reports in the order of their seeds, at least one
 */
public record Summary(List<SimReport> reports) {

    public Summary {
        reports = List.copyOf(reports);
        if (reports.isEmpty()) {
            throw new IllegalArgumentException("a summary of no run");
        }
    }

    /** The mean of a figure over the seeds, with its interval. */
    public Interval of(ToDoubleFunction<SimReport> figure) {
        return Interval.of(values(figure));
    }

    /** The mean of a figure over the seeds. */
    public double mean(ToDoubleFunction<SimReport> figure) {
        return of(figure).mean();
    }

    /** Mean response time of a task, seconds. */
    public Interval response() {
        return of(report -> report.responses().mean());
    }

    /**
     * How much larger a figure is here than there, seed by seed.
     *
     * @throws IllegalArgumentException if the seeds are not the same
     */
    public Interval difference(Summary other, ToDoubleFunction<SimReport> figure) {
        for (int i = 0; i < Math.min(reports.size(), other.reports.size()); i++) {
            if (reports.get(i).seed() != other.reports.get(i).seed()) {
                throw new IllegalArgumentException("runs of other seeds cannot be compared");
            }
        }
        return Interval.ofDifferences(values(figure), other.values(figure));
    }

    /** Messages of a kind for each task. */
    public double perTask(ToDoubleFunction<Meter.Messages> kind) {
        return mean(report ->
                report.tasks() == 0 ? 0 : kind.applyAsDouble(report.messages()) / report.tasks());
    }

    /** Most hand-overs of one task in any run. */
    public int maxHops() {
        return reports.stream().mapToInt(SimReport::maxHops).max().orElse(0);
    }

    /** Events of all runs. */
    public long events() {
        return reports.stream().mapToLong(SimReport::events).sum();
    }

    private double[] values(ToDoubleFunction<SimReport> figure) {
        return reports.stream().mapToDouble(figure).toArray();
    }
}
