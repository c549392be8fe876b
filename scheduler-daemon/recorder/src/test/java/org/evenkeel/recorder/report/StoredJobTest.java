package org.evenkeel.recorder.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.evenkeel.model.Ids;
import org.evenkeel.model.JobId;
import org.evenkeel.recorder.Rows;
import org.evenkeel.recorder.SampleStore;
import org.evenkeel.recorder.history.Run.Ended;
import org.evenkeel.recorder.past.RecordedStore;
import org.evenkeel.recorder.read.Gap;
import org.evenkeel.recorder.report.RecordedJob.Machine;
import org.evenkeel.recorder.report.RecordedJob.TaskFacts;
import org.evenkeel.recorder.report.RunColumns.Bar;
import org.evenkeel.recorder.store.RecordStore;
import org.evenkeel.recorder.store.Steps;
import org.evenkeel.recorder.table.Row;
import org.evenkeel.recorder.table.Table;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoredJobTest {

    private static final JobId JOB = new JobId(Ids.parse(SampleStore.JOB));

    @TempDir Path folder;
    private RecordedStore store;

    @BeforeEach
    void write() throws IOException {
        store = new RecordedStore(folder.resolve("r"));
        SampleStore.write(store.directory());
    }

    private void add(Row... rows) throws IOException {
        try (RecordStore open = RecordStore.open(store.directory(), Steps.UNOBSERVED)) {
            open.add(List.of(rows));
            open.flush(Instant.now());
        }
    }

    private Optional<RecordedJob> at(JobId job, double seconds) throws IOException {
        long until = SampleStore.micros(seconds);
        return store.ask(
                database -> Optional.ofNullable(new StoredJob(database, job, until).read()));
    }

    @Test
    void jobThatHasEndedIsWhole() throws Exception {
        RecordedJob job = at(JOB, 1_000).orElseThrow();
        assertThat(job.facts().name()).isEqualTo(SampleStore.NAME);
        assertThat(job.facts().submitter()).isEqualTo("alice");
        assertThat(job.facts().begin()).isEqualTo(SampleStore.micros(60));
        assertThat(job.facts().end()).isEqualTo(SampleStore.micros(131));
        assertThat(job.tasks())
                .extracting(TaskFacts::outcome)
                .containsExactly("SUCCEEDED", "FAILED: IllegalStateException: no input");
        assertThat(job.machines()).containsExactly(new Machine("n1", 2), new Machine("n2", 2));
        assertThat(job.runs())
                .extracting(Bar::ended)
                .containsExactlyInAnyOrder(Ended.FINISHED, Ended.FINISHED);
        assertThat(job.closed()).as("both were there when it began").isEmpty();
        assertThat(JobWarnings.of(job)).isEmpty();
    }

    @Test
    void itIsTheSameIfTheRecordsOfEachNodeAreReadByThemselves() throws Exception {
        RecordedJob apart =
                store.ask(database ->
                                Optional.ofNullable(
                                        new StoredJob(database, JOB, Long.MAX_VALUE, 1).read()))
                        .orElseThrow();
        assertThat(apart).isEqualTo(at(JOB, 1_000).orElseThrow());
    }

    @Test
    void atAMomentItIsAsItWasThen() throws Exception {
        RecordedJob job = at(JOB, 100).orElseThrow();
        assertThat(job.tasks()).extracting(TaskFacts::outcome).containsExactly("SUCCEEDED", "");
        assertThat(job.runs()).extracting(Bar::ended).contains(Ended.RUNNING);
        assertThat(at(JOB, 59)).isEmpty();
        assertThat(at(new JobId(7), 1_000)).isEmpty();
    }

    @Test
    void gapsThatTouchItAreMarkedAndNamed() throws Exception {
        add(
                Gap.recorderStopped(SampleStore.micros(125), SampleStore.micros(110)),
                Gap.damaged(
                        SampleStore.micros(900),
                        Table.RECORDS,
                        "x.parquet",
                        SampleStore.micros(64),
                        SampleStore.micros(66)),
                Gap.damaged(
                        SampleStore.micros(900),
                        Table.JOBS,
                        "y.parquet",
                        SampleStore.micros(64),
                        SampleStore.micros(66)));
        RecordedJob job = at(JOB, 1_000).orElseThrow();
        assertThat(job.gaps()).hasSize(2).allMatch(gap -> gap.isOf("n1") && gap.isOf("n2"));
        assertThat(JobWarnings.of(job))
                .anyMatch(line -> line.startsWith("no recorder ran") && line.contains("15.0 s"))
                .anyMatch(line -> line.contains("x.parquet") && line.contains("2.0 s"))
                .noneMatch(line -> line.contains("y.parquet"));
    }

    @Test
    void whatTasksOfOtherJobsTookIsShownBesideIt() throws Exception {
        add(
                Rows.record("n1", 2, 0, 62_000, "3k7x0a9q2m4g0-1", "STARTED", ""),
                Rows.record("n1", 2, 1, 70_000, "3k7x0a9q2m4g0-1", "COMMITTED", ""));
        assertThat(at(JOB, 1_000).orElseThrow().others()).hasSize(1);
    }
}
