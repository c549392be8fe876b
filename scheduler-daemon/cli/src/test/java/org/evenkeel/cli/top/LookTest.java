package org.evenkeel.cli.top;

import static org.assertj.core.api.Assertions.assertThat;
import static org.evenkeel.cli.top.Sample.JOB;
import static org.evenkeel.cli.top.Sample.departure;
import static org.evenkeel.cli.top.Sample.later;
import static org.evenkeel.cli.top.Sample.node;
import static org.evenkeel.cli.top.Sample.task;

import java.time.ZoneOffset;
import java.util.List;
import org.evenkeel.wire.proto.NodesAnswer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is made of answers: figures of machines and states of tasks, from look to look. */
class LookTest {

    private static String rate(NodesAnswer.@Nullable Builder before, NodesAnswer.Builder now) {
        Look earlier = before == null ? null : new Sample().node(before).at(1);
        Look look = new Sample().node(now).at(2);
        return Tables.rate(MachineRow.list(earlier, look, ZoneOffset.UTC).getFirst().perSecond());
    }

    private static String state(NodesAnswer.Builder node) {
        Look look = new Sample().node(node).at(1);
        return MachineRow.list(null, look, ZoneOffset.UTC).getFirst().state();
    }

    @Test
    void tasksPerSecondAreThoseSinceTheLookBefore() {
        assertThat(rate(node("n1", 1, 2), later(node("n1", 1, 2), 102, 17))).isEqualTo("3.5");
        assertThat(rate(node("n1", 1, 2), later(node("n1", 1, 2), 101, 3_000))).isEqualTo("2,990");
        assertThat(rate(node("n1", 1, 2), later(node("n1", 1, 2), 101, 10))).isEqualTo("0.0");
    }

    @Test
    void theyAreUnknownWhereTheProcessOrTheNodeIsNew() {
        assertThat(rate(null, node("n1", 1, 2))).isEqualTo("-");
        assertThat(rate(node("n2", 1, 2), node("n1", 1, 2))).isEqualTo("-");
        NodesAnswer.Builder anew = later(node("n1", 1, 2), 1, 500).setIncarnation(2);
        assertThat(rate(node("n1", 1, 2), anew)).isEqualTo("-");
        assertThat(rate(node("n1", 1, 2), later(node("n1", 1, 2), 101, 9))).isEqualTo("-");
        assertThat(rate(node("n1", 1, 2), node("n1", 1, 2))).as("no time passed").isEqualTo("-");
    }

    @Test
    void theRateOfTheClusterIsThatOfTheMachinesThatAreKnown() {
        Look before = new Sample().node(node("n1", 1, 2)).node(node("n2", 1, 2)).at(1);
        Look now =
                new Sample()
                        .node(later(node("n1", 1, 2), 101, 14))
                        .node(node("n3", 1, 2))
                        .silent("n2", "")
                        .at(2);
        List<MachineRow> rows = MachineRow.list(before, now, ZoneOffset.UTC);
        assertThat(rows).extracting(MachineRow::name).containsExactly("n1", "n3", "n2");
        assertThat(TopScreen.perSecond(rows)).hasValue(4);
    }

    @Test
    void aMachineSaysWhyItDoesNotTakeTasks() {
        assertThat(state(node("n1", 0, 2))).isEqualTo("idle");
        assertThat(state(node("n1", 1, 2))).isEqualTo("working");
        assertThat(state(node("n1", 1, 2).setDraining(true))).isEqualTo("leaving");
        NodesAnswer.Builder node = node("n1", 1, 2);
        node.getHoursBuilder().setOpen(true).setUntil("2026-11-20T17:28:46Z");
        assertThat(state(node)).isEqualTo("working");
        node.getHoursBuilder().setNotice("paused by alice");
        assertThat(state(node)).isEqualTo("closing: paused by alice, until Fri 17:28:46");
        node.getHoursBuilder().setOpen(false).clearUntil();
        assertThat(state(node)).isEqualTo("closed: paused by alice");
        node.getHoursBuilder().setNotice("").setUntil("tomorrow");
        assertThat(state(node)).isEqualTo("closed until tomorrow");
        node.getHoursBuilder().setOpen(true).setOnHold(true).setNotice("in use by its owner");
        assertThat(state(node)).isEqualTo("on hold: in use by its owner, tasks move at tomorrow");
        node.getHoursBuilder().setFrozen(true).clearUntil();
        assertThat(state(node)).isEqualTo("frozen: in use by its owner");
    }

    @Test
    void aSilentMachineSaysWhyIfItIsKnown() {
        Look look = new Sample().silent("n10", "").silent("n9", "upgrade it first").at(1);
        assertThat(MachineRow.list(null, look, ZoneOffset.UTC))
                .extracting(MachineRow::state)
                .containsExactlyInAnyOrder("no answer", "no answer: upgrade it first");
        assertThat(look.silent().firstKey()).isEqualTo("n9");
    }

