package org.evenkeel.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.kernel.trace.TraceKind;
import org.evenkeel.kernel.trace.TraceLog;
import org.evenkeel.model.Digest;
import org.evenkeel.model.JobId;
import org.evenkeel.model.Payload;
import org.evenkeel.model.Task;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.TaskKind;
import org.evenkeel.wire.WireLimits;
import org.evenkeel.wire.proto.Query;
import org.evenkeel.wire.proto.TraceAnswer;
import org.junit.jupiter.api.Test;

class TraceAnswersTest {

    private final TraceLog log = new TraceLog(100_000);

    private TraceAnswer ask(long from, int most) {
        return TraceAnswers.of(
                        log, Query.newBuilder().setMost(most).build(), from, at -> 1_000 + at)
                .build();
    }

    private TraceAnswer ask(long from) {
        return TraceAnswers.of(log, Query.getDefaultInstance(), from, at -> 1_000 + at).build();
    }

    private void add(int count, String reason) {
        for (int i = 0; i < count; i++) {
            log.add(10 * log.written(), new TaskId(7, i), TraceKind.STARTED, "n2", i % 4, reason);
        }
    }

    @Test
    void everyColumnOfARecordCanBeReadBack() {
        TaskKind kind = new TaskKind(new JobId(7), "square", Digest.NONE, TaskKind.Options.DEFAULT);
        TaskId parent = new TaskId(7, 1);
        log.begin(
                3,
                new Task(new TaskId(7, 2), kind, Payload.NONE, 1, parent),
                TraceKind.ACCEPTED,
                null,
                "why");
        log.add(5, parent, TraceKind.OFFERED, "n2", 3, "");
        TraceAnswer answer = ask(0);
        assertThat(answer.getAtList()).containsExactly(1_003L, 2L);
        assertThat(answer.getSlotList()).containsExactly(-1, 3);
        assertThat(texts(answer, answer.getKindList())).containsExactly("ACCEPTED", "OFFERED");
        assertThat(texts(answer, answer.getOtherList())).containsExactly("", "n2");
        assertThat(texts(answer, answer.getReasonList())).containsExactly("why", "");
        assertThat(
                        answer.getTaskList().stream()
                                .map(answer::getTasks)
                                .map(TraceAnswer.Task::getNumber))
                .containsExactly(2L, 1L);
        assertThat(answer.getBeginsList()).hasSize(1);
        TraceAnswer.Begin begin = answer.getBegins(0);
        assertThat(begin.getRecord()).isZero();
        assertThat(answer.getTexts(begin.getName())).isEqualTo("square");
        assertThat(begin.getParent().getNumber()).isEqualTo(1);
        assertThat(begin.getJob()).isEqualTo(kind.job().value());
        assertThat(answer.getFirst()).isZero();
        assertThat(answer.getNext()).isEqualTo(2);
        assertThat(answer.getWritten()).isEqualTo(2);
    }

    private static List<String> texts(TraceAnswer answer, List<Integer> numbers) {
        return numbers.stream().map(answer::getTexts).toList();
    }

    @Test
    void oneWhoAsksAgainGetsEveryRecordOnceAndAnEmptyAnswerAtTheEnd() {
        add(25_000, "");
        List<Long> firsts = new ArrayList<>();
        long from = 0;
        for (TraceAnswer answer = ask(from); answer.getAtCount() > 0; answer = ask(from)) {
            firsts.add(answer.getFirst());
            assertThat(answer.getNext() - answer.getFirst()).isEqualTo(answer.getAtCount());
            from = answer.getNext();
        }
        assertThat(firsts).containsExactly(0L, 8_192L, 16_384L, 24_576L);
        assertThat(from).isEqualTo(25_000);
        assertThat(ask(from).getFirst()).isEqualTo(25_000);
    }

    @Test
    void aNumberOfAnEarlierProcessBeginsAnew() {
        add(10, "");
        assertThat(ask(5_000).getFirst()).isZero();
        assertThat(ask(5_000, 4).getNext()).isEqualTo(4);
        assertThat(ask(0, 0).getAtCount()).as("at least one").isEqualTo(1);
    }

    @Test
    void whatTheRingHasLostShowsInTheFirstNumber() {
        add(100_500, "");
        assertThat(ask(0).getFirst()).isEqualTo(500);
    }

    @Test
    void longReasonsEndAnAnswerEarlyAndNoneIsTooLong() {
        for (int i = 0; i < 20_000; i++) {
            add(1, i + "x".repeat(WireLimits.MAX_TEXT_LENGTH));
        }
        TraceAnswer answer = ask(0);
        assertThat(answer.getAtCount()).isBetween(200, 400);
        assertThat(answer.getSerializedSize()).isLessThan(WireLimits.MAX_ANSWER_BYTES / 8);
        assertThat(ask(answer.getNext()).getFirst()).isEqualTo(answer.getNext());
    }

    @Test
    void aFullAnswerOfManyTasksIsBounded() {
        add(TraceAnswers.MAX_RECORDS, "a reason");
        assertThat(ask(0).getSerializedSize()).isLessThan(512 << 10);
    }
}
