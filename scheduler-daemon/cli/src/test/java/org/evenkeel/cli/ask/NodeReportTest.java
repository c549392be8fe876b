package org.evenkeel.cli.ask;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class NodeReportTest {
    @Test
    void nodesOfAClusterComeByName() throws IOException {
        Answers answers =
                Answers.parse(
                        """
                        {"answers": [{"node": "n10"}, {"node": "n2"}, {"node": "n1"}],
                         "silent": ["n3"]}
                        """);
        assertThat(NodeReport.list(answers))
                .extracting(NodeReport::name)
                .containsExactly("n1", "n2", "n10");
        assertThat(answers.silent()).containsExactly("n3");
    }

    @Test
    void oneNodeAnswersForItself() throws IOException {
        List<NodeReport> reports =
                NodeReport.list(
                        Answers.parse(
                                """
                                {"node": "n1", "workers": 2, "uptimeNanos": 1000,
                                 "totals": {"run": 7, "runNanos": 500}, "draining": true,
                                 "neighbours": [{"name": "n2", "up": true},
                                                {"name": "n3", "up": false}]}
                                """));
        NodeReport report = reports.getFirst();
        assertThat(report.busyShare()).isEqualTo(0.25);
        assertThat(report.total("run")).isEqualTo(7);
        assertThat(report.is("draining")).isTrue();
        assertThat(report.neighbours())
                .containsExactly(
                        new NodeReport.Neighbour("n2", true),
                        new NodeReport.Neighbour("n3", false));
    }

    @Test
    void fieldsThatAreNotThereAreEmptyOrZero() throws IOException {
        NodeReport report = NodeReport.list(Answers.parse("{}")).getFirst();
        assertThat(report.name()).isEmpty();
        assertThat(report.number("workers")).isZero();
        assertThat(report.total("run")).isZero();
        assertThat(report.busyShare()).isZero();
        assertThat(report.neighbours()).isEmpty();
    }

    @Test
    void answerThatIsNoObjectIsRefused() {
        assertThatThrownBy(() -> Answers.parse("[]")).isInstanceOf(IOException.class);
    }
}
