package org.evenkeel.recorder.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.evenkeel.recorder.table.Row;
import org.evenkeel.recorder.table.Table;
import org.evenkeel.wire.proto.MigrationsAnswer;
import org.evenkeel.wire.proto.NodesAnswer;
import org.junit.jupiter.api.Test;

class ChangeFilterTest {

    private static final long BEGIN = ChangeFilter.DIGEST_MICROS;

    private final ChangeFilter nodes = new ChangeFilter(Table.NODES, List.of("node"), true);

    private static List<Row> busy(long now, long... busy) {
        NodesAnswer[] answers = new NodesAnswer[busy.length];
        for (int i = 0; i < busy.length; i++) {
            answers[i] = NodesAnswer.newBuilder().setNode("n" + i).setBusy(busy[i]).build();
        }
        return StateRows.nodes(List.of(answers), now);
    }

    @Test
    void onlyWhatChangedIsKeptAndEverythingOnceInThirtySeconds() {
        assertThat(nodes.changed(busy(BEGIN, 1, 2), BEGIN)).hasSize(2);
        assertThat(nodes.changed(busy(BEGIN + 1, 1, 2), BEGIN + 1)).isEmpty();
        assertThat(nodes.changed(busy(BEGIN + 2, 1, 3), BEGIN + 2))
                .extracting(row -> row.get("node"))
                .containsExactly("n1");
        assertThat(nodes.changed(busy(BEGIN + 3, 1, 3), 2 * BEGIN)).hasSize(2);
        assertThat(nodes.changed(busy(BEGIN + 3, 1, 3), 2 * BEGIN + 1)).isEmpty();
    }

    @Test
    void nodeThatWasAwayIsKeptAgain() {
        nodes.changed(busy(BEGIN, 1, 2), BEGIN);
        nodes.changed(busy(BEGIN, 1), BEGIN + 1);
        assertThat(nodes.changed(busy(BEGIN, 1, 2), BEGIN + 2)).hasSize(1);
    }

    @Test
    void largeDigestsAreRare() {
        long[] many = new long[2_001];
        nodes.changed(busy(BEGIN, many), 10 * BEGIN);
        assertThat(nodes.changed(busy(BEGIN, many), 12 * BEGIN)).isEmpty();
        assertThat(nodes.changed(busy(BEGIN, many), 13 * BEGIN)).hasSize(many.length);
    }

    @Test
    void partsOfMovesAreKeptOnceAndTheirTimesMayBeAnything() {
        ChangeFilter moves = new ChangeFilter(Table.MOVES, List.of("node", "task", "part"), false);
        List<Row> rows =
                StateRows.moves(
                        List.of(
                                MigrationsAnswer.newBuilder()
                                        .setNode("n1")
                                        .addSteps(step("out", "2026-11-28T10:15:05.123456789Z"))
                                        .addSteps(step("in", "\u001b[31m"))
                                        .addSteps(step("wait", "+1000000000-12-31T23:59:59Z"))
                                        .build()),
                        BEGIN);
        assertThat(rows).extracting(row -> row.get("time")).contains(1_795_860_905_123_456L, BEGIN);
        assertThat(moves.changed(rows, BEGIN)).hasSize(3);
        assertThat(moves.changed(rows, 100 * BEGIN)).isEmpty();
    }

    private static MigrationsAnswer.Step.Builder step(String part, String at) {
        return MigrationsAnswer.Step.newBuilder().setTask("t").setPart(part).setAt(at);
    }
}
