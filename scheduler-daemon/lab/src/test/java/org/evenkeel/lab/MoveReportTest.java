package org.evenkeel.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.evenkeel.cli.CommandFailure;
import org.evenkeel.lab.bench.MoveRun;
import org.junit.jupiter.api.Test;

class MoveReportTest {

    @Test
    void whatIsNotKnownIsLeftOut() {
        MoveReport report =
                new MoveReport(
                        new MoveRun.Results(
                                List.of(
                                        new MoveRun.Result(
                                                "byte",
                                                1.25,
                                                0.25,
                                                0.125,
                                                0.2,
                                                Map.of("out", 0.5, "file", Double.NaN),
                                                Map.of("n1", 130L << 20))),
                                0.125,
                                0.0625));
        assertThat(report.json().get("byte"))
                .isEqualTo(
                        Map.of(
                                "moveSeconds",
                                1.25,
                                "copySeconds",
                                0.25,
                                "warmCopySeconds",
                                0.125,
                                "ratio",
                                0.2,
                                "outSeconds",
                                0.5,
                                "daemonPeakBytes",
                                Map.of("n1", 130L << 20)));
        assertThat(report.steps()).contains("takes 125 ms", "to a file 63 ms");
    }

    @Test
    void sizesAreMegabytes() throws Exception {
        assertThat(MoveReport.bytes("256m")).isEqualTo(256 << 20);
        assertThat(MoveReport.bytes("1000M")).isEqualTo(1000 << 20);
        for (String wrong : List.of("0m", "1001m", "256", "1g", "")) {
            assertThatThrownBy(() -> MoveReport.bytes(wrong))
                    .isInstanceOf(CommandFailure.class)
                    .hasMessageContaining("1m to 1000m");
        }
    }
}
