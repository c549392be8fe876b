package org.evenkeel.recorder.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.evenkeel.recorder.table.Row;
import org.evenkeel.recorder.table.Table;
import org.evenkeel.wire.proto.Answers;
import org.evenkeel.wire.proto.Query;
import org.evenkeel.wire.proto.TraceAnswer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TraceFollowerTest {

    private static final long NOW = 1_764_000_000_000_000L;

    private final List<Row> rows = new ArrayList<>();
    private TraceFollower follower = new TraceFollower(Map.of(), NOW);

    /** A node's answer: so many records from one on. */
    private static TraceAnswer.Builder answer(
            String node, long incarnation, long first, int count, long written) {
        TraceAnswer.Builder answer =
                TraceAnswer.newBuilder()
                        .setNode(node)
                        .setIncarnation(incarnation)
                        .setFirst(first)
                        .setNext(first + count)
                        .setWritten(written)
                        .addTexts("")
                        .addTexts("STARTED")
                        .addTasks(TraceAnswer.Task.newBuilder().setOrigin(7).setNumber(1));
        for (int i = 0; i < count; i++) {
            answer.addAt(i == 0 ? NOW * 1_000 : 1_000)
                    .addTask(0)
                    .addKind(1)
                    .addOther(0)
                    .addSlot(2)
                    .addReason(0);
        }
        return answer;
    }

    private TraceFollower.Taken take(TraceAnswer.Builder... answers) {
        Answers.Builder all = Answers.newBuilder();
        for (TraceAnswer.Builder answer : answers) {
            all.addTrace(answer);
        }
        TraceFollower.Taken taken = follower.take(all.build(), NOW);
        rows.addAll(taken.rows());
        return taken;
    }

    private Map<String, Long> asked() {
        return follower.question(NOW).getFromMap();
    }

    private List<@Nullable Object> seqs(String node) {
        return rows.stream()
                .filter(row -> row.table() == Table.RECORDS && node.equals(row.get("node")))
                .map(row -> row.get("seq"))
                .toList();
    }

    private List<String> gaps() {
        return rows.stream()
                .filter(row -> row.table() == Table.GAPS)
                .map(row ->
                        "%s %s %s-%s lost %s"
                                .formatted(
                                        row.get("cause"),
                                        row.get("node"),
                                        row.get("from_seq"),
                                        row.get("to_seq"),
                                        row.get("lost")))
                .toList();
    }

    @Test
    void nextQuestionContinuesBehindTheLastAnswerOfEachNode() {
        assertThat(asked()).isEmpty();
        assertThat(take(answer("n1", 5, 0, 3, 10), answer("n2", 6, 0, 2, 2)).more()).isTrue();
        assertThat(asked()).isEqualTo(Map.of("n1", 3L, "n2", 2L));
        assertThat(take(answer("n1", 5, 3, 7, 10), answer("n2", 6, 2, 0, 2)).more()).isFalse();
        assertThat(seqs("n1")).containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L);
        assertThat(seqs("n2")).containsExactly(0L, 1L);
        assertThat(gaps()).isEmpty();
    }

    @Test
    void recordsThatComeTwiceAreTakenOnce() {
        take(answer("n1", 5, 0, 3, 3));
        take(answer("n1", 5, 0, 3, 3));
        take(answer("n1", 5, 1, 4, 5));
        assertThat(seqs("n1")).containsExactly(0L, 1L, 2L, 3L, 4L);
        assertThat(gaps()).isEmpty();
    }

    @Test
    void recordsThatWereWrittenOverAreAGap() {
        take(answer("n1", 5, 0, 3, 3));
        take(answer("n1", 5, 10, 2, 12));
        assertThat(seqs("n1")).containsExactly(0L, 1L, 2L, 10L, 11L);
        assertThat(gaps()).containsExactly("overwritten n1 3-10 lost 7");
        assertThat(rows.get(3).get("from_time")).isEqualTo(NOW + 2);
        assertThat(rows.get(3).get("to_time")).isEqualTo(NOW);
    }

    @Test
    void whatWasWrittenOverBeforeTheFirstAnswerIsAGapToo() {
        take(answer("n1", 5, 50, 2, 52));
        assertThat(gaps()).containsExactly("overwritten n1 0-50 lost 50");
    }

    @Test
    void newProcessWithFewRecordsIsTakenFromItsBeginning() {
        take(answer("n1", 5, 0, 9, 9));
        take(answer("n1", 6, 0, 4, 4));
        assertThat(seqs("n1")).hasSize(13).endsWith(0L, 1L, 2L, 3L);
        assertThat(gaps()).containsExactly("restarted n1 9-null lost null");
        assertThat(asked()).isEqualTo(Map.of("n1", 4L));
    }

    /** Idle for an hour before that: nothing is missing of that hour. */
    @Test
    void gapOfANewProcessBeginsWithTheLastAnswerThatHadEverything() {
        follower.take(answers(answer("n1", 5, 0, 9, 9)), NOW);
        long later = NOW + 3_600_000_000L;
        follower.take(answers(answer("n1", 5, 9, 0, 9)), later);
        List<Row> taken = follower.take(answers(answer("n1", 6, 0, 4, 4)), later + 500_000).rows();
        assertThat(taken.getFirst().get("cause")).isEqualTo("restarted");
        assertThat(taken.getFirst().get("from_time")).isEqualTo(later);
        assertThat(taken.getFirst().get("to_time")).isEqualTo(later + 500_000);
    }

    @Test
    void gapBeginsWithTheLastRecordWhereTheLastAnswerHadNotAll() {
        follower.take(answers(answer("n1", 5, 0, 9, 20)), NOW);
        List<Row> taken = follower.take(answers(answer("n1", 6, 0, 4, 4)), NOW + 500_000).rows();
        assertThat(taken.getFirst().get("from_time")).isEqualTo(NOW + 8);
    }

    private static Answers answers(TraceAnswer.Builder answer) {
        return Answers.newBuilder().addTrace(answer).build();
    }

    @Test
    void newProcessWithMoreRecordsIsAskedAgainFromItsBeginning() {
        take(answer("n1", 5, 0, 9, 9));
        assertThat(take(answer("n1", 6, 9, 4, 13)).more()).isTrue();
        assertThat(seqs("n1")).hasSize(9);
        assertThat(asked()).isEqualTo(Map.of("n1", 0L));
        take(answer("n1", 6, 0, 13, 13));
        assertThat(seqs("n1")).hasSize(22);
        assertThat(gaps()).containsExactly("restarted n1 9-null lost null");
    }

    @Test
    void newProcessThatHasWrittenOverItsFirstRecordsLeavesTwoGaps() {
        take(answer("n1", 5, 0, 9, 9));
        take(answer("n1", 6, 9, 4, 200));
        take(answer("n1", 6, 100, 4, 200));
        assertThat(gaps())
                .containsExactly("restarted n1 9-null lost null", "overwritten n1 0-100 lost 100");
    }

    @Test
    void answerOfAFormerProcessContinuesThere() {
        take(answer("n1", 5, 0, 9, 9));
        take(answer("n1", 6, 0, 2, 2));
        assertThat(take(answer("n1", 5, 9, 1, 10)).more()).as("asked for its own number").isTrue();
        assertThat(asked()).isEqualTo(Map.of("n1", 9L));
        take(answer("n1", 5, 9, 1, 10));
        assertThat(seqs("n1")).endsWith(0L, 1L, 9L);
    }

    @Test
    void storedPositionsAreContinued() {
        follower =
                new TraceFollower(
                        Map.of("n1", List.of(new Position(4, 90, NOW), new Position(5, 20, NOW))),
                        NOW);
        assertThat(asked()).isEqualTo(Map.of("n1", 20L));
        take(answer("n1", 5, 20, 2, 22));
        assertThat(seqs("n1")).containsExactly(20L, 21L);
        assertThat(gaps())
                .as("what may have been marked is closed")
                .containsExactly("silent n1 20-20 lost 0");
    }

    @Test
    void missedNodeIsMarkedOnceAndUnmarkedWhenItAnswers() {
        take(answer("n1", 5, 0, 3, 3));
        rows.addAll(follower.missed("n1", NOW));
        rows.addAll(follower.missed("n1", NOW));
        rows.addAll(follower.missed("unknown", NOW));
        take(answer("n1", 5, 3, 1, 4));
        assertThat(gaps()).containsExactly("silent n1 3-null lost null", "silent n1 3-3 lost 0");
        rows.addAll(follower.missed("n1", NOW));
        take(answer("n1", 5, 8, 1, 9));
        assertThat(gaps()).endsWith("silent n1 4-null lost null", "overwritten n1 4-8 lost 4");
    }

    @Test
    void largeClustersAreAskedForFewerRecordsOfEachNode() {
        TraceAnswer.Builder[] all = new TraceAnswer.Builder[1_000];
        for (int i = 0; i < all.length; i++) {
            all[i] = answer("n" + i, 1, 0, 0, 0);
        }
        take(all);
        assertThat(follower.question(NOW).getMost()).isEqualTo(200);
    }

    @Test
    void nodesThatHaveLeftMakeRoomForOthers() {
        TraceAnswer.Builder[] all = new TraceAnswer.Builder[TraceFollower.MAX_NODES];
        for (int i = 0; i < all.length; i++) {
            all[i] = answer("n" + i, 1, 0, 0, 0);
        }
        take(all);
        Answers other = Answers.newBuilder().addTrace(answer("other", 1, 0, 1, 1)).build();
        assertThat(follower.take(other, NOW).problems()).containsOnlyKeys("other");
        TraceFollower.Taken later = follower.take(other, NOW + 2 * NodeWatch.FORGOTTEN_MICROS);
        assertThat(later.problems()).isEmpty();
        assertThat(later.rows()).hasSize(1);
    }

    @Test
    void answersThatDoNotFitAreAskedForInSmallerParts() {
        int before = follower.question(NOW).getMost();
        Answers refused =
                Answers.newBuilder()
                        .addRefusals(
                                Answers.Refusal.newBuilder()
                                        .setNode("n2")
                                        .setWhy("the answers of all nodes together exceed 5 bytes"))
                        .build();
        TraceFollower.Taken taken = follower.take(refused, NOW);
        assertThat(taken.more()).isTrue();
        assertThat(taken.problems()).containsOnlyKeys("n2");
        assertThat(follower.question(NOW).getMost()).isEqualTo(before / 2);
        for (int i = 0; i < 50; i++) {
            follower.take(refused, NOW);
        }
        assertThat(follower.question(NOW).getMost()).isEqualTo(TraceFollower.FEWEST_OF_ONE);
        take(answer("n1", 1, 0, 1, 1));
        assertThat(follower.question(NOW).getMost()).isEqualTo(2 * TraceFollower.FEWEST_OF_ONE);
    }

    @Test
    void answersThatMakeNoSenseAreNotTaken() {
        List<TraceAnswer.Builder> wrong =
                List.of(
                        answer("n1", 1, 0, 3, 3).clearSlot(),
                        answer("n1", 1, 0, 3, 3).setNext(7),
                        answer("n1", 1, 0, 3, 3).setFirst(-1).setNext(2),
                        answer("n1", 1, Long.MAX_VALUE, 1, 1),
                        answer("n1", 1, 0, 1, 1).setKind(0, 9),
                        answer("n1", 1, 0, 1, 1).setKind(0, -1),
                        answer("n1", 1, 0, 1, 1).setTask(0, 1),
                        answer("n1", 1, 0, 1, 1)
                                .addBegins(TraceAnswer.Begin.newBuilder().setName(77)));
        for (TraceAnswer.Builder each : wrong) {
            TraceFollower.Taken taken = take(each, answer("n2", 1, 0, 0, 0));
            assertThat(taken.problems()).as(each.toString()).containsOnlyKeys("n1");
        }
        assertThat(rows).isEmpty();
        assertThat(asked()).isEqualTo(Map.of("n2", 0L));
    }

    @Test
    void nodeThatTellsOfMoreAndGivesNothingIsNotAskedAtOnce() {
        take(answer("n1", 1, 0, 1, 9));
        assertThat(take(answer("n1", 1, 1, 0, 9)).more()).isFalse();
    }

    @Test
    void columnsOfARecordAreThoseOfTheAnswer() {
        TraceAnswer.Builder answer =
                answer("n1", 3, 40, 1, 41)
                        .addTexts("n2")
                        .addTexts("why")
                        .addTexts("square")
                        .setOther(0, 2)
                        .setReason(0, 3)
                        .addBegins(
                                TraceAnswer.Begin.newBuilder()
                                        .setName(4)
                                        .setJob(1)
                                        .setParent(
                                                TraceAnswer.Task.newBuilder()
                                                        .setOrigin(7)
                                                        .setNumber(9)));
        assertThat(TraceRows.of(answer.build()).getFirst().values())
                .containsExactly(
                        "n1",
                        3L,
                        40L,
                        NOW,
                        "0000000000007-1",
                        "STARTED",
                        "n2",
                        2,
                        "why",
                        "0000000000001",
                        "square",
                        "0000000000007-9");
    }

    @Test
    void questionIsForTheWholeCluster() {
        Query.Builder question = follower.question(NOW);
        assertThat(question.getCluster()).isTrue();
        assertThat(question.getMost()).isEqualTo(TraceFollower.MOST_OF_ONE);
    }
}
