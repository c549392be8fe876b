package org.evenkeel.cli.top;

import static org.assertj.core.api.Assertions.assertThat;
import static org.evenkeel.cli.top.Sample.JOB;
import static org.evenkeel.cli.top.Sample.departure;
import static org.evenkeel.cli.top.Sample.job;
import static org.evenkeel.cli.top.Sample.node;
import static org.evenkeel.cli.top.Sample.screen;
import static org.evenkeel.cli.top.Sample.task;

import java.util.List;
import java.util.stream.IntStream;
import org.evenkeel.cli.text.TerminalColours;
import org.evenkeel.cli.top.Key.Kind;
import org.evenkeel.model.Printable;
import org.evenkeel.model.TaskId;
import org.evenkeel.wire.proto.Answers;
import org.evenkeel.wire.proto.ExplainAnswer;
import org.evenkeel.wire.proto.JobsAnswer;
import org.evenkeel.wire.proto.TasksAnswer;
import org.junit.jupiter.api.Test;

/** Whole screens. */
class TopScreenTest {
    private static final String EVIL =
            "<script>alert(1)</script>\u001b[2J\u009b1m\u0007\u202e\u2066\n\r\t"
                    + "x".repeat(10_000);

    private static TopState office() {
        return Sample.state(Sample.office().at(1), Sample.office(101, 14).at(2));
    }

    @Test
    void threeTablesFillAScreen() {
        assertThat(screen(office(), 80, 24))
                .isEqualTo(
                        """
                        ! no answer from n3
                        4 machines  3 of 8 workers busy  1,200 waiting  4.0 tasks/s  moves saved 12.0 s
                          machines 4 ^  state                       busy  waiting  tasks/s  parked  load
                          n3            no answer                      -        -        -       -
                          n1            working                      2/2    1,200      4.0       1  high
                          n2            working                      1/2        0      0.0       0  low
                          n4            frozen: in use by its own…   0/4        0      0.0       0  low
                          jobs 2 ^       name       done  progress   failed  running  waiting  submitter
                          3k7x0a9q2m4fz  render  124/404  ##------        4        3      277
                          5c9d2b7r8w1qe             0/64  waits: 1…       0        0        0  alice
                        > tasks 5           state ^    where   for  kind
                        > 3k7x0a9q2m4fz-1   running    n1     >1 s  com.acme.Render
                          3k7x0a9q2m4fz-2   running    n2     >1 s  com.acme.Render
                          3k7x0a9q2m4fz-10  parked     n1     >1 s  com.acme.Scene
                          3k7x0a9q2m4fz-3   waiting    n1     >1 s  com.acme.Render
                          3k7x0a9q2m4fz-5   elsewhere  n3     >1 s  com.acme.Render
                        """
                                + "\n".repeat(7)
                                + "q quit  ? keys  Tab table  s sort  r reverse  Enter open"
                                + "  / filter  p pause");
    }

    /** Until it is back; it comes last however the table is sorted. */
    @Test
    void aMachineThatIsGoneIsAtTheEndAndNotCounted() {
        Sample gone =
                new Sample()
                        .node(
                                node("n2", 1, 2)
                                        .addDeparted(
                                                departure("n1", "1970-01-01T14:05:07Z", "left")));
        TopState state = Sample.state(gone.at(1));
        assertThat(screen(state, 80, 24))
                .startsWith("1 machine, 1 gone  1 of 2 workers busy")
                .containsPattern(
                        "(?m)^  n2 +working +1/2 +0 +- +0 +low\n"
                                + "  n1 +gone since 14:05:07 \\(left\\)( +-){4}$");
        assertThat(TopJson.fields(state).toString())
                .contains(
                        "{machine=n1, state=gone since 14:05:07 (left),"
                                + " goneSince=1970-01-01T14:05:07Z, how=left}");
        Sample back = new Sample().node(node("n1", 0, 2)).node(node("n2", 1, 2));
        state.accept(new LookUpdate(back.at(2), ""));
        assertThat(screen(state, 80, 24)).startsWith("2 machines  ").doesNotContain("gone");
    }

    @Test
    void aNarrowTerminalShowsTheFirstColumns() {
        assertThat(screen(office(), 40, 10))
                .isEqualTo(
                        """
                        ! no answer from n3
                        4 machines  3 of 8 workers busy
                          machines 4 ^  state      busy  waiting
                          n3            no answer     -        -
                          n1            working     2/2    1,200
                          jobs 2 ^       name       done
                          3k7x0a9q2m4fz  render  124/404
                        > tasks 5          state ^  where   for
                        > 3k7x0a9q2m4fz-1  running  n1     >1 s
                        q quit  ? keys  Tab table  s sort  r re…\
                        """);
    }

