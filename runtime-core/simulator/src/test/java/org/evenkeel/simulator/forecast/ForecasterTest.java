package org.evenkeel.simulator.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.evenkeel.simulator.forecast.Change.Addition;
import org.evenkeel.simulator.forecast.Moment.FinishedTask;
import org.evenkeel.simulator.forecast.Moment.Machine;
import org.evenkeel.simulator.forecast.Moment.OpenTask;
import org.evenkeel.simulator.forecast.Moment.Place;
import org.evenkeel.simulator.forecast.Moment.Stretch;
import org.junit.jupiter.api.Test;

/** Two machines, the second twice as fast as the first; a second of work for each task. */
class ForecasterTest {
    private static final long SECOND = 1_000_000_000L;

    private final List<Machine> machines =
            new ArrayList<>(
                    List.of(
                            new Machine("m1", 1, List.of("m2")),
                            new Machine("m2", 1, List.of("m1"))));
    private final List<OpenTask> open = new ArrayList<>();
    private final List<FinishedTask> finished = new ArrayList<>();

    private void finish(String job, String kind, String machine, int tasks, double seconds) {
        for (int i = 0; i < tasks; i++) {
            List<Stretch> ran = List.of(new Stretch(machine, (long) (seconds * SECOND) + i));
            finished.add(new FinishedTask(job, kind, ran, 0, List.of()));
        }
    }

    private void finishOnBoth(String job, String kind) {
        finish(job, kind, "m1", 10, 1);
        finish(job, kind, "m2", 10, 0.5);
    }

    private void wait(String job, String kind, int tasks) {
        for (int i = 0; i < tasks; i++) {
            open.add(new OpenTask(job, kind, Place.WAITING, "m1", List.of(), false, -1));
        }
    }

    private Moment moment() {
        return new Moment(machines, "hybrid", "worker-busy", open, finished, Set.of());
    }

    private Band band(Change change, int job) {
        Forecaster forecaster = new Forecaster(moment(), change);
        long[] ends = new long[40];
        for (int seed = 0; seed < ends.length; seed++) {
            ends[seed] = forecaster.ends(!change.isNone(), seed)[job];
        }
        return Band.of(ends);
    }

    private static double seconds(long nanos) {
        return (double) nanos / SECOND;
    }

    @Test
    void jobEndsWhenTheMachinesHaveDoneItsTasks() {
        finishOnBoth("a", "k");
        wait("a", "k", 30);
        Band band = band(Change.NONE, 0);
        assertThat(seconds(band.median())).isBetween(9.5, 11.5);
        assertThat(band.low()).isLessThanOrEqualTo(band.median());
        assertThat(band.median()).isLessThanOrEqualTo(band.high());
    }

    @Test
    void moreMachinesAndFewerChangeTheEnd() {
        finishOnBoth("a", "k");
        wait("a", "k", 40);
        Change more = new Change(null, List.of(new Addition(2, "m2")), List.of(), Map.of());
        Change fewer = new Change(null, List.of(), List.of("m2"), Map.of());
        Change unbalanced = new Change("none", List.of(), List.of(), Map.of());
        assertThat(seconds(band(Change.NONE, 0).median())).isBetween(12.5, 15.5);
        assertThat(seconds(band(more, 0).median())).isBetween(5.0, 7.5);
        assertThat(seconds(band(fewer, 0).median())).isBetween(38.0, 42.0);
        assertThat(seconds(band(unbalanced, 0).median())).isBetween(38.0, 42.0);
    }

    @Test
    void jobOfHigherPriorityEndsFirst() {
        finishOnBoth("a", "k");
        wait("a", "k", 20);
        wait("b", "k", 20);
        Change second = new Change(null, List.of(), List.of(), Map.of("b", 9));
        Forecaster forecaster = new Forecaster(moment(), second);
        assertThat(forecaster.jobs()).containsExactly("a", "b");
        assertThat(forecaster.openTasks("b")).isEqualTo(20);
        assertThat(forecaster.notes())
                .anyMatch(note -> note.contains("k include those of other jobs"));
        long[] before = forecaster.ends(false, 1);
        long[] after = forecaster.ends(true, 1);
        assertThat(before[0]).isLessThan(before[1]);
        assertThat(after[1]).isLessThan(after[0]).isLessThan(before[1]);
    }

    @Test
    void runningTaskHasDoneAPartOfItsWork() {
        finishOnBoth("a", "k");
        open.add(
                new OpenTask(
                        "a",
                        "k",
                        Place.RUNNING,
                        "m1",
                        List.of(new Stretch("m1", (long) (0.9 * SECOND))),
                        false,
                        -1));
        assertThat(seconds(band(Change.NONE, 0).median())).isBetween(0.05, 0.2);
        Change without = new Change(null, List.of(), List.of("m1"), Map.of());
        assertThat(seconds(band(without, 0).median())).isBetween(0.45, 0.6);
        assertThat(new Forecaster(moment(), without).notes())
                .anyMatch(note -> note.contains("removed machine start again"));
    }

    @Test
    void taskThatRanLongerThanAllIsSaidToBeAGuess() {
        finishOnBoth("a", "k");
        open.add(
                new OpenTask(
                        "a",
                        "k",
                        Place.RUNNING,
                        "m1",
                        List.of(new Stretch("m1", 60 * SECOND)),
                        false,
                        -1));
        Forecaster forecaster = new Forecaster(moment(), Change.NONE);
        assertThat(forecaster.notes()).anyMatch(note -> note.contains("1 task has run longer"));
        assertThat(forecaster.ends(false, 1)[0]).isPositive();
    }

