package org.evenkeel.lab.table1;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.evenkeel.cli.text.TerminalColours;
import org.evenkeel.lab.measure.ClusterForm;
import org.evenkeel.lab.measure.Host;
import org.evenkeel.lab.measure.KnownEngine;
import org.evenkeel.lab.measure.MeasuredWork;
import org.evenkeel.lab.measure.MeasurementOutcome;
import org.evenkeel.lab.measure.MeasurementRun;
import org.evenkeel.lab.measure.NodeShare;
import org.evenkeel.lab.measure.RunMetadata;
import org.evenkeel.lab.measure.Workloads;
import org.junit.jupiter.api.Test;

/** What is said of figures, by an engine whose figures are known. */
class MeasuredReportTest {
    private static final double PROCESSORS = 0.674;
    private static final Host QUIET = new Host("i860", 2, 1L << 34, "Linux 6", 0.1);

    /** Reaches 80 % with one policy, refuses another, gets too little with the third. */
    private static KnownEngine engine() {
        return new KnownEngine(form ->
                switch (form.policy()) {
                    case "glunix" ->
                            new MeasurementOutcome(
                                    0, 3, List.of(), "wider than the cluster", "", "");
                    case "rid" ->
                            new MeasurementOutcome(
                                    7, 3, List.of(run(0.4), run(0.4), run(1)), "", "", "");
                    default ->
                            new MeasurementOutcome(
                                    7, 3, List.of(run(1), run(1), run(1)), "", "", "");
                });
    }

    private static MeasurementRun run(double received) {
        NodeShare nodeShare = new NodeShare(0.1, 10, 10 / received);
        return new MeasurementRun(
                12.0 / (PROCESSORS * 0.8), 12, true, Map.of("n1", nodeShare), 0.3);
    }

    private static MeasuredReport report(KnownEngine engine, Host host, double seconds)
            throws Exception {
        MeasuredTable table =
                MeasuredTable.of(
                        engine,
                        List.of(Site.TWO_KINDS),
                        List.of("glunix", "nrics", "rid"),
                        List.of(0.5),
                        new MeasuredWork(Workloads.QUEENS, 3, seconds, 1, 3),
                        PROCESSORS);
        return new MeasuredReport(
                table,
                table.run(text -> {}),
                new RunMetadata(
                        engine,
                        table.measuredWork(),
                        PROCESSORS,
                        host,
                        "evenkeel 1",
                        "2026-01-02"));
    }

    private static String rows(MeasuredReport report) {
        return String.join(
                "\n", report.rows(Site.TWO_KINDS).lines(TerminalColours.ofStandardOutput()));
    }

    @Test
    void figuresStandBesideThePaperAndTheBound() throws Exception {
        MeasuredReport report = report(engine(), QUIET, 120);
        assertThat(rows(report))
                .containsPattern(
                        "nrics +0\\.500 +5\\.40 / 15\\.4[0-9] +80 % +4\\.99 / 14\\.80 +74 % +120 / 344")
                .containsPattern("glunix +refused +cannot run")
                .containsPattern("rid +unknown +4\\.52 / 13\\.05 +67 % .*host overloaded");
        assertThat(report.title(Site.TWO_KINDS))
                .startsWith("5+5 of two kinds; bound of the speeds 6.74");
    }

    @Test
    void allPoliciesGetTheSameJobAndThoseWithPhasesAMaster() throws Exception {
        KnownEngine engine = engine();
        report(engine, QUIET, 120);
        assertThat(engine.times()).containsExactly(0, 0, 7);
        assertThat(engine.forms())
                .extracting(ClusterForm::master)
                .containsExactly(false, true, false);
    }

    @Test
    void whatIsNoFullMeasurementIsCalledATrial() throws Exception {
        assertThat(report(engine(), QUIET, 120).trial())
                .containsExactly("too many runs are invalid, as marked beside them");
        Host busy = new Host("i860", 2, 1L << 34, "Linux 6", 1.5);
        MeasuredReport report = report(engine(), busy, 10);
        assertThat(report.trial()).hasSize(3);
        assertThat(report.page("x.svg").getFirst())
                .startsWith("# This is a trial, not Table 1: the job takes 10");
    }

    @Test
    void machinesThatLackSomethingAreATrial() throws Exception {
        KnownEngine poor =
                new KnownEngine(form ->
                        new MeasurementOutcome(
                                7, 3, List.of(run(1), run(1), run(1)), "", "", "no reserves here"));
        assertThat(report(poor, QUIET, 120).trial()).containsExactly("no reserves here");
    }

    @Test
    void pageSaysMachineCommitAndDate() throws Exception {
        assertThat(String.join("\n", report(engine(), QUIET, 120).page("x.svg")))
                .contains(
                        "(i860)", "evenkeel 1, 2026-01-02", "](x.svg)", "| glunix |  | refused |");
    }

    @Test
    void programsGetNullWhereThereIsNoFigure() throws Exception {
        Map<String, ?> json = report(engine(), QUIET, 120).json();
        assertThat(json.toString())
                .contains(
                        "refused=true, makespan=null", "published=[4.99, 14.8]", "doubt=host over");
    }
}
