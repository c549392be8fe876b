package org.evenkeel.lab.simulate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.simulator.SimReport;
import org.evenkeel.simulator.Summary;
import org.evenkeel.simulator.measure.Interval;
import org.evenkeel.simulator.measure.Meter.Messages;
import org.jspecify.annotations.Nullable;

/** The results for programs: an object for each policy. */
public final class ResultJson {
    /**
     * The objects, in the order of the results.
     *
     * @param compared whether each is compared with the first policy
     */
    public static List<Map<String, @Nullable Object>> of(
            Experiment experiment, List<ScenarioRuns.Result> results, boolean compared) {
        List<Map<String, @Nullable Object>> list = new ArrayList<>();
        for (ScenarioRuns.Result result : results) {
            Map<String, @Nullable Object> fields = fields(experiment, result);
            if (compared) {
                compare(fields, result, Comparison.baseOf(result, results));
            }
            list.add(fields);
        }
        return list;
    }

    private static Map<String, @Nullable Object> fields(
            Experiment experiment, ScenarioRuns.Result result) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        Summary summary = result.summary();
        SimReport first = summary.reports().getFirst();
        fields.put("policy", result.policy());
        fields.put("nodes", result.scenario().nodes());
        if (result.scenario().hasLoad()) {
            fields.put("load", result.scenario().load());
        }
        fields.put("seeds", summary.reports().size());
        fields.put("meanResponse", summary.response().mean());
        fields.put("meanResponseInterval", halfWidth(summary.response()));
        fields.put("p50Response", summary.mean(report -> report.responses().p50()));
        fields.put("p99Response", summary.mean(report -> report.responses().p99()));
        fields.put("makespan", summary.mean(SimReport::makespan));
        fields.put("makespanInterval", halfWidth(summary.of(SimReport::makespan)));
        if (experiment.recording() != null) {
            fields.put("recordedMakespan", experiment.recording().makespanSeconds());
        }
        fields.put("speedUp", summary.mean(SimReport::speedUp));
        fields.put("speedUpInterval", halfWidth(summary.of(SimReport::speedUp)));
        fields.put("messagesPerTask", summary.mean(SimReport::messagesPerTask));
        fields.put("messagesByKind", byKind(summary));
        fields.put("meanHops", summary.mean(SimReport::meanHops));
        fields.put("maxHops", summary.maxHops());
        fields.put("idleBesideBacklog", summary.mean(SimReport::idleBesideBacklog));
        fields.put("idleBesideBacklogShare", summary.mean(SimReport::idleBesideBacklogShare));
        fields.put("fairness", summary.mean(SimReport::fairness));
        fields.put("tasks", Math.round(summary.mean(SimReport::tasks)));
        fields.put("executions", summary.mean(SimReport::executions));
        fields.put("events", summary.events());
        fields.put("eventsPerSecond", Math.rint(result.eventsPerSecond()));
        fields.put("traceHash", "%016x".formatted(first.traceHash()));
        return fields;
    }

    private static Map<String, Double> byKind(Summary summary) {
        Map<String, Double> kinds = new LinkedHashMap<>();
        kinds.put("task", summary.perTask(Messages::tasks));
        kinds.put("result", summary.perTask(Messages::results));
        kinds.put("load", summary.perTask(Messages::loads));
        kinds.put("request", summary.perTask(Messages::requests));
        kinds.put("control", summary.perTask(Messages::control));
        return kinds;
    }

    private static void compare(
            Map<String, @Nullable Object> fields,
            ScenarioRuns.Result result,
            ScenarioRuns.Result base) {
        Comparison comparison = Comparison.of(result, base);
        fields.put("comparedTo", base.policy());
        fields.put("meanResponseDifference", comparison.response().mean());
        fields.put("meanResponseDifferenceInterval", halfWidth(comparison.response()));
        fields.put("makespanDifference", comparison.makespan().mean());
        fields.put("makespanDifferenceInterval", halfWidth(comparison.makespan()));
    }

    /** JSON has no word for what is not known but null. */
    private static @Nullable Double halfWidth(Interval interval) {
        return interval.isKnown() ? interval.halfWidth() : null;
    }
}
