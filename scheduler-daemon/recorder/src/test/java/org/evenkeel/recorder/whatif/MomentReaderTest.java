package org.evenkeel.recorder.whatif;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.evenkeel.recorder.query.QueryDatabase;
import org.evenkeel.simulator.forecast.ForecastRefusedException;
import org.evenkeel.simulator.forecast.Moment;
import org.evenkeel.simulator.forecast.Moment.Machine;
import org.evenkeel.simulator.forecast.Moment.OpenTask;
import org.evenkeel.simulator.forecast.Moment.Place;
import org.evenkeel.simulator.forecast.Moment.Stretch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A moment is what had been recorded until then, whatever was recorded later. */
class MomentReaderTest {
    private static final QueryDatabase.Limits LIMITS =
            new QueryDatabase.Limits(256, Duration.ofMinutes(1));
    private static final long MILLI = 1_000_000L;

    @TempDir Path folder;

    private RecordedMoment read(SampleRecords records, @Nullable Instant at) throws IOException {
        records.write(folder);
        try (QueryDatabase database = QueryDatabase.open(folder.toRealPath(), LIMITS, null)) {
            return MomentReader.read(database, at);
        }
    }

    private static List<OpenTask> in(Moment moment, Place place) {
        return moment.open().stream().filter(task -> task.place() == place).toList();
    }

    private static void assertIsThen(RecordedMoment read) {
        Moment moment = read.moment();
        assertThat(read.at()).isEqualTo(SampleRecords.time(SampleRecords.THEN));
        assertThat(read.name(SampleRecords.JOB)).isEqualTo("render");
        assertThat(moment.machines())
                .containsExactly(
                        new Machine("n1", 1, List.of("n2")), new Machine("n2", 1, List.of("n1")));
        assertThat(moment.policy()).isEqualTo("hybrid");
        assertThat(moment.loadModel()).isEqualTo("worker-busy");
        assertThat(moment.jobs()).containsExactly(SampleRecords.JOB);
        assertThat(moment.finished()).hasSize(36);
        assertThat(moment.finished())
                .allMatch(task -> task.kind().equals("square") && task.ran().size() == 1);
        assertThat(moment.finished().stream().map(task -> task.ran().getFirst()).distinct())
                .containsExactlyInAnyOrder(
                        new Stretch("n1", 1_000 * MILLI), new Stretch("n2", 500 * MILLI));
        assertThat(in(moment, Place.RUNNING))
                .extracting(OpenTask::ran)
                .containsExactlyInAnyOrder(
                        List.of(new Stretch("n1", 300 * MILLI)),
                        List.of(new Stretch("n2", 300 * MILLI)));
        assertThat(in(moment, Place.WAITING))
                .hasSize(22)
                .allMatch(task -> task.machine().equals("n1") && task.ran().isEmpty());
        assertThat(moment.suspendable()).isEmpty();
    }

    @Test
    void theNewestMomentIsASecondOlderThanTheNewestState() throws Exception {
        RecordedMoment read = read(SampleRecords.untilThen(), null);
        assertIsThen(read);
        assertThat(read.notes()).isEmpty();
    }

    @Test
    void whatWasRecordedLaterDoesNotCount() throws Exception {
        Instant then = SampleRecords.time(SampleRecords.THEN);
        assertIsThen(read(SampleRecords.until(60_000), then));
    }