    @Test
    void aMachineThatIsGoneSaysSinceWhenAndHow() {
        String since = "2026-11-28T14:05:07.250Z";
        Look look =
                new Sample()
                        .node(
                                node("n1", 0, 2)
                                        .addDeparted(departure("n2", since, "left"))
                                        .addDeparted(departure("n3", since, "ended"))
                                        .addDeparted(departure("n4", since, "silent"))
                                        .addDeparted(departure("n5", since, "forgotten"))
                                        .addDeparted(departure("n6", "noon", "")))
                        .at(1);
        List<MachineRow> rows = MachineRow.list(null, look, ZoneOffset.UTC);
        assertThat(rows)
                .extracting(row -> row.name() + " " + row.state())
                .containsExactly(
                        "n1 idle",
                        "n2 gone since 14:05:07 (left)",
                        "n3 gone since 14:05:07 (ended unexpectedly)",
                        "n4 gone since 14:05:07 (no answer)",
                        "n5 gone since 14:05:07 (forgotten)",
                        "n6 gone since noon");
        assertThat(rows)
                .extracting(MachineRow::answers)
                .containsExactly(true, false, false, false, false, false);
    }

    @Test
    void aMachineThatIsBackOrSilentIsNotGone() {
        NodesAnswer.Builder first = node("n1", 0, 2);
        for (String name : List.of("n1", "n2", "n3")) {
            first.addDeparted(departure(name, "2026-11-28T14:05:07Z", "left"));
        }
        Look look = new Sample().node(first).node(node("n2", 0, 2)).silent("n3", "").at(1);
        assertThat(MachineRow.list(null, look, ZoneOffset.UTC))
                .extracting(MachineRow::state)
                .containsExactly("idle", "idle", "no answer");
    }

    @Test
    void onlySoManyMachinesThatAreGoneAreShown() {
        NodesAnswer.Builder first = node("n1", 0, 2);
        for (int i = 0; i < 1_000; i++) {
            first.addDeparted(departure("gone" + i, "2026-11-28T14:05:07Z", "left"));
        }
        assertThat(MachineRow.list(null, new Sample().node(first).at(1), ZoneOffset.UTC))
                .hasSize(65);
    }

    @Test
    void aTaskIsShownOnceAsItsHolderHasIt() {
        Look look =
                new Sample()
                        .tasks("n2", task(JOB + "-1", "k", "RUNNING", "n2"))
                        .tasks(
                                "n1",
                                task(JOB + "-1", "k", "AWAY", "n2"),
                                task(JOB + "-2", "k", "DONE", ""),
                                task(JOB + "-3", "k", "PREFETCHED", ""),
                                task(JOB + "-4", "k", "AWAY", ""),
                                task(JOB + "-5", "k", "SLEEPING", "n1"))
                        .at(1);
        assertThat(new StateTimes().rows(look))
                .extracting(row -> row.id().substring(13) + " " + row.state() + " " + row.where())
                .containsExactly(
                        "-1 running n2", "-3 waiting n1", "-4 elsewhere ", "-5 sleeping n1");
    }

    @Test
    void timesOfTasksAreThoseThatWereWatched() {
        StateTimes watch = new StateTimes();
        TaskRow first = row(watch, 1, "READY", "n1");
        assertThat(first.exact()).as("it may have waited for long").isFalse();
        assertThat(row(watch, 4, "PREFETCHED", "n1").nanos()).isEqualTo(3 * Sample.SECOND);
        TaskRow runs = row(watch, 5, "RUNNING", "n1");
        assertThat(runs.nanos()).isZero();
        assertThat(runs.exact()).isTrue();
        assertThat(row(watch, 7, "RUNNING", "n1").nanos()).isEqualTo(2 * Sample.SECOND);
        assertThat(row(watch, 9, "RUNNING", "n2").nanos()).as("it has moved").isZero();
    }

    @Test
    void ofATaskThatWasLeftOutTheTimeIsNotExact() {
        StateTimes watch = new StateTimes();
        watch.rows(new Sample().at(1));
        assertThat(row(watch, 2, "RUNNING", "n1").exact()).isTrue();
        watch.rows(new Sample().silent("n1", "").at(3));
        assertThat(row(watch, 4, "RUNNING", "n1").exact()).isFalse();
    }

    private static TaskRow row(StateTimes watch, long seconds, String state, String where) {
        Sample sample = new Sample().tasks(where, task(JOB + "-1", "k", state, where));
        return watch.rows(sample.at(seconds)).getFirst();
    }

    @Test
    void timesAreShort() {
        assertThat(Tables.time(0)).isEqualTo("0 s");
        assertThat(Tables.time(119 * Sample.SECOND)).isEqualTo("119 s");
        assertThat(Tables.time(120 * Sample.SECOND)).isEqualTo("2 min");
        assertThat(Tables.time(7_199 * Sample.SECOND)).isEqualTo("119 min");
        assertThat(Tables.time(7_200 * Sample.SECOND)).isEqualTo("2 h");
    }

    @Test
    void nodesOfALargeClusterAreAskedForFewerTasks() {
        assertThat(Look.most(0)).isEqualTo(1_000);
        assertThat(Look.most(10)).isEqualTo(1_000);
        assertThat(Look.most(64)).isEqualTo(156);
        assertThat(Look.most(10_000)).isEqualTo(50);
        Sample full = new Sample().most(1).tasks("n1", task(JOB + "-1", "k", "RUNNING", "n1"));
        assertThat(full.at(1).moreTasks()).isTrue();
        assertThat(full.most(2).at(1).moreTasks()).isFalse();
    }
}
