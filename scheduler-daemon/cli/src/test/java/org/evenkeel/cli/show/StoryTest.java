package org.evenkeel.cli.show;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.ZoneOffset;
import java.util.List;
import org.evenkeel.cli.ask.Answers;
import org.evenkeel.cli.ask.StoryLine;
import org.junit.jupiter.api.Test;

class StoryTest {
    @Test
    void linesTellTimeNodeEventPartnerAndReasonInOrder() throws IOException {
        Answers answers =
                Answers.parse(
                        """
                        {"answers": [
                         {"node": "n10", "task": "a-1", "story": [
                          {"seq": 7, "at": "1970-01-01T01:01:01.002Z", "kind": "ARRIVED",
                           "words": "arrived from", "other": "n1", "slot": -1, "reason": ""},
                          {"seq": 8, "at": "1970-01-01T01:01:01.002Z", "kind": "STARTED",
                           "words": "started", "other": null, "slot": 0,
                           "reason": "a worker is idle"}]},
                         {"node": "n1", "task": "a-1", "story": [
                          {"seq": 1, "at": "1970-01-01T01:01:01.001Z", "kind": "OFFERED",
                           "words": "offered to", "other": "n10", "slot": -1,
                           "reason": "all 1 workers are busy"}]}],
                         "silent": []}
                        """);
        assertThat(Story.lines(StoryLine.list(answers), ZoneOffset.UTC, TerminalColours.PLAIN))
                .containsExactly(
                        "01:01:01.001  n1   offered to n10 -- all 1 workers are busy",
                        "01:01:01.002  n10  arrived from n1",
                        "01:01:01.002  n10  started (worker 0) -- a worker is idle");
    }

    @Test
    void taskThatNobodyRemembersHasNoStory() {
        assertThat(Story.lines(List.of(), ZoneOffset.UTC, TerminalColours.PLAIN)).isEmpty();
    }
}
