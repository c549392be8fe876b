package org.evenkeel.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import org.evenkeel.kernel.trace.TraceKind;
import org.evenkeel.kernel.trace.TraceRecord;
import org.evenkeel.model.TaskId;
import org.evenkeel.wire.proto.ExplainAnswer;
import org.junit.jupiter.api.Test;

class StoryStepsTest {

    private static List<ExplainAnswer.Step> steps(int count) {
        List<TraceRecord> story =
                LongStream.range(0, count)
                        .mapToObj(i ->
                                new TraceRecord(
                                        i,
                                        10 * i,
                                        new TaskId(7, 3),
                                        TraceKind.STARTED,
                                        i % 2 == 0 ? "n2" : null,
                                        (int) (i % 4),
                                        "why " + i,
                                        null))
                        .toList();
        return StorySteps.of(story, nanos -> "at " + nanos);
    }

    @Test
    void aStoryOfAFewStepsIsWhole() {
        assertThat(steps(0)).isEmpty();
        assertThat(steps(1_100))
                .hasSize(1_100)
                .extracting(ExplainAnswer.Step::getKind)
                .containsOnly(TraceKind.STARTED.name());
        assertThat(steps(2).getLast())
                .isEqualTo(
                        ExplainAnswer.Step.newBuilder()
                                .setSeq(1)
                                .setAt("at 10")
                                .setKind(TraceKind.STARTED.name())
                                .setWords(TraceKind.STARTED.words())
                                .setSlot(1)
                                .setReason("why 1")
                                .build());
    }

    @Test
    void ofALongOneTheMiddleIsLeftOutAndThatIsSaid() {
        List<ExplainAnswer.Step> steps = steps(50_000);
        assertThat(steps)
                .extracting(ExplainAnswer.Step::getSeq)
                .containsExactlyElementsOf(
                        LongStream.concat(
                                        LongStream.range(0, 100), LongStream.range(48_999, 50_000))
                                .boxed()
                                .toList());
        assertThat(steps.get(100))
                .isEqualTo(
                        ExplainAnswer.Step.newBuilder()
                                .setSeq(48_999)
                                .setAt("at 489990")
                                .setKind(StorySteps.LEFT_OUT)
                                .setWords("48,900 steps are left out")
                                .setSlot(-1)
                                .build());
        assertThat(steps(1_101).get(100).getWords()).isEqualTo("1 step is left out");
    }
}
