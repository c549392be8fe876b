package org.evenkeel.daemon;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import org.evenkeel.kernel.NodeCore;
import org.evenkeel.kernel.phases.PhaseMaster;
import org.evenkeel.kernel.phases.PhaseReport;
import org.evenkeel.model.NodeId;

/** What a node says of scheduling phases: whether it is the master, and the last ones if it was. */
final class PhaseAnswers {
    private static final int USUAL = 20;

    /** Of each phase; an answer has to fit into a frame. */
    private static final int MOST_LINES = 40;

    private PhaseAnswers() {}

    /**
     * @param argument how many phases at most
     * @param time the time of day at a moment of the node's clock
     */
    static void phases(
            Map<String, Object> answer, String argument, NodeCore core, LongFunction<String> time) {
        answer.put("master", core.isMaster());
        NodeId follows = core.books().master();
        answer.put("follows", follows == null ? "" : follows.name());
        answer.put("term", core.books().term());
        answer.put("frozen", core.books().isFrozen());
        List<Object> phases = new ArrayList<>();
        List<PhaseReport> all = core.phases();
        for (PhaseReport report :
                all.subList(Math.max(0, all.size() - most(argument)), all.size())) {
            phases.add(phase(report, time));
        }
        answer.put("phases", phases);
    }

    private static int most(String argument) {
        if (argument.isEmpty()) {
            return USUAL;
        }
        try {
            return Math.clamp(Long.parseLong(argument), 0, PhaseMaster.HISTORY);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("\"" + argument + "\" is not a number", e);
        }
    }

    private static Map<String, Object> phase(PhaseReport report, LongFunction<String> time) {
        Map<String, Object> phase = new LinkedHashMap<>();
        phase.put("term", report.term());
        phase.put("phase", report.phase());
        phase.put("at", time.apply(report.startedNanos()));
        phase.put("trigger", report.trigger().name());
        phase.put("countNanos", report.steps().countNanos());
        phase.put("exchangeNanos", report.steps().exchangeNanos());
        PhaseReport.Totals totals = report.totals();
        phase.put("nodeCount", totals.nodes());
        phase.put("tasks", totals.tasks());
        phase.put("planned", totals.planned());
        phase.put("moved", totals.moved());
        phase.put("none", totals.none());
        phase.put("fromEt", totals.fromEt());
        phase.put("imbalanceBefore", totals.before());
        phase.put("imbalanceAfter", totals.after());
        phase.put("complete", report.outcome() == null);
        phase.put("missing", report.outcome() == null ? "" : report.outcome());
        phase.put(
                "nodes",
                report.nodes().stream().limit(MOST_LINES).map(PhaseAnswers::member).toList());
        phase.put(
                "transfers",
                report.transfers().stream().limit(MOST_LINES).map(PhaseAnswers::move).toList());
        return phase;
    }

    private static Map<String, Object> member(PhaseReport.Member member) {
        Map<String, Object> one = new LinkedHashMap<>();
        one.put("node", member.node().name());
        one.put("st", member.st());
        one.put("et", member.et());
        one.put("w", member.st() + member.et());
        one.put("q", member.quota());
        one.put("speed", member.speed());
        one.put("after", member.after());
        return one;
    }

    private static Map<String, Object> move(PhaseReport.Move move) {
        Map<String, Object> one = new LinkedHashMap<>();
        one.put("from", move.from().name());
        one.put("to", move.to().name());
        one.put("tasks", move.tasks());
        return one;
    }
}
