package org.evenkeel.cli.top;

import static org.assertj.core.api.Assertions.assertThat;
import static org.evenkeel.cli.top.Sample.JOB;
import static org.evenkeel.cli.top.Sample.job;
import static org.evenkeel.cli.top.Sample.node;
import static org.evenkeel.cli.top.Sample.screen;
import static org.evenkeel.cli.top.Sample.task;

import java.util.List;
import org.evenkeel.cli.top.Key.Kind;
import org.evenkeel.model.TaskId;
import org.evenkeel.wire.proto.Answers;
import org.evenkeel.wire.proto.ExplainAnswer;
import org.evenkeel.wire.proto.JobsAnswer;
import org.junit.jupiter.api.Test;

/** What keys do, and what new looks leave as it is. */
class TopStateTest {
    private final TopState state = Sample.state(Sample.office().at(1));

    private void press(Kind... kinds) {
        for (Kind kind : kinds) {
            state.press(Key.of(kind));
        }
    }

    private void type(String characters) {
        characters.chars().forEach(point -> state.press(Key.of((char) point)));
    }

    private List<String> tasks() {
        return state.tasks().shown().stream().map(row -> row.id().substring(13)).toList();
    }

    private String selectedTask() {
        return state.tasks().selected().map(row -> row.id().substring(13)).orElse("none");
    }

    private String helpLine() {
        return screen(state, 80, 24).lines().toList().getLast();
    }

    @Test
    void sortsByColumnsInTurnAndInTheOtherDirection() {
        assertThat(tasks()).as("by state").containsExactly("-1", "-2", "-10", "-3", "-5");
        type("s");
        assertThat(tasks()).as("by node").containsExactly("-1", "-3", "-10", "-2", "-5");
        assertThat(helpLine()).isEqualTo("tasks by where, from the beginning");
        type("r");
        assertThat(tasks()).containsExactly("-5", "-2", "-1", "-3", "-10");
        assertThat(helpLine()).isEqualTo("tasks by where, from the end");
        type("s");
        assertThat(helpLine()).isEqualTo("tasks by for, largest first");
        type("ss");
        assertThat(tasks()).as("by id").containsExactly("-1", "-2", "-3", "-5", "-10");
        press(Kind.DOWN);
        assertThat(helpLine()).startsWith("q quit");
    }

    @Test
    void numbersSortFromTheLargestOn() {
        press(Kind.TAB);
        type("ss");
        assertThat(state.machineRows()).hasSize(4);
        assertThat(screen(state, 80, 24).lines().skip(2).limit(5))
                .satisfiesExactly(
                        heads -> assertThat(heads).startsWith("> machines 4").contains("busy v"),
                        silent -> assertThat(silent).startsWith("> n3"),
                        first -> assertThat(first).startsWith("  n1"),
                        second -> assertThat(second).startsWith("  n2"),
                        third -> assertThat(third).startsWith("  n4"));
    }

    @Test
    void theSelectedTaskStaysSelectedWhileItIsThere() {
        press(Kind.DOWN, Kind.DOWN);
        assertThat(selectedTask()).isEqualTo("-10");
        Sample next =
                new Sample()
                        .node(node("n1", 2, 2))
                        .tasks(
                                "n1",
                                task(JOB + "-9", "k", "RUNNING", "n1"),
                                task(JOB + "-1", "k", "RUNNING", "n1"),
                                task(JOB + "-2", "k", "RUNNING", "n1"),
                                task(JOB + "-10", "k", "PARKED", "n1"));
        state.accept(new LookUpdate(next.at(2), ""));
        assertThat(selectedTask()).isEqualTo("-10");
        Sample last = new Sample().tasks("n1", task(JOB + "-9", "k", "RUNNING", "n1"));
        state.accept(new LookUpdate(last.at(3), ""));
        assertThat(selectedTask()).as("it has gone").isEqualTo("-9");
        state.accept(new LookUpdate(new Sample().at(4), ""));
        assertThat(selectedTask()).isEqualTo("none");
        press(Kind.UP, Kind.DOWN, Kind.PAGE_DOWN, Kind.PAGE_UP, Kind.END, Kind.HOME, Kind.ENTER);
        assertThat(state.openTask()).isNull();
    }

    @Test
    void selectionStopsAtBothEnds() {
        press(Kind.UP);
        assertThat(selectedTask()).isEqualTo("-1");
        press(Kind.END, Kind.DOWN);
        assertThat(selectedTask()).isEqualTo("-5");
        press(Kind.PAGE_UP);
        assertThat(selectedTask()).isEqualTo("-1");
        press(Kind.PAGE_DOWN, Kind.HOME, Kind.DOWN);
        assertThat(selectedTask()).isEqualTo("-2");
    }

