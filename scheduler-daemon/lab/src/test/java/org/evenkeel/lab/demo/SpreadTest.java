package org.evenkeel.lab.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.cli.text.TerminalColours;
import org.evenkeel.wire.proto.NodesAnswer;
import org.junit.jupiter.api.Test;

class SpreadTest {
    @Test
    void countsAreThoseOfTheSpanAlone() {
        Spread spread =
                Spread.between(
                        List.of("n1"),
                        Map.of("n1", report("n1", 100, 0)),
                        Map.of("n1", report("n1", 600, 1_500_000_000)),
                        _ -> true,
                        2);
        Spread.Row row = spread.rows().getFirst();
        assertThat(row.run()).isEqualTo(500);
        assertThat(row.busyShare()).isEqualTo(0.75);
        assertThat(row.presence()).isEqualTo(Spread.Presence.ANSWERS);
        assertThat(spread.ended()).isEmpty();
    }

    @Test
    void nodeThatEndedIsNamedAndHasNoCounts() {
        Map<String, NodesAnswer> before = new LinkedHashMap<>();
        before.put("n1", report("n1", 0, 0));
        before.put("n2", report("n2", 50, 0));
        Spread spread =
                Spread.between(
                        before.keySet(),
                        before,
                        Map.of("n1", report("n1", 70, 0)),
                        node -> node.equals("n1"),
                        1);
        assertThat(spread.ended()).containsExactly("n2");
        assertThat(spread.silent()).isEmpty();
        assertThat(spread.isComplete()).isFalse();
        List<String> lines = SpreadTable.of(spread).lines(TerminalColours.PLAIN);
        assertThat(lines).hasSize(4);
        assertThat(lines.get(2)).startsWith("   n2 (ended)").contains("-");
        assertThat(lines.get(3)).startsWith("   all").contains("70");
    }

    @Test
    void nodeThatIsSuspendedHasNotEnded() {
        Map<String, NodesAnswer> before = new LinkedHashMap<>();
        before.put("n1", report("n1", 0, 0));
        before.put("n2", report("n2", 50, 0));
        Spread spread =
                Spread.between(
                        before.keySet(), before, Map.of("n1", report("n1", 70, 0)), _ -> true, 1);
        assertThat(spread.ended()).isEmpty();
        assertThat(spread.silent()).containsExactly("n2");
        assertThat(spread.isComplete()).isFalse();
        assertThat(spread.idle()).isEmpty();
        assertThat(spread.rows().getLast().fields())
                .containsEntry("alive", true)
                .containsEntry("answers", false);
        assertThat(SpreadTable.of(spread).lines(TerminalColours.PLAIN).get(2))
                .startsWith("   n2 (no answer)");
    }

    @Test
    void nodeThatStartedAnewDoesNotCountBackwards() {
        Spread spread =
                Spread.between(
                        List.of("n1"),
                        Map.of("n1", report("n1", 100, 9)),
                        Map.of("n1", report("n1", 3, 1)),
                        _ -> true,
                        1);
        assertThat(spread.rows().getFirst().run()).isZero();
    }

    private static NodesAnswer report(String node, long run, long runNanos) {
        NodesAnswer.Builder report = NodesAnswer.newBuilder().setNode(node).setWorkers(1);
        report.getTotalsBuilder().setRun(run).setRunNanos(runNanos);
        return report.build();
    }

    @Test
    void aNodeThatEndedBeforeTheSpanIsNamedToo() {
        Spread spread =
                Spread.between(
                        List.of("n1", "n2"),
                        Map.of("n1", report("n1", 100, 9)),
                        Map.of("n1", report("n1", 300, 9)),
                        node -> node.equals("n1"),
                        1);
        assertThat(spread.ended()).containsExactly("n2");
    }
}
