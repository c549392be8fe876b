package org.evenkeel.recorder.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.jr.ob.JSON;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

class ReportDataTest {

    private static final List<String> KINDS = List.of("render", "merge", "<script>alert(1)</script>");

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
        long failed = job.tasks().stream().filter(RecordedJob.TaskFacts::hasFailed).count();
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
        assertThat(moves).isNotEmpty().allSatisfy(move -> {
            Map<?, ?> places = (Map<?, ?>) move;
            assertThat(task[(Integer) places.get("from")]).isEqualTo(task[(Integer) places.get("to")]);
        });
    }

    /** The bound that people can send by mail. */
    @Test
    void aHundredThousandTasksAreAtMostFiveMegabytes() throws Exception {
        RecordedJob job = SampleJobs.of(100_000, 16, KINDS);
        String page = ReportPage.of(JSON.std.asBytes(fields(job)));
        assertThat(page).hasSizeBetween(500_000, 5_000_000);
    }
}
