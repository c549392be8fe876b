package org.evenkeel.cli.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.evenkeel.wire.proto.MigrationsAnswer;
import org.junit.jupiter.api.Test;

/** The parts of a move are told by different nodes, and some by none any more. */
class MigrationLineTest {

    private static MigrationsAnswer.Step step(
            String task, int grant, String part, int nanos, String at) {
        return MigrationsAnswer.Step.newBuilder()
                .setAt(at)
                .setTask(task)
                .setEpoch(1)
                .setGrant(grant)
                .setPart(part)
                .setNanos(nanos)
                .setBytes(part.equals("out") ? 500 : 0)
                .build();
    }

    private static MigrationsAnswer node(String name, MigrationsAnswer.Step... steps) {
        return MigrationsAnswer.newBuilder().setNode(name).addAllSteps(List.of(steps)).build();
    }

    private static List<MigrationLine> lines(MigrationsAnswer... nodes) {
        return MigrationLine.list(List.of(nodes));
    }

    @Test
    void twoNodesTellOfOneMove() {
        List<MigrationLine> lines =
                lines(
                        node("n2", step("a-1", 2, "wait", 30, "3"), step("a-1", 2, "in", 4, "4")),
                        node(
                                "n1",
                                step("a-1", 1, "out", 100, "1"),
                                step("a-1", 1, "file", 20, "2")));
        assertThat(lines).hasSize(1);
        MigrationLine move = lines.getFirst();
        assertThat(move.from()).isEqualTo("n1");
        assertThat(move.to()).isEqualTo("n2");
        assertThat(move.bytes()).isEqualTo(500);
        assertThat(move.isWhole()).isTrue();
        assertThat(move.totalNanos()).isEqualTo(154);
    }

    @Test
    void taskThatMovesOnHasALineForEachMove() {
        List<MigrationLine> lines =
                lines(
                        node(
                                "n1",
                                step("a-1", 1, "out", 100, "1"),
                                step("a-1", 1, "file", 20, "2")),
                        node(
                                "n2",
                                step("a-1", 2, "wait", 30, "3"),
                                step("a-1", 2, "in", 4, "4"),
                                step("a-1", 2, "out", 7, "5"),
                                step("a-1", 2, "file", 8, "6")),
                        node("n3", step("a-1", 3, "wait", 9, "7"), step("a-1", 3, "in", 1, "8")));
        assertThat(lines).extracting(MigrationLine::from).containsExactly("n1", "n2");
        assertThat(lines).extracting(MigrationLine::to).containsExactly("n2", "n3");
        assertThat(lines).extracting(MigrationLine::isWhole).containsExactly(true, true);
    }

    @Test
    void whatANodeKnewThatHasEndedIsMissing() {
        List<MigrationLine> lines =
                lines(
                        node(
                                "n3",
                                step("a-1", 2, "wait", 30, "3"),
                                step("a-1", 2, "in", 4, "4"),
                                step("a-2", 3, "wait", 5, "1"),
                                step("a-2", 3, "in", 6, "2")));
        assertThat(lines).extracting(MigrationLine::task).containsExactly("a-2", "a-1");
        assertThat(lines).extracting(MigrationLine::from).containsOnly("");
        assertThat(lines).extracting(MigrationLine::isWhole).containsOnly(false);
    }
}