    @Test
    void aLargeTerminalShowsReasonsInFull() {
        assertThat(screen(office(), 200, 60))
                .startsWith(
                        """
                        ! no answer from n3
                        4 machines  3 of 8 workers busy  1,200 waiting  4.0 tasks/s  moves saved 12.0 s
                          machines 4 ^  state                                                    busy  waiting  tasks/s  parked  load
                          n3            no answer                                                   -        -        -       -
                          n1            working                                                   2/2    1,200      4.0       1  high
                          n2            working                                                   1/2        0      0.0       0  low
                          n4            frozen: in use by its owner, tasks move at Fri 17:28:46   0/4        0      0.0       0  low
                          jobs 2 ^       name       done  progress                             failed  running  waiting  submitter
                          3k7x0a9q2m4fz  render  124/404  ##------                                  4        3      277
                          5c9d2b7r8w1qe             0/64  waits: 16 workers are not there yet       0        0        0  alice
                        """)
                .hasLineCount(60);
    }

    @Test
    void textIsAScreenWithoutWhatIsForKeys() {
        List<String> text = TopScreen.text(office(), 80, 24, 0);
        assertThat(text).hasSize(16).noneMatch(line -> line.contains(">") && line.contains("> t"));
        assertThat(text.getLast()).startsWith("  3k7x0a9q2m4fz-5   elsewhere");
        assertThat(TopScreen.text(office(), 80, 5, 0)).hasSize(5);
    }

    @Test
    void noSizeIsTooSmall() {
        for (int columns : new int[] {0, 1, 2, 3, 5, 10, 20, 39, 79, 80}) {
            for (int rows = 0; rows < 12; rows++) {
                List<Line> lines = TopScreen.lines(office(), columns, rows, 0);
                assertThat(lines).hasSize(Math.max(1, rows));
                assertFit(lines, Math.max(1, columns));
            }
        }
    }

    private static void assertFit(List<Line> lines, int columns) {
        assertThat(lines)
                .allSatisfy(line -> {
                    assertThat(Cells.width(line.text())).isLessThanOrEqualTo(columns);
                    assertThat(Printable.firstEscaped(line.text())).isEqualTo(-1);
                });
    }

    @Test
    void oneTableIsLeftWhereThreeHaveNoRoom() {
        assertThat(screen(office(), 80, 6))
                .contains("> tasks 5")
                .doesNotContain("machines 4 ^", "jobs 2");
    }

    @Test
    void theSelectedRowIsAlwaysShown() {
        TasksAnswer.Task.Builder[] many =
                IntStream.range(0, 500)
                        .mapToObj(i -> task(JOB + "-" + i, "k", "READY", "n1"))
                        .toArray(TasksAnswer.Task.Builder[]::new);
        TopState state = Sample.state(new Sample().tasks("n1", many).most(500).at(1));
        assertThat(screen(state, 80, 24)).contains("tasks 500+", "> " + JOB + "-0 ");
        for (int i = 1; i <= 100; i++) {
            state.press(Key.of(Kind.DOWN));
            assertThat(screen(state, 80, 24)).contains("> " + JOB + "-" + i + " ");
        }
        state.press(Key.of(Kind.END));
        assertThat(screen(state, 80, 24).lines().toList().get(22)).startsWith("> " + JOB + "-499");
    }

    @Test
    void anEmptyClusterHasEmptyTables() {
        assertThat(screen(Sample.state(), 80, 24)).startsWith("asking all nodes\n");
        assertThat(screen(Sample.state(new Sample().at(1)), 80, 24))
                .startsWith("0 machines  0 of 0 workers busy  0 waiting  - tasks/s\n")
                .contains("  no machines\n", "  no jobs\n", "  no tasks\n");
    }

