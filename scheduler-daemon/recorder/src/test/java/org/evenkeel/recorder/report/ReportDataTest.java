package org.evenkeel.recorder.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.jr.ob.JSON;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.evenkeel.recorder.history.Run.Ended;
import org.evenkeel.recorder.report.RecordedJob.TaskFacts;
import org.evenkeel.recorder.report.RunColumns.Bar;
import org.junit.jupiter.api.Test;

class ReportDataTest {

    private static final List<String> KINDS =
            List.of("render", "merge", "<script>alert(1)</script>");

    private static Map<String, Object> fields(RecordedJob job) {
        return new ReportData(job).fields("0.1", 1_795_777_300_000L);
    }

    @Test
    void theCausesOfEachMachineAddUpToTheTimeOfItsSlots() {
        RecordedJob job = SampleJobs.of(2_000, 3, KINDS);
        double whole = (job.facts().end() - job.facts().begin()) / 1_000.0;
        assertThat((List<?>) fields(job).get("machines"))
                .hasSize(3)
                .allSatisfy(machine -> {
                    double[] causes = (double[]) ((Map<?, ?>) machine).get("causes");
                    assertThat(Arrays.stream(causes).sum()).isCloseTo(4 * whole, within(0.01));
                    assertThat(causes[0]).isPositive();
                });
    }

    @Test
    void whatIsLostAndWhatHasNotEndedIsSaid() {
        RecordedJob job = SampleJobs.of(10, 1, KINDS);
        assertThat((List<?>) fields(job).get("warnings"))
                .asString()
                .contains("1,234 records of n1 are lost")
                .contains("in these 1.5 s");
    }

    @Test
    void failuresAreGroupedByTheirExceptions() {
        RecordedJob job = SampleJobs.of(20_000, 2, KINDS);
        long failed = job.tasks().stream().filter(TaskFacts::hasFailed).count();
        assertThat((List<?>) fields(job).get("failures"))
                .singleElement()
                .asInstanceOf(InstanceOfAssertFactories.map(String.class, Object.class))
                .containsEntry("count", (int) failed)
                .extractingByKey("text")
                .asString()
                .startsWith("FAILED: java.io.IOException: no input ");
    }

    @Test
    void eachMoveIsBetweenTwoBarsOfOneTask() {
        RecordedJob job = SampleJobs.of(5_000, 2, KINDS);
        Map<String, Object> fields = fields(job);
        Map<?, ?> runs = (Map<?, ?>) fields.get("runs");
        int[] task = (int[]) runs.get("task");
        List<?> moves = (List<?>) fields.get("moves");
        assertThat(moves)
                .isNotEmpty()
                .allSatisfy(move -> {
                    Map<?, ?> places = (Map<?, ?>) move;
                    assertThat(task[(Integer) places.get("from")])
                            .isEqualTo(task[(Integer) places.get("to")]);
                });
    }

    /** Such a page can be sent by mail. */
    @Test
    void aHundredThousandTasksAreAtMostFiveMegabytes() throws Exception {
        RecordedJob job = SampleJobs.of(100_000, 16, KINDS);
        String page = ReportPage.of(JSON.std.asBytes(fields(job)));
        assertThat(page).hasSizeBetween(500_000, 5_000_000);
    }

    /** Each task waits by itself, and its parent waits for it. */
    @Test
    void soAreTheyIfTheyComeOneByOne() throws Exception {
        RecordedJob all = SampleJobs.of(100_000, 16, KINDS);
        List<TaskFacts> tasks = new ArrayList<>();
        List<Bar> runs = new ArrayList<>();
        for (Bar run : all.runs()) {
            long half = run.length() / 2;
            long later = run.begin() + half;
            runs.add(
                    new Bar(
                            run.row(),
                            run.kind(),
                            run.begin(),
                            half - 1,
                            run.task(),
                            Ended.WAITING));
            runs.add(new Bar(run.row(), run.kind(), later, half, run.task(), run.ended()));
        }
        Random random = new Random(28);
        long at = SampleJobs.BEGIN;
        for (TaskFacts task : all.tasks()) {
            long until = at + 7_001;
            tasks.add(
                    new TaskFacts(
                            task.id(), task.kind(), at, until, task.runMicros(), task.outcome()));
            at = until + Math.round(-Math.log(1 - random.nextDouble()) * 60_000);
        }
        RecordedJob job =
                new RecordedJob(
                        all.facts(),
                        all.machines(),
                        all.slots(),
                        all.kinds(),
                        tasks,
                        runs,
                        all.others(),
                        all.closed(),
                        all.gaps(),
                        all.silent());
        Map<String, Object> fields = fields(job);
        assertThat((List<?>) fields.get("backlog")).hasSizeBetween(1_000, 10_000);
        assertThat(ReportPage.of(JSON.std.asBytes(fields))).hasSizeLessThan(5_000_000);
    }
}
