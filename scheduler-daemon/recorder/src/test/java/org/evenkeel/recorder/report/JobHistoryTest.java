package org.evenkeel.recorder.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.kernel.trace.TraceKind;
import org.evenkeel.kernel.trace.TraceRecord;
import org.evenkeel.model.JobId;
import org.evenkeel.model.TaskId;
import org.evenkeel.recorder.history.Run.Ended;
import org.evenkeel.recorder.history.TraceEntry;
import org.evenkeel.recorder.report.JobHistory.NodeFacts;
import org.evenkeel.recorder.report.RecordedJob.Gap;
import org.evenkeel.recorder.report.RecordedJob.Machine;
import org.evenkeel.recorder.report.RecordedJob.Slot;
import org.evenkeel.recorder.report.RecordedJob.Stretch;
import org.evenkeel.recorder.report.RecordedJob.TaskFacts;
import org.evenkeel.recorder.report.RunColumns.Bar;
import org.junit.jupiter.api.Test;

class JobHistoryTest {

    private static final JobId JOB = new JobId(7);

    private final JobHistory history = new JobHistory(JOB);
    private final Map<String, Long> seqs = new HashMap<>();

    private void add(String node, long at, TaskId task, TraceKind what, int slot, String reason) {
        add(node, at, task, what, slot, reason, null);
    }

    private void add(
            String node,
            long at,
            TaskId task,
            TraceKind what,
            int slot,
            String reason,
            TraceRecord.Begin begin) {
        long seq = seqs.merge(node, 1L, Long::sum) - 1;
        history.add(new TraceEntry(node, 1, seq, at, task, what, "", slot, reason, begin));
    }

    private static TaskId task(int number) {
        return new TaskId(77, number);
    }

    private static TraceRecord.Begin begin(long job, String kind) {
        return new TraceRecord.Begin(new JobId(job), kind, null);
    }

    private RecordedJob build() {
        Map<String, NodeFacts> nodes =
                Map.of("n1", new NodeFacts(1, 0, 0), "n10", new NodeFacts(2, 0, 0));
        return history.build("name", "alice", nodes, List.of(), List.of());
    }

    @Test
    void tasksOfTheJobAreToldApartFromThoseOfOthers() {
        add("n1", 100, task(1), TraceKind.ACCEPTED, -1, "", begin(7, "square"));
        add("n1", 101, new TaskId(88, 1), TraceKind.ACCEPTED, -1, "", begin(8, "other"));
        add("n1", 110, task(1), TraceKind.STARTED, 0, "");
        add("n1", 120, task(1), TraceKind.COMMITTED, -1, "");
        add("n1", 130, new TaskId(88, 1), TraceKind.STARTED, 0, "");
        add("n1", 150, new TaskId(88, 1), TraceKind.COMMITTED, -1, "");
        RecordedJob job = build();
        assertThat(job.tasks())
                .containsExactly(new TaskFacts(task(1).toString(), 0, 100, 110, 10, "SUCCEEDED"));
        assertThat(job.runs()).containsExactly(new Bar(0, 0, 110, 10, 0, Ended.FINISHED));
        assertThat(job.others()).containsExactly(new Stretch(0, 130, 150));
        assertThat(job.facts().begin()).isEqualTo(100);
        assertThat(job.facts().end()).isEqualTo(120);
    }

    /** A child's id is not of the program, but of the worker that made it. */
    @Test
    void aChildBelongsToTheJobOfItsParent() {
        TaskId child = new TaskId(9_999, 1);
        add("n1", 100, task(1), TraceKind.ACCEPTED, -1, "", begin(7, "square"));
        add(
                "n1",
                105,
                child,
                TraceKind.ACCEPTED,
                -1,
                "",
                new TraceRecord.Begin(JOB, "part", task(1)));
        add("n1", 110, child, TraceKind.STARTED, 0, "");
        add("n1", 150, child, TraceKind.COMMITTED, -1, "");
        assertThat(build().kinds()).containsExactly("part", "square");
        assertThat(build().tasks()).extracting(TaskFacts::id).contains(child.toString());
    }

    @Test
    void machinesThatRanNothingHaveRowsToo() {
        add("n2", 100, task(1), TraceKind.ACCEPTED, -1, "", begin(7, "square"));
        add("n2", 110, task(1), TraceKind.STARTED, 5, "");
        RecordedJob job = build();
        assertThat(job.machines())
                .containsExactly(new Machine("n1", 1), new Machine("n2", 1), new Machine("n10", 2));
        assertThat(job.slots())
                .containsExactly(
                        new Slot("n1", 0),
                        new Slot("n2", 5),
                        new Slot("n10", 0),
                        new Slot("n10", 1));
        assertThat(job.runs()).extracting(Bar::ended).containsExactly(Ended.RUNNING);
    }

