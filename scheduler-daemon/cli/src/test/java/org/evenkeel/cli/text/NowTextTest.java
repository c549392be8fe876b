package org.evenkeel.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.evenkeel.cli.query.NowLine;
import org.evenkeel.wire.proto.ExplainAnswer;
import org.junit.jupiter.api.Test;

class NowTextTest {
    private static final long SECOND = 1_000_000_000L;

    private static ExplainAnswer answer(String node, ExplainAnswer.Now.Builder now) {
        return ExplainAnswer.newBuilder().setNode(node).setNow(now).build();
    }

    private static ExplainAnswer.Now.Builder now(String state, String... codesAndWords) {
        ExplainAnswer.Now.Builder now = ExplainAnswer.Now.newBuilder().setState(state);
        for (int i = 0; i < codesAndWords.length; i += 2) {
            now.addReasons(
                    ExplainAnswer.Reason.newBuilder()
                            .setCode(codesAndWords[i])
                            .setWords(codesAndWords[i + 1]));
        }
        return now;
    }

    private static List<String> text(boolean all, ExplainAnswer... answers) {
        return NowText.lines(NowLine.list(List.of(answers)), all, TerminalColours.PLAIN);
    }

    @Test
    void aWaitingTaskHasALineForEachNodeTheOneThatHasItFirst() {
        ExplainAnswer.Now.Builder waits =
                now("READY", "BEHIND", "14 tasks start before it", "BUSY", "all 2 workers are busy")
                        .setForNanos(12 * SECOND)
                        .setExpectedNanos(40 * SECOND)
                        .addLinked("n1")
                        .addLinked("n3");
        assertThat(
                        text(
                                false,
                                answer("n10", now("", "HAS_ROOM", "a worker is idle")),
                                answer("n3", now("", "NOT_OPEN", "this node is paused by alice")),
                                answer("n2", waits),
                                answer("n1", now("AWAY", "ELSEWHERE", "n2 has it"))))
                .containsExactly(
                        "Now:",
                        "  n2   waits for 12.0 s: 14 tasks start before it; all 2 workers are busy;"
                                + " expected to start in about 40 s",
                        "  n1   n2 has it",
                        "  n3   this node is paused by alice",
                        "  n10  it cannot be handed here from n2; a worker is idle");
    }

    @Test
    void ofATaskThatRunsOnlyThoseThatKnowItAreShown() {
        ExplainAnswer runs =
                answer("n2", now("RUNNING").setForNanos(SECOND).setExpectedNanos(41 * SECOND));
        ExplainAnswer other = answer("n3", now("", "HAS_ROOM", "a worker is idle"));
        assertThat(text(false, other, runs))
                .containsExactly("Now:", "  n2  runs for 1.0 s; expected to end in about 41 s");
        assertThat(text(true, other, runs)).hasSize(3);
    }

    @Test
    void howSureATimeIsIsSaid() {
        ExplainAnswer.Now.Builder waits =
                now("READY", "BUSY", "its worker is busy")
                        .setExpectedNanos(40 * SECOND)
                        .setSpreadNanos(15 * SECOND)
                        .setRuns(31);
        assertThat(text(false, answer("n2", waits)).getLast())
                .endsWith("; expected to start in about 40 s (25 s to 55 s, from 31 such tasks)");
        assertThat(text(false, answer("n2", waits.setSpreadNanos(0).setRuns(1))).getLast())
                .endsWith("; expected to start in about 40 s (from one such task)");
        assertThat(NowLine.list(List.of(answer("n2", waits))).getFirst().fields())
                .containsEntry("spreadNanos", 0L)
                .containsEntry("runs", 1L);
    }

    @Test
    void aTaskWhoseWorkerIsStartingWaits() {
        ExplainAnswer.Now.Builder given =
                now("RUNNING", "WORKER_STARTING", "its worker is starting").setForNanos(SECOND);
        assertThat(text(false, answer("n2", given)).getLast())
                .isEqualTo("  n2  waits for 1.0 s: its worker is starting");
    }

