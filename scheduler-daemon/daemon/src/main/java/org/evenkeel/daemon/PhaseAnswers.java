package org.evenkeel.daemon;

import java.util.List;
import java.util.function.LongFunction;
import org.evenkeel.kernel.NodeCore;
import org.evenkeel.kernel.phases.PhaseMaster;
import org.evenkeel.kernel.phases.PhaseReport;
import org.evenkeel.model.NodeId;
import org.evenkeel.wire.proto.PhasesAnswer;
import org.evenkeel.wire.proto.Query;

/** What a node says of scheduling phases: whether it is the master, and the last ones if it was. */
final class PhaseAnswers {
    private static final int USUAL = 20;

    /** Of each phase; bounds the answer. */
    private static final int MOST_LINES = 40;

    /**
     * @param time the time of day at a moment of the node's clock
     */
    static PhasesAnswer.Builder phases(Query query, NodeCore core, LongFunction<String> time) {
        int most = query.hasMost() ? Math.clamp(query.getMost(), 0, PhaseMaster.HISTORY) : USUAL;
        NodeId follows = core.books().master();
        PhasesAnswer.Builder answer =
                PhasesAnswer.newBuilder()
                        .setMaster(core.isMaster())
                        .setFollows(follows == null ? "" : follows.name())
                        .setTerm(core.books().term())
                        .setFrozen(core.books().isFrozen())
                        .setWantsMaster(core.wantsMaster());
        List<PhaseReport> all = core.phases();
        for (PhaseReport report : all.subList(Math.max(0, all.size() - most), all.size())) {
            answer.addPhases(phase(report, time));
        }
        return answer;
    }

    private static PhasesAnswer.Phase phase(PhaseReport report, LongFunction<String> time) {
        PhaseReport.Totals totals = report.totals();
        PhasesAnswer.Phase.Builder phase =
                PhasesAnswer.Phase.newBuilder()
                        .setTerm(report.term())
                        .setPhase(report.phase())
                        .setAt(time.apply(report.startedNanos()))
                        .setTrigger(report.trigger().name())
                        .setCountNanos(report.steps().countNanos())
                        .setExchangeNanos(report.steps().exchangeNanos())
                        .setNodeCount(totals.nodes())
                        .setTasks(totals.tasks())
                        .setPlanned(totals.planned())
                        .setMoved(totals.moved())
                        .setNone(totals.none())
                        .setFromEt(totals.fromEt())
                        .setImbalanceBefore(totals.before())
                        .setImbalanceAfter(totals.after())
                        .setComplete(report.outcome() == null)
                        .setMissing(report.outcome() == null ? "" : report.outcome());
        report.nodes().stream()
                .limit(MOST_LINES)
                .map(PhaseAnswers::member)
                .forEach(phase::addNodes);
        report.transfers().stream()
                .limit(MOST_LINES)
                .map(PhaseAnswers::move)
                .forEach(phase::addTransfers);
        return phase.build();
    }

    private static PhasesAnswer.Member member(PhaseReport.Member member) {
        return PhasesAnswer.Member.newBuilder()
                .setNode(member.node().name())
                .setSt(member.st())
                .setEt(member.et())
                .setW(member.st() + member.et())
                .setQ(member.quota())
                .setSpeed(member.speed())
                .setAfter(member.after())
                .build();
    }

    private static PhasesAnswer.Move move(PhaseReport.Move move) {
        return PhasesAnswer.Move.newBuilder()
                .setFrom(move.from().name())
                .setTo(move.to().name())
                .setTasks(move.tasks())
                .build();
    }
}