    @Test
    void parentsChildrenAndMovesAreUnderstood() throws Exception {
        SampleRecords records = SampleRecords.untilThen();
        records.begin("n1", 100, "p-1", "ACCEPTED", "tree", null)
                .record("n1", 200, "p-1", "STARTED")
                .record("n1", 700, "p-1", "PARKED")
                .begin("n1", 700, "c-1", "ACCEPTED", "tree", "p-1")
                .begin("n1", 700, "c-2", "ACCEPTED", "leaf", "p-1")
                .record("n1", 800, "c-2", "STARTED")
                .record("n1", 900, "c-2", "SUSPENDED")
                .record("n1", 900, "c-2", "KEPT")
                .record("n1", 900, "c-2", "GRANTED")
                .record("n1", 1_000, "c-2", "STARTED")
                .record("n1", 1_001, "c-2", "RESUMED_FROM_CHECKPOINT")
                .begin("n1", 0, "q-1", "ACCEPTED", "lost", null)
                .record("n1", 5, "q-1", "STARTED")
                .record("n1", 9, "q-1", "LOST")
                .record("n1", 9, "q-1", "GRANTED")
                .begin("n1", 0, "d-1", "ACCEPTED", "saved", null)
                .begin("n2", 100, "d-1", "ARRIVED", "saved", null)
                .record("n2", 100, "d-1", "STARTED") // n2 fails
                .record("n1", 2_000, "d-1", "GRANTED")
                .record("n1", 2_000, "d-1", "STARTED")
                .record("n1", 2_000, "d-1", "RESUMED_FROM_CHECKPOINT");
        Moment moment = read(records, null).moment();
        List<OpenTask> open = moment.open();
        OpenTask parent = in(moment, Place.PARKED).getFirst();
        assertThat(parent.kind()).isEqualTo("tree at depth 0");
        assertThat(parent.spawned()).isTrue();
        assertThat(parent.ran()).containsExactly(new Stretch("n1", 500 * MILLI));
        OpenTask child =
                open.stream()
                        .filter(task -> task.kind().equals("tree at depth 1"))
                        .findFirst()
                        .orElseThrow();
        assertThat(open.get(child.parent())).isEqualTo(parent);
        OpenTask moved =
                open.stream().filter(task -> task.kind().equals("leaf")).findFirst().orElseThrow();
        assertThat(moved.place()).isEqualTo(Place.RUNNING);
        assertThat(moved.ran())
                .containsExactly(
                        new Stretch("n1", 100 * MILLI),
                        new Stretch("n1", (SampleRecords.THEN - 1_000) * MILLI));
        assertThat(moment.suspendable()).containsExactlyInAnyOrder("leaf", "saved");
        OpenTask saved =
                open.stream().filter(task -> task.kind().equals("saved")).findFirst().orElseThrow();
        assertThat(saved.ran())
                .containsExactly(
                        new Stretch("n2", 1_900 * MILLI),
                        new Stretch("n1", (SampleRecords.THEN - 2_000) * MILLI));
        OpenTask lost =
                open.stream().filter(task -> task.kind().equals("lost")).findFirst().orElseThrow();
        assertThat(lost.place()).isEqualTo(Place.WAITING);
        assertThat(lost.ran()).isEmpty();
    }

    @Test
    void machinesThatLeaveOrDoNotAnswerAreLeftOut() throws Exception {
        SampleRecords records = SampleRecords.untilThen();
        records.node(12_000, "n2", true, true).node(12_000, "n3", false, false);
        RecordedMoment read = read(records, null);
        assertThat(read.moment().names()).containsExactly("n1");
        assertThat(read.moment().open()).allMatch(task -> task.machine().equals("n1"));
        assertThat(read.notes())
                .anyMatch(note -> note.contains("no answer") && note.contains("n3"))
                .anyMatch(note -> note.contains("closed or leaving") && note.contains("n2"));
    }

    @Test
    void momentInAGapIsRefusedAndAnEarlierGapIsSaid() throws Exception {
        SampleRecords records = SampleRecords.until(60_000);
        records.gap("restarted", "n2", 10_000, 11_000L);
        records.gap("silent", "n1", 1_000, 1_001L); // it answered again
        records.write(folder);
        assertThat(read(new SampleRecords(), SampleRecords.time(5_000)).notes()).isEmpty();
        assertThatThrownBy(() -> read(new SampleRecords(), SampleRecords.time(10_500)))
                .isInstanceOf(ForecastRefusedException.class)
                .hasMessageContaining("restarted at n2");
        assertThat(read(new SampleRecords(), SampleRecords.time(15_000)).notes())
                .anyMatch(note -> note.contains("restarted at n2"));
    }

    @Test
    void timesWithoutStatesAreRefused() throws Exception {
        assertThatThrownBy(() -> read(new SampleRecords(), null))
                .isInstanceOf(ForecastRefusedException.class)
                .hasMessageContaining("no state");
        assertThatThrownBy(() -> read(SampleRecords.untilThen(), SampleRecords.time(3_600_000)))
                .isInstanceOf(ForecastRefusedException.class)
                .hasMessageContaining("no recorder ran then");
    }

    @Test
    void recordsThatAreOlderThanAWeekDoNotCount() throws Exception {
        SampleRecords records = SampleRecords.untilThen();
        long later = Duration.ofDays(8).toMillis();
        records.node(later, "n1", true, false).job(later, SampleRecords.JOB, "render", 60);
        Moment moment = read(records, SampleRecords.time(later)).moment();
        assertThat(moment.names()).containsExactly("n1");
        assertThat(moment.open()).isEmpty();
        assertThat(moment.finished()).isEmpty();
    }

    @Test
    void tasksOfJobsThatHaveNothingToDoAreLeftOut() throws Exception {
        SampleRecords records = SampleRecords.untilThen();
        records.job(12_000, SampleRecords.JOB, "render", 0);
        records.write(folder);
        assertThat(read(new SampleRecords(), null).moment().open()).isEmpty();
    }
}