    @Test
    void whatKeepsATaskWhereItIsIsSaidOfAllOthers() {
        ExplainAnswer holder = answer("n2", now("READY", "WANTED_HERE", "its submitter asked"));
        ExplainAnswer other = answer("n3", now("", "HAS_ROOM", "a worker is idle"));
        assertThat(text(false, holder, other).getLast())
                .endsWith("n3  n2 has it: its submitter asked; a worker is idle");
        ExplainAnswer queued = answer("n2", now("QUEUED", "JOB_NOT_ADMITTED", "not admitted"));
        assertThat(NowLine.list(List.of(queued, other)).getLast().fields().toString())
                .contains("code=JOB_NOT_ADMITTED");
        assertThat(text(false, queued, other).getFirst()).isEqualTo("Now:");
        assertThat(text(false, queued).getLast()).isEqualTo("  n2  waits: not admitted");
    }

    @Test
    void aLinkedNodeWithRoomHasTheReasonOfTheOneThatHasTheTask() {
        ExplainAnswer.Now.Builder waits =
                now("READY", "BUSY", "its worker is busy")
                        .addLinked("n3")
                        .addLinked("n4")
                        .addElsewhere(elsewhere("TAKEN_FOR_FULL", "n2 takes it for full", "n3"))
                        .addElsewhere(elsewhere("TAKEN_FOR_FULL", "n2 takes it for full", "n4"));
        assertThat(
                        text(
                                false,
                                answer("n2", waits),
                                answer("n3", now("", "HAS_ROOM", "a worker is idle")),
                                answer("n4", now("", "BUSY", "its worker is busy"))))
                .endsWith(
                        "  n3  n2 takes it for full; a worker is idle", "  n4  its worker is busy");
    }

    private static ExplainAnswer.Reason elsewhere(String code, String words, String other) {
        return ExplainAnswer.Reason.newBuilder()
                .setCode(code)
                .setWords(words)
                .setOther(other)
                .build();
    }

    @Test
    void anOwnerSaysWhereItsTaskIsAndWhyItWouldNotRunThere() {
        ExplainAnswer owner =
                answer("n1", now("AWAY", "ELSEWHERE", "n2 has it", "BUSY", "its worker is busy"));
        ExplainAnswer waits = answer("n2", now("READY", "WANTED_HERE", "its submitter asked"));
        assertThat(text(false, owner, waits).getLast())
                .isEqualTo("  n1  n2 has it; at n2: its submitter asked; its worker is busy");
        ExplainAnswer runs = answer("n2", now("RUNNING").addLinked("n1"));
        assertThat(text(false, owner, runs).getLast()).isEqualTo("  n1  n2 has it");
        assertThat(text(true, owner, runs).getLast())
                .isEqualTo("  n1  n2 has it; its worker is busy");
    }

    @Test
    void whereTheNodeThatHasTheTaskIsSilentItsOwnerSaysWhy() {
        ExplainAnswer owner = answer("n1", now("AWAY", "NOT_REPORTED", "no node has reported it"));
        ExplainAnswer other = answer("n3", now("", "HAS_ROOM", "a worker is idle"));
        assertThat(text(true, owner, other))
                .containsExactly(
                        "Now:",
                        "  n1  no node has reported it",
                        "  n3  at n1: no node has reported it; a worker is idle");
    }

    @Test
    void aTaskThatHasStartedStaysWhereItIs() {
        ExplainAnswer parked =
                answer("n2", now("PARKED", "WAITS_FOR_CHILDREN", "it waits for 2 children"));
        ExplainAnswer other = answer("n3", now("", "HAS_ROOM", "a worker is idle"));
        assertThat(text(true, parked, other).getLast())
                .isEqualTo("  n3  n2 has it: it waits for 2 children; a worker is idle");
    }

    @Test
    void aTaskThatFitsNoWorkerWaitsThoughItWasGivenToOne() {
        ExplainAnswer.Now.Builder given = now("RUNNING", "UNFIT", "it asks for too much");
        assertThat(text(false, answer("n2", given)).getLast())
                .isEqualTo("  n2  waits: it asks for too much");
    }

    @Test
    void aTaskThatNoNodeHasSaysSo() {
        assertThat(text(false, answer("n1", now("", "HAS_ROOM", "a worker is idle"))))
                .containsExactly("Now: no node has it. If it ended, the last lines above say how.");
        assertThat(NowLine.list(List.of(ExplainAnswer.newBuilder().setNode("n1").build())))
                .as("of a daemon of an earlier version")
                .isEmpty();
    }

    @Test
    void jsonHasTheCodes() {
        NowLine line =
                NowLine.list(List.of(answer("n2", now("READY", "QUOTA", "used up")))).getFirst();
        assertThat(line.fields().toString()).contains("code=QUOTA", "state=READY");
        assertThat(line.fields()).doesNotContainKey("expectedNanos");
    }
}
