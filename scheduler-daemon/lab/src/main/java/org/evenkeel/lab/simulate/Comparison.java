package org.evenkeel.lab.simulate;

import java.util.List;
import org.evenkeel.simulator.SimReport;
import org.evenkeel.simulator.measure.Interval;

/**
 * A policy beside the first one, with the same seeds: differences of mean response and makespan,
 * seconds, less is better.
 */
record Comparison(Interval response, Interval makespan) {

    static Comparison of(Runs.Result result, Runs.Result base) {
        return new Comparison(
                result.summary().difference(base.summary(), report -> report.responses().mean()),
                result.summary().difference(base.summary(), SimReport::makespan));
    }

    /** The result of the first policy under the same workload on as many nodes. */
    static Runs.Result baseOf(Runs.Result result, List<Runs.Result> all) {
        for (Runs.Result other : all) {
            if (other.scenario().equals(result.scenario())) {
                return other;
            }
        }
        throw new IllegalArgumentException("a result that is not among all");
    }

    /** Whose tasks wait less, as far as the seeds can tell. */
    String verdict() {
        if (!response.isKnown()) {
            return "one seed cannot tell";
        }
        return switch (response.sign()) {
            case -1 -> "better";
            case 1 -> "worse";
            default -> "no difference seen";
        };
    }
}
