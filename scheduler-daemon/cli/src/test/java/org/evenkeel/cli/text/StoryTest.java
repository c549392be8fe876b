package org.evenkeel.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.ZoneOffset;
import java.util.List;
import org.evenkeel.cli.query.StoryLine;
import org.evenkeel.wire.proto.ExplainAnswer;
import org.junit.jupiter.api.Test;

class StoryTest {
    private static ExplainAnswer.Step step(
            String at, String words, String other, long slot, String reason) {
        return ExplainAnswer.Step.newBuilder()
                .setAt(at)
                .setKind("KIND")
                .setWords(words)
                .setOther(other)
                .setSlot(slot)
                .setReason(reason)
                .build();
    }

    @Test
    void linesTellTimeNodeEventPartnerAndReasonInOrder() {
        List<ExplainAnswer> answers =
                List.of(
                        ExplainAnswer.newBuilder()
                                .setNode("n10")
                                .addStory(
                                        step(
                                                "1970-01-01T01:01:01.002Z",
                                                "arrived from",
                                                "n1",
                                                -1,
                                                ""))
                                .addStory(
                                        step(
                                                "1970-01-01T01:01:01.002Z",
                                                "started",
                                                "",
                                                0,
                                                "a worker is idle"))
                                .build(),
                        ExplainAnswer.newBuilder()
                                .setNode("n1")
                                .addStory(
                                        step(
                                                "1970-01-01T01:01:01.001Z",
                                                "offered to",
                                                "n10",
                                                -1,
                                                "all 1 workers are busy"))
                                .build());
        assertThat(Story.lines(StoryLine.list(answers), ZoneOffset.UTC, TerminalColours.PLAIN))
                .containsExactly(
                        "01:01:01.001  n1   offered to n10 -- all 1 workers are busy",
                        "01:01:01.002  n10  arrived from n1",
                        "01:01:01.002  n10  started (worker 0) -- a worker is idle");
    }

    /** Of a later build, such as one that says how many steps are left out. */
    @Test
    void aStepOfAKindThatIsNotKnownIsToldByItsWords() {
        ExplainAnswer answer =
                ExplainAnswer.newBuilder()
                        .setNode("n1")
                        .addStory(
                                step(
                                        "1970-01-01T01:01:01.001Z",
                                        "48,900 steps are left out",
                                        "",
                                        -1,
                                        ""))
                        .build();
        List<StoryLine> story = StoryLine.list(List.of(answer));
        assertThat(Story.lines(story, ZoneOffset.UTC, TerminalColours.PLAIN))
                .containsExactly("01:01:01.001  n1  48,900 steps are left out");
    }

    @Test
    void taskThatNobodyRemembersHasNoStory() {
        assertThat(Story.lines(List.of(), ZoneOffset.UTC, TerminalColours.PLAIN)).isEmpty();
    }
}
