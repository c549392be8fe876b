package org.evenkeel.daemon.cli.table1;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.evenkeel.daemon.cli.measure.Circumstances;
import org.evenkeel.daemon.cli.measure.ClusterForm;
import org.evenkeel.daemon.cli.measure.Engine;
import org.evenkeel.daemon.cli.measure.Host;
import org.evenkeel.daemon.cli.measure.Outcome;
import org.evenkeel.daemon.cli.measure.Run;
import org.evenkeel.daemon.cli.measure.Share;
import org.evenkeel.daemon.cli.measure.Work;
import org.evenkeel.daemon.cli.measure.Workloads;
import org.evenkeel.daemon.cli.show.Paint;
import org.junit.jupiter.api.Test;

/** What is said of figures, by an engine whose figures are known. */
class MeasuredReportTest {
    private static final double PROCESSORS = 0.674;
    private static final Host QUIET = new Host("i860", 2, 1L << 34, "Linux 6", 0.1);

    /** Reaches 80 % with one policy, refuses the next, gets too little with the third. */
    private static final class Known implements Engine {
        final List<Integer> times = new ArrayList<>();
        final List<ClusterForm> forms = new ArrayList<>();

        @Override
        public String name() {
            return "known";
        }

        @Override
        public String emulation() {
            return "nothing is slowed";
        }

        @Override
        public Outcome measure(ClusterForm form, Work work, int given, Consumer<String> status) {
            times.add(given);
            forms.add(form);
            return switch (form.policy()) {
                case "glunix" -> new Outcome(0, List.of(), "wider than the cluster");
                case "rid" -> new Outcome(7, List.of(run(0.4), run(0.4), run(1)), "");
                default -> new Outcome(7, List.of(run(1), run(1), run(1)), "");
            };
        }

        private static Run run(double received) {
            Map<String, Share> nodes = new LinkedHashMap<>();
            nodes.put("n1", new Share(0.1, 10, 10 / received));
            return new Run(12.0 / (PROCESSORS * 0.8), 12, true, nodes);
        }
    }

    private static MeasuredReport report(Known engine, Host host, double seconds) throws Exception {
        MeasuredTable table =
                MeasuredTable.of(
                        engine,
                        List.of(Site.TWO_KINDS),
                        List.of("glunix", "nrics", "rid"),
                        List.of(0.5),
                        new Work(Workloads.QUEENS, 3, seconds, 1, 3),
                        PROCESSORS);
        return new MeasuredReport(
                table,
                table.run(text -> {}),
                new Circumstances(
                        engine, table.work(), PROCESSORS, host, "evenkeel 1", "2026-01-02"));
    }

    private static String rows(MeasuredReport report) {
        return String.join("\n", report.rows(Site.TWO_KINDS).lines(Paint.ofStandardOutput()));
    }

    @Test
    void figuresStandBesideThePaperAndTheBound() throws Exception {
        MeasuredReport report = report(new Known(), QUIET, 120);
        assertThat(rows(report))
                .containsPattern(
                        "nrics +0\\.500 +5\\.40 / 15\\.4[0-9] +80 % +4\\.99 / 14\\.80 +74 %")
                .containsPattern("glunix +refused +cannot run")
                .containsPattern("rid +unknown +4\\.52 / 13\\.05 +67 % .*host overloaded");
        assertThat(report.title(Site.TWO_KINDS))
                .startsWith("5+5 of two kinds, serial 120.1 / 344.2 s; bound of the speeds 6.74");
    }

    @Test
    void allPoliciesGetTheSameJobAndThoseWithPhasesAMaster() throws Exception {
        Known engine = new Known();
        report(engine, QUIET, 120);
        assertThat(engine.times).containsExactly(0, 0, 7);
        assertThat(engine.forms)
                .extracting(ClusterForm::master)
                .containsExactly(false, true, false);
    }

    @Test
    void whatIsNoFullMeasurementIsCalledATrial() throws Exception {
        assertThat(report(new Known(), QUIET, 120).trial())
                .containsExactly("this machine had too little for its nodes meanwhile");
        Host busy = new Host("i860", 2, 1L << 34, "Linux 6", 1.5);
        MeasuredReport report = report(new Known(), busy, 10);
        assertThat(report.trial()).hasSize(3);
        assertThat(report.page("x.svg").getFirst())
                .startsWith("# A trial, not Table 1: the job takes 10");
    }

    @Test
    void pageSaysMachineCommitAndDate() throws Exception {
        assertThat(String.join("\n", report(new Known(), QUIET, 120).page("x.svg")))
                .contains(
                        "(i860)", "evenkeel 1, 2026-01-02", "](x.svg)", "| glunix |  | refused |");
    }

    @Test
    void programsGetNullWhereThereIsNoFigure() throws Exception {
        Map<String, ?> json = report(new Known(), QUIET, 120).json();
        assertThat(json.toString())
                .contains(
                        "refused=true, makespan=null", "published=[4.99, 14.8]", "doubt=host over");
    }
}