    @Test
    void parentContinuesWhenItsChildrenHaveEnded() {
        finishOnBoth("a", "k");
        finish("a", "tree", "m1", 10, 3);
        List<Stretch> ran = List.of(new Stretch("m1", SECOND));
        open.add(new OpenTask("a", "tree", Place.PARKED, "m1", ran, true, -1));
        open.add(new OpenTask("a", "k", Place.WAITING, "m1", List.of(), false, 0));
        open.add(new OpenTask("a", "k", Place.WAITING, "m1", List.of(), false, 0));
        // A child of a second beside one of half a second, then two seconds of the parent's own.
        assertThat(seconds(band(Change.NONE, 0).median())).isBetween(1.9, 3.6);
    }

    @Test
    void parentOfWhichTooLittleIsKnownCountsAsNothing() {
        finishOnBoth("a", "k");
        open.add(new OpenTask("a", "root", Place.PARKED, "m1", List.of(), true, -1));
        open.add(new OpenTask("a", "k", Place.WAITING, "m1", List.of(), false, 0));
        Forecaster forecaster = new Forecaster(moment(), Change.NONE);
        assertThat(forecaster.notes()).anyMatch(note -> note.contains("counts as nothing"));
        assertThat(seconds(forecaster.ends(false, 1)[0])).isBetween(0.4, 1.2);
    }

    @Test
    void taskSpawnsWhatFinishedOnesOfItsKindSpawned() {
        finishOnBoth("a", "k");
        for (int i = 0; i < 10; i++) {
            finished.add(
                    new FinishedTask(
                            "a",
                            "tree",
                            List.of(new Stretch("m1", SECOND / 10)),
                            SECOND / 20,
                            List.of("k", "k", "k")));
        }
        // One of them waits for the end of children that has come already.
        List<Stretch> ran = List.of(new Stretch("m1", SECOND / 20));
        open.add(new OpenTask("a", "tree", Place.PARKED, "m1", ran, true, -1));
        wait("a", "tree", 4);
        assertThat(seconds(band(Change.NONE, 0).median())).isBetween(3.5, 6.5);
    }

    @Test
    void tooFewFinishedTasksAreRefused() {
        finishOnBoth("a", "k");
        finish("a", "rare", "m1", 9, 1);
        wait("a", "k", 1);
        wait("a", "rare", 1);
        wait("a", "new", 1);
        assertThatThrownBy(() -> new Forecaster(moment(), Change.NONE))
                .isInstanceOf(ForecastRefusedException.class)
                .hasMessageContaining("only 9 tasks of kind rare had succeeded by then, 10 are")
                .hasMessageContaining("no task of kind new");
    }

    @Test
    void machineOfUnknownSpeedIsRefusedUnlessItIsLeftOut() {
        machines.add(new Machine("m3", 1, List.of("m1", "m2")));
        machines.add(new Machine("m4", 1, List.of("m1", "m2")));
        finishOnBoth("a", "k");
        finish("a", "k", "m3", 2, 1);
        finish("a", "other", "m4", 5, 1);
        wait("a", "k", 5);
        assertThatThrownBy(() -> new Forecaster(moment(), Change.NONE))
                .isInstanceOf(ForecastRefusedException.class)
                .hasMessageContaining("the speed of m3, m4 is not known");
        Change without = new Change(null, List.of(), List.of("m3", "m4"), Map.of());
        Forecaster forecaster = new Forecaster(moment(), without);
        assertThat(forecaster.hasChange()).isFalse();
        assertThat(forecaster.isWhole()).isFalse();
        assertThat(forecaster.notes()).anyMatch(note -> note.contains(": m3, m4, whose speed"));
    }

    @Test
    void speedsAreComparedWithThoseOfMostMachines() {
        machines.add(new Machine("m3", 1, List.of("m1", "m2")));
        finish("a", "other", "m1", 5, 1);
        finish("a", "k", "m2", 10, 0.5);
        finish("a", "k", "m3", 10, 1);
        wait("a", "k", 5);
        assertThatThrownBy(() -> new Forecaster(moment(), Change.NONE))
                .isInstanceOf(ForecastRefusedException.class)
                .hasMessageContaining("the speed of m1 is not known: 3 tasks");
    }

    @Test
    void nothingToForecastIsRefused() {
        finishOnBoth("a", "k");
        assertThatThrownBy(() -> new Forecaster(moment(), Change.NONE))
                .isInstanceOf(ForecastRefusedException.class)
                .hasMessageContaining("no task was open");
        wait("a", "k", 1);
        Change unknown = new Change(null, List.of(), List.of(), Map.of("b", 9));
        assertThatThrownBy(() -> new Forecaster(moment(), unknown))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("job b has no open tasks");
        Change wrong = new Change("hybird", List.of(), List.of(), Map.of());
        assertThatThrownBy(() -> new Forecaster(moment(), wrong))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("hybrid");
    }

    @Test
    void equalSeedsGiveEqualEnds() {
        finishOnBoth("a", "k");
        wait("a", "k", 25);
        Forecaster forecaster = new Forecaster(moment(), Change.NONE);
        assertThat(forecaster.ends(false, 5)).isEqualTo(forecaster.ends(false, 5));
        assertThat(forecaster.ends(false, 5)).isNotEqualTo(forecaster.ends(false, 6));
    }
}
