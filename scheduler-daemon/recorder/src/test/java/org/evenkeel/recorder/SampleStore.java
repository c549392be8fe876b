package org.evenkeel.recorder;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.evenkeel.recorder.read.Gap;
import org.evenkeel.recorder.read.StateRows;
import org.evenkeel.recorder.store.RecordStore;
import org.evenkeel.recorder.store.Steps;
import org.evenkeel.recorder.table.Row;
import org.evenkeel.recorder.table.Table;
import org.evenkeel.wire.proto.JobsAnswer;
import org.evenkeel.wire.proto.NodesAnswer;
import org.jspecify.annotations.Nullable;

/**
 * What a recorder kept of two nodes and a job with two tasks, which n1 owns: the first ran there
 * from 61 s to 90 s, the second at n2 from 95 s to 130 s. From 200 s to 300 s no recorder ran; n2
 * was silent from then on. Times are seconds after {@link Rows#MIDNIGHT}.
 */
public final class SampleStore {

    public static final String JOB = "3k7x0a9q2m4fz";
    public static final String NAME = "<b>rendering</b>";
    public static final String FIRST = JOB + "-1";
    public static final String SECOND = JOB + "-2";

    private final List<Row> rows = new ArrayList<>();
    private final String prefix;
    private final String text;

    private SampleStore(String prefix, String text) {
        this.prefix = prefix;
        this.text = text;
    }

    /** Microseconds since 1970. */
    public static long micros(double seconds) {
        return Rows.MIDNIGHT + Math.round(seconds * 1_000_000);
    }

    /** Milliseconds since 1970. */
    public static long millis(double seconds) {
        return micros(seconds) / 1_000;
    }

    /** Writes it. */
    public static void write(Path directory) throws IOException {
        write(directory, "n", NAME);
    }

    /**
     * The same with other names.
     *
     * @param prefix with which the names of nodes begin
     * @param text name of the job, of its submitter, and in reasons and notices
     */
    public static void write(Path directory, String prefix, String text) throws IOException {
        SampleStore sample = new SampleStore(prefix, text);
        sample.records();
        sample.states();
        try (RecordStore store = RecordStore.open(directory, Steps.UNOBSERVED)) {
            store.add(sample.rows);
            store.flush(Instant.now());
        }
    }

    private String name(int node) {
        return prefix + node;
    }

    /** Something that users chose. */
    private String chosen(String usual) {
        return text.equals(NAME) ? usual : text;
    }

    private void records() {
        record(name(1), 0, 60, FIRST, "ACCEPTED", -1, "", chosen("square"));
        record(name(1), 1, 60, SECOND, "ACCEPTED", -1, "", chosen("square"));
        record(name(1), 2, 61, FIRST, "STARTED", 0, chosen("a slot is free"), null);
        record(name(1), 3, 90, FIRST, "COMMITTED", -1, "", null);
        record(name(1), 4, 92, SECOND, "OFFERED", -1, "", null);
        record(name(2), 0, 93, SECOND, "ARRIVED", -1, "", chosen("square"));
        record(name(2), 1, 95, SECOND, "STARTED", 1, "", null);
        record(name(2), 2, 130, SECOND, "FINISHED", -1, "", null);
        record(name(1), 5, 131, SECOND, "COMMITTED", -1, "IllegalStateException: no input", null);
    }

    private void record(
            String node,
            long seq,
            double seconds,
            String task,
            String what,
            int slot,
            String reason,
            @Nullable String kind) {
        rows.add(
                Row.of(
                        Table.RECORDS,
                        node,
                        1L,
                        seq,
                        micros(seconds),
                        task,
                        what,
                        null,
                        slot < 0 ? null : slot,
                        reason,
                        kind == null ? null : JOB,
                        kind,
                        null));
    }

    private void states() {
        nodes(0, node(name(1), 0, 0, "low"), node(name(2), 0, 0, "low"));
        nodes(61, node(name(1), 1, 0, "low"));
        jobs(62, 2, 0, 0);
        nodes(90, node(name(1), 0, 1, "high"));
        jobs(91, 1, 1, 0);
        nodes(95, node(name(2), 1, 0, "low"));
        jobs(120, 1, 1, 0);
        nodes(130, node(name(2), 0, 1, "low"));
        jobs(132, 0, 1, 1);
        nodes(190, node(name(1), 0, 1, "high"), node(name(2), 0, 1, "low"));
        rows.add(Gap.recorderStopped(micros(300), micros(200)));
        nodes(301, node(name(1), 0, 1, "low"));
        rows.add(StateRows.silentNode(name(2), micros(310)));
        nodes(330, node(name(1), 0, 1, "low"));
    }

    private void nodes(double seconds, NodesAnswer... answers) {
        rows.addAll(StateRows.nodes(List.of(answers), micros(seconds)));
        rows.addAll(StateRows.neighbours(List.of(answers), micros(seconds)));
    }

    /** One with two slots that believes this of the other one. */
    private NodesAnswer node(String name, long busy, long run, String believed) {
        return NodesAnswer.newBuilder()
                .setNode(name)
                .setIncarnation(1)
                .setHost("127.0.0.1")
                .setPort(7_000)
                .setPolicy("auto")
                .setState("low")
                .setWorkers(2)
                .setBusy(busy)
                .setTotals(NodesAnswer.Totals.newBuilder().setRun(run))
                .addNeighbours(
                        NodesAnswer.Neighbour.newBuilder()
                                .setName(name(name.equals(name(1)) ? 2 : 1))
                                .setUp(true)
                                .setBelieved(believed)
                                .setTold("low")
                                .setRoom(1))
                .build();
    }

    private void jobs(double seconds, long open, long succeeded, long failed) {
        JobsAnswer.Job.Builder job =
                JobsAnswer.Job.newBuilder()
                        .setJob(JOB)
                        .setName(text)
                        .setSubmitter(chosen("alice"))
                        .setAttached(true)
                        .setOpen(open)
                        .setSucceeded(succeeded)
                        .setFailed(failed);
        JobsAnswer answer = JobsAnswer.newBuilder().setNode(name(1)).addJobs(job).build();
        rows.addAll(StateRows.jobs(List.of(answer), micros(seconds)));
    }
}