    @Test
    void howTasksEndedIsSaid() {
        for (int i = 1; i <= 3; i++) {
            add("n1", 100 + i, task(i), TraceKind.ACCEPTED, -1, "", begin(7, "square"));
        }
        add("n1", 110, task(1), TraceKind.COMMITTED, -1, "java.io.IOException: no input");
        add("n1", 120, task(2), TraceKind.CANCELLED, -1, "its client asked for it");
        add("n1", 121, task(2), TraceKind.COMMITTED, -1, "its client asked for it");
        assertThat(build().tasks())
                .extracting(TaskFacts::outcome)
                .containsExactly(
                        "FAILED: java.io.IOException: no input",
                        "CANCELLED: its client asked for it",
                        "");
    }

    @Test
    void onlyGapsInTheTimeOfTheJobCount() {
        add("n1", 100, task(1), TraceKind.ACCEPTED, -1, "", begin(7, "square"));
        add("n1", 200, task(1), TraceKind.COMMITTED, -1, "");
        Gap during = new Gap("n1", 90, 110, 4);
        RecordedJob job =
                history.build(
                        null,
                        "",
                        Map.of(),
                        List.of(new Gap("n1", 0, 100, 9), during, new Gap("n2", 200, 300, 1)),
                        List.of("n3"));
        assertThat(job.gaps()).containsExactly(new Gap("n1", 100, 110, 4));
        assertThat(job.facts().name()).as("without a name").isEqualTo(JOB.toString());
        assertThat(JobWarnings.of(job))
                .containsExactly(
                        "n3 did not answer: what happened there is not shown",
                        "4 records of n1 are lost: what happened there in these 0.00 s is not"
                                + " shown");
    }

    @Test
    void whatRunsLastsUntilItsNodeWasAsked() {
        add("n1", 100, task(1), TraceKind.ACCEPTED, -1, "", begin(7, "square"));
        add("n1", 110, task(1), TraceKind.STARTED, 0, "");
        Map<String, NodeFacts> nodes =
                Map.of("n1", new NodeFacts(1, 0, 400), "n2", new NodeFacts(1, 150, 400));
        RecordedJob job = history.build("name", "", nodes, List.of(), List.of());
        assertThat(job.runs()).containsExactly(new Bar(0, 0, 110, 290, 0, Ended.RUNNING));
        assertThat(job.facts().end()).isEqualTo(400);
        assertThat(job.closed()).as("n2 before it began").containsExactly(new Stretch(1, 100, 150));
        assertThat(JobWarnings.of(job))
                .containsExactly(
                        "n2 began after the job: if it was there before, no records of that time"
                                + " are kept",
                        "1 task had not ended when this was made");
    }

    /** A client may fetch it much later. */
    @Test
    void aJobEndsWithItsLastTaskAndNotWithItsDelivery() {
        add("n1", 100, task(1), TraceKind.ACCEPTED, -1, "", begin(7, "square"));
        add("n2", 110, task(1), TraceKind.STARTED, 0, "");
        add("n1", 150, task(1), TraceKind.COMMITTED, -1, "");
        add("n1", 900, task(1), TraceKind.DELIVERED, -1, "");
        RecordedJob job = build();
        assertThat(job.facts().end()).isEqualTo(150);
        assertThat(job.runs())
                .as("n2 has not told the end yet")
                .extracting(Bar::ended, Bar::length)
                .containsExactly(tuple(Ended.FINISHED, 40L));
    }

    @Test
    void aTaskThatIsCancelledBeforeItRunsWaitsNoLonger() {
        add("n1", 100, task(1), TraceKind.ACCEPTED, -1, "", begin(7, "square"));
        add("n1", 130, task(1), TraceKind.CANCELLED, -1, "its client asked for it");
        add("n1", 140, task(2), TraceKind.ACCEPTED, -1, "", begin(7, "square"));
        assertThat(build().tasks())
                .extracting(TaskFacts::waitedUntil)
                .containsExactly(130L, Long.MAX_VALUE);
    }

    @Test
    void aJobOfWhichThereIsNothingIsEmpty() {
        add("n1", 100, new TaskId(88, 1), TraceKind.ACCEPTED, -1, "", begin(8, "other"));
        assertThat(history.isEmpty()).isTrue();
    }
}
