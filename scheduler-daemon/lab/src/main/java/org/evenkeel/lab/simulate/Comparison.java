package org.evenkeel.lab.simulate;

import java.util.List;
import org.evenkeel.simulator.SimReport;
import org.evenkeel.simulator.measure.Interval;

/**
 * A policy beside the first one, with the same seeds: differences of mean response and makespan,
 * seconds, less is better.
 */
record Comparison(Interval response, Interval makespan) {

    static Comparison of(ScenarioRuns.Result result, ScenarioRuns.Result base) {
        return new Comparison(
                result.summary().difference(base.summary(), report -> report.responses().mean()),
                result.summary().difference(base.summary(), SimReport::makespan));
    }

    /** The result of the first policy under the same workload on as many nodes. */
    static ScenarioRuns.Result baseOf(ScenarioRuns.Result result, List<ScenarioRuns.Result> all) {
        for (ScenarioRuns.Result other : all) {
            if (other.scenario().equals(result.scenario())) {
                return other;
            }
        }
        throw new IllegalArgumentException("a result that is missing among all results");
    }

    /** Whose tasks wait less, as far as the seeds can tell. */
    String verdict() {
        if (!response.isKnown()) {
            return "needs more than one seed";
        }
        return switch (response.sign()) {
            case -1 -> "better";
            case 1 -> "worse";
            default -> "no difference seen";
        };
    }
}
