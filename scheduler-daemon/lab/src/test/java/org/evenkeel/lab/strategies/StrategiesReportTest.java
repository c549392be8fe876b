package org.evenkeel.lab.strategies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
import org.junit.jupiter.api.io.TempDir;

/** What is said of figures, by an engine whose figures are known. */
@SuppressWarnings("unchecked") // JSON
class StrategiesReportTest {
    private static final double EACH = 0.2;

    @TempDir Path folder;

    /** Hybrid has the best speed-up there is, others had too little on more than one node. */
    private static KnownEngine engine() {
        return new KnownEngine(StrategiesReportTest::outcome);
    }

    private static MeasurementOutcome outcome(ClusterForm form) {
        double had = form.policy().equals("hybrid") || form.speeds().size() == 1 ? 1 : 0.5;
        NodeShare nodeShare = new NodeShare(EACH, 5, 5 / had);
        double makespan = 1.4 / (form.speeds().size() * EACH);
        return new MeasurementOutcome(
                5,
                1,
                List.of(new MeasurementRun(makespan, 1.4, true, Map.of("n1", nodeShare), 0.3)),
                "",
                "",
                "");
    }

    private static StrategiesReport report(KnownEngine engine) throws Exception {
        Strategies strategies =
                new Strategies(
                        engine,
                        List.of("hybrid", "sender-initiated"),
                        List.of(1, 4),
                        new MeasuredWork(Workloads.SORT, 0, 7, 1, 3),
                        EACH);
        Host host = new Host("i860", 32, 1L << 30, "Linux 6", 0.1);
        return new StrategiesReport(
                strategies,
                strategies.run(text -> {}),
                new RunMetadata(
                        engine, strategies.measuredWork(), 0.8, host, "evenkeel 1", "today"));
    }

    @Test
    void speedUpIsAgainstOneNodeOfTheSamePart() throws Exception {
        KnownEngine engine = engine();
        assertThat(
                        String.join(
                                "\n",
                                report(engine).rows().lines(TerminalColours.ofStandardOutput())))
                .containsPattern("1 +1\\.00 +1\\.00")
                .containsPattern(
                        "4 +4\\.00 +unknown +sender-initiated: host overloaded: n1 got 0\\.100 of 0\\.200");
        assertThat(engine.forms()).allMatch(form -> form.topology().equals("mesh"));
        assertThat(engine.forms()).extracting(ClusterForm::fastest).containsOnly(EACH);
    }

    @Test
    void pageAndPictureAndJsonSayTheSame() throws Exception {
        StrategiesReport report = report(engine());
        assertThat(report.page("x.svg"))
                .contains(
                        "# This is a trial, not the experiment of 1997: too many runs are invalid, as marked beside them")
                .anyMatch(line ->
                        line.startsWith(
                                "| 4 | 4.00 | unknown | sender-initiated: host overloaded"));
        Path svg = folder.resolve("x.svg");
        report.draw(svg);
        assertThat(Files.readString(svg)).contains("<svg");
        List<Map<String, Object>> cells = (List<Map<String, Object>>) report.json().get("cells");
        assertThat(cells).hasSize(4);
        assertThat(cells.getLast()).containsEntry("speedUp", null);
    }

    @Test
    void clusterThatFailsCostsNoFigureOfThoseBefore() throws Exception {
        KnownEngine failing =
                new KnownEngine(form -> {
                    if (form.speeds().size() > 1) {
                        throw new UncheckedIOException(
                                new IOException("n2 is not ready\ndaemon.out: ..."));
                    }
                    return outcome(form);
                });
        assertThat(
                        String.join(
                                "\n",
                                report(failing).rows().lines(TerminalColours.ofStandardOutput())))
                .containsPattern("1 +1\\.00 +1\\.00")
                .containsPattern("4 +unknown +unknown +hybrid: failed: .*n2 is not ready")
                .doesNotContain("daemon.out");
        KnownEngine broken =
                new KnownEngine(form -> {
                    throw new UncheckedIOException(new IOException("no engine"));
                });
        assertThatThrownBy(() -> report(broken)).hasMessageContaining("no engine");
    }
}