    @Test
    void whileNoDaemonAnswersTheLastLookStays() {
        TopState state = office();
        state.accept(new LookUpdate(null, "daemon n1 is not reachable\u001b[2J"));
        assertThat(TopScreen.lines(state, 120, 24, 14 * Sample.SECOND).getFirst())
                .isEqualTo(
                        new Line(
                                "! no daemon answers; trying again; the figures are 12 s old:"
                                        + " daemon n1 is not reachable\\u001b[2J",
                                Line.Style.PROBLEM));
        assertThat(screen(state, 80, 24)).contains("4 machines", "> tasks 5");
        state.accept(new LookUpdate(new Sample().node(node("n1", 0, 1)).at(15), ""));
        assertThat(screen(state, 80, 24)).startsWith("1 machine  0 of 1 worker busy");
        TopState first = Sample.state();
        first.accept(new LookUpdate(null, "refused"));
        assertThat(screen(first, 80, 24))
                .startsWith("! no daemon answers; trying again: refused\n");
    }

    @Test
    void silentMachinesAreNamedInOrder() {
        Look look = new Sample().silent("n10", "").silent("n9", "").node(node("n2", 0, 1)).at(1);
        assertThat(screen(Sample.state(look), 80, 24)).startsWith("! no answer from n9, n10\n");
    }

    private static Look evil() {
        return new Sample()
                .node(
                        node(EVIL, 1, 2)
                                .setState(EVIL)
                                .addDeparted(departure(EVIL + "3", EVIL, EVIL)))
                .silent(EVIL + "2", EVIL)
                .jobs(
                        EVIL,
                        JobsAnswer.newBuilder()
                                .addJobs(
                                        job(EVIL, EVIL, 1, 2)
                                                .setSubmitter(EVIL)
                                                .setAdmission("refused")
                                                .setWhy(EVIL)))
                .tasks(EVIL, task(JOB + "-1", EVIL, EVIL, EVIL))
                .at(1);
    }

    @Test
    void hostileNamesAreTextThatIsCut() {
        TopState state = Sample.state(evil(), evil());
        for (int columns : new int[] {20, 40, 80, 200}) {
            assertFit(TopScreen.lines(state, columns, 24, 0), columns);
        }
        assertThat(screen(state, 200, 24))
                .contains("<script>", "refused: <scri", "no answer: <scri")
                .hasLineCount(24);
        state.press(Key.of('/'));
        state.press(new Key(Kind.CHARACTER, 0x9b));
        assertFit(TopScreen.lines(state, 80, 24, 0), 80);
    }

    @Test
    void hostileStoriesAreTextThatIsWrapped() {
        TopState state = Sample.state(evil());
        state.press(Key.of(Kind.ENTER));
        ExplainAnswer.Builder told = ExplainAnswer.newBuilder().setNode("n1");
        told.addStory(
                ExplainAnswer.Step.newBuilder().setAt(EVIL).setWords("failed").setReason(EVIL));
        told.getNowBuilder()
                .setState("READY")
                .addReasons(ExplainAnswer.Reason.newBuilder().setCode("X").setWords(EVIL));
        Answers answers = Answers.newBuilder().addExplain(told).addSilent(EVIL).build();
        state.accept(new StoryUpdate(TaskId.parse(JOB + "-1"), answers, ""));
        for (int scrolled = 0; scrolled < 50; scrolled++) {
            assertFit(TopScreen.lines(state, 80, 24, 0), 80);
            state.press(Key.of(Kind.PAGE_UP));
        }
        assertThat(screen(state, 80, 24)).contains("<script>alert(1)</script>\\u001b[2J");
    }

    @Test
    void wideNamesKeepTheColumnsInLine() {
        Sample sample =
                new Sample()
                        .node(node("机器一", 1, 2))
                        .node(node("n2", 2, 2))
                        .tasks("n2", task(JOB + "-1", "画像", "RUNNING", "n2"));
        List<Line> lines = TopScreen.lines(Sample.state(sample.at(1)), 80, 24, 0);
        String wide = lines.get(3).text();
        String narrow = lines.get(2).text();
        assertThat(wide).startsWith("  机器一").contains(" 1/2 ");
        assertThat(Cells.width(wide.substring(0, wide.indexOf("1/2"))))
                .isEqualTo(Cells.width(narrow.substring(0, narrow.indexOf("2/2"))));
        assertFit(TopScreen.lines(Sample.state(sample.at(1)), 17, 24, 0), 17);
    }

    @Test
    void coloursSayNothingThatTheTextDoesNotSay() {
        for (Line line : TopScreen.lines(office(), 80, 24, 0)) {
            assertThat(line.painted(TerminalColours.PLAIN)).isEqualTo(line.text());
            assertThat(line.painted(TerminalColours.COLOURED).replaceAll("\033\\[[0-9]+m", ""))
                    .isEqualTo(line.text());
        }
    }
}