    @Test
    void tabAndArrowsChangeTheTable() {
        List<String> order =
                List.of("> machines", "> jobs", "> tasks", "> jobs", "> machines", "> tasks");
        Kind[] keys = {Kind.TAB, Kind.RIGHT, Kind.TAB, Kind.LEFT, Kind.BACK_TAB, Kind.LEFT};
        for (int i = 0; i < keys.length; i++) {
            press(keys[i]);
            assertThat(screen(state, 80, 24)).contains(order.get(i));
        }
    }

    @Test
    void filterShowsRowsWithTheText() {
        type("/SCEn");
        assertThat(tasks()).containsExactly("-10");
        assertThat(helpLine()).isEqualTo("/SCEn_  Enter keep  Esc show all");
        press(Kind.BACKSPACE, Kind.BACKSPACE, Kind.BACKSPACE, Kind.BACKSPACE, Kind.BACKSPACE);
        assertThat(tasks()).hasSize(5);
        type("q!");
        assertThat(state.isEnded()).as("a letter of the text").isFalse();
        assertThat(screen(state, 80, 24)).contains("tasks 0 of 5", "no tasks with \"q!\"");
        press(Kind.ENTER);
        assertThat(helpLine()).startsWith("/q!  Esc show all  q quit");
        press(Kind.ESCAPE);
        assertThat(tasks()).hasSize(5);
        type("/n2");
        press(Kind.ESCAPE);
        assertThat(tasks()).hasSize(5);
        type("/" + "x".repeat(1_000));
        assertThat(state.focus().filter()).hasSize(80);
    }

    @Test
    void enterShowsTheTasksOfAMachineOrAJob() {
        press(Kind.TAB, Kind.DOWN, Kind.DOWN, Kind.ENTER);
        assertThat(tasks()).as("of n2").containsExactly("-2");
        press(Kind.ESCAPE, Kind.LEFT, Kind.DOWN, Kind.ENTER);
        assertThat(state.focus().filter()).isEqualTo("5c9d2b7r8w1qe");
        assertThat(tasks()).isEmpty();
    }

    @Test
    void tasksOfAMachineAreNotThoseOfOneWithALongerName() {
        Sample sample =
                new Sample()
                        .node(node("n1", 1, 1))
                        .node(node("n10", 1, 1))
                        .tasks("n1", task(JOB + "-1", "k", "RUNNING", "n1"))
                        .tasks("n10", task(JOB + "-2", "k", "RUNNING", "n10"));
        state.accept(new LookUpdate(sample.at(2), ""));
        press(Kind.TAB, Kind.ENTER);
        assertThat(helpLine()).startsWith("/=n1  Esc show all");
        assertThat(tasks()).containsExactly("-1");
        press(Kind.ESCAPE);
        type("/n1");
        assertThat(tasks()).containsExactly("-1", "-2");
    }

    @Test
    void enterOpensATaskAndEscGoesBack() {
        press(Kind.DOWN, Kind.ENTER);
        TaskId task = TaskId.parse(JOB + "-2");
        assertThat(state.openTask()).isEqualTo(task);
        assertThat(screen(state, 80, 24)).contains("task " + JOB + "-2", "asking all nodes");
        ExplainAnswer.Builder told = ExplainAnswer.newBuilder().setNode("n2");
        told.addStory(
                ExplainAnswer.Step.newBuilder()
                        .setAt("1970-01-01T01:01:01.001Z")
                        .setWords("started")
                        .setReason("a worker is idle"));
        told.getNowBuilder().setState("RUNNING").setForNanos(2 * Sample.SECOND);
        Answers answers =
                Answers.newBuilder()
                        .addExplain(told)
                        .addSilent("n3")
                        .addSilent("n4")
                        .addRefusals(Answers.Refusal.newBuilder().setNode("n4").setWhy("upgrade"))
                        .build();
        state.accept(new StoryUpdate(TaskId.parse(JOB + "-1"), answers, ""));
        assertThat(screen(state, 80, 24)).as("of another task").contains("asking all nodes");
        state.accept(new StoryUpdate(task, answers, ""));
        assertThat(screen(state, 80, 24).lines().skip(2).limit(6))
                .containsExactly(
                        "task " + JOB + "-2",
                        "01:01:01.001  n2  started (worker 0) -- a worker is idle",
                        "Now:",
                        "  n2  runs for 2.0 s",
                        "no answer from n4: upgrade",
                        "no answer from n3");
        state.accept(new StoryUpdate(task, null, "n1 closed before it answered"));
        assertThat(screen(state, 80, 24)).contains("no answer: n1 closed before it answered");
        state.accept(new StoryUpdate(task, Answers.getDefaultInstance(), ""));
        assertThat(screen(state, 80, 24)).contains("no node has records of task " + JOB + "-2");
        press(Kind.ESCAPE);
        assertThat(state.openTask()).isNull();
        assertThat(selectedTask()).isEqualTo("-2");
    }

    @Test
    void aLongStoryShowsItsEndAndScrolls() {
        press(Kind.ENTER);
        ExplainAnswer.Builder told = ExplainAnswer.newBuilder().setNode("n1");
        for (int i = 0; i < 100; i++) {
            told.addStory(
                    ExplainAnswer.Step.newBuilder()
                            .setAt("1970-01-01T00:00:00Z")
                            .setWords("step " + i)
                            .setSlot(-1));
        }
        told.getNowBuilder().setState("RUNNING");
        Answers answers = Answers.newBuilder().addExplain(told).build();
        state.accept(new StoryUpdate(TaskId.parse(JOB + "-1"), answers, ""));
        assertThat(screen(state, 80, 24)).contains("step 99", "n1  runs").doesNotContain("step 80");
        press(Kind.HOME);
        assertThat(screen(state, 80, 24)).contains("step 0", "step 19").doesNotContain("step 20");
        press(Kind.DOWN);
        assertThat(screen(state, 80, 24)).contains("step 1", "step 20").doesNotContain("step 0\n");
        state.accept(new StoryUpdate(TaskId.parse(JOB + "-1"), answers, ""));
        press(Kind.END);
        assertThat(screen(state, 80, 24)).contains("n1  runs");
    }

    @Test
    void aTaskWhoseIdCannotBeReadIsNotOpened() {
        Sample odd = new Sample().tasks("n1", task("<script>", "k", "RUNNING", "n1"));
        state.accept(new LookUpdate(odd.at(2), ""));
        press(Kind.ENTER);
        assertThat(state.openTask()).isNull();
        assertThat(helpLine()).contains("in a way that this version does not know");
    }

    @Test
    void whilePausedTheScreenStays() {
        type("p");
        String before = screen(state, 80, 24);
        assertThat(before).contains("PAUSED, 4 s ago  4 machines");
        state.accept(new LookUpdate(new Sample().at(2), ""));
        state.accept(new LookUpdate(null, "refused"));
        assertThat(screen(state, 80, 24)).isEqualTo(before);
        type("p");
        state.accept(new LookUpdate(new Sample().at(2), ""));
        assertThat(screen(state, 80, 24)).contains("0 machines").doesNotContain("PAUSED");
    }

    @Test
    void keysAreExplainedOnAPageOfTheirOwn() {
        type("?");
        assertThat(screen(state, 80, 24)).contains("sort by the next column", "any key back");
        assertThat(screen(state, 80, 30)).doesNotContain("…");
        type("s");
        assertThat(screen(state, 80, 24)).contains("> tasks 5", "state ^");
        press(Kind.ENTER);
        type("?");
        press(Kind.ESCAPE);
        assertThat(state.openTask()).isNotNull();
    }

    @Test
    void qAndInterruptEnd() {
        type("q");
        assertThat(state.isEnded()).isTrue();
        TopState other = Sample.state();
        other.press(Key.of('/'));
        other.press(Key.of(Kind.INTERRUPT));
        assertThat(other.isEnded()).isTrue();
    }

    @Test
    void keysWithoutMeaningDoNothing() {
        String before = screen(state, 80, 24);
        type("xyz;[");
        press(Kind.OTHER, Kind.BACKSPACE, Kind.ESCAPE);
        assertThat(screen(state, 80, 24)).isEqualTo(before);
    }

    @Test
    void jsonHasTheSameRows() {
        assertThat(TopJson.fields(state).toString())
                .contains(
                        "{machine=n3, state=no answer}",
                        "machine=n1, state=working, busy=2, workers=2, waiting=1200, parked=1",
                        "job=" + JOB + ", name=render",
                        "task=" + JOB + "-5, kind=com.acme.Render, state=elsewhere, where=n3",
                        "moreTasks=false, silent=[n3]");
        assertThat(TopJson.fields(Sample.state()))
                .containsEntry("machines", List.of())
                .doesNotContainKey("tasksPerSecond");
        Sample more =
                new Sample()
                        .jobs(
                                "n1",
                                JobsAnswer.newBuilder().setMore(true).addJobs(job("j", "", 1, 0)));
        assertThat(TopJson.fields(Sample.state(more.at(1)))).containsEntry("moreJobs", true);
    }
}
