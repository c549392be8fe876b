package org.evenkeel.recorder.whatif;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.recorder.Rows;
import org.evenkeel.recorder.store.RecordStore;
import org.evenkeel.recorder.store.Steps;
import org.evenkeel.recorder.table.Row;
import org.evenkeel.recorder.table.Table;
import org.jspecify.annotations.Nullable;

/**
 * What a recorder keeps of two machines with a slot each, of which the second is twice as fast, and
 * of a job with tasks of a second. Times are milliseconds after midnight.
 */
public final class SampleRecords {
    static final String JOB = "3k7x0a9q2m4fz";
    static final int TASKS = 60;

    /** A moment at which 12 tasks have ended at the first and 24 at the second machine. */
    public static final long THEN = 12_300;

    private final List<Row> rows = new ArrayList<>();
    private final Map<String, Long> next = new LinkedHashMap<>();

    public static Instant time(long millis) {
        return Instant.EPOCH.plus(Rows.MIDNIGHT, ChronoUnit.MICROS).plusMillis(millis);
    }

    private static long micros(long millis) {
        return Rows.MIDNIGHT + 1_000 * millis;
    }

    /** Everything until {@link #THEN}, and no later record. */
    public static SampleRecords untilThen() {
        return until(THEN);
    }

    /** Everything until a moment. */
    static SampleRecords until(long millis) {
        SampleRecords sample = new SampleRecords();
        for (long at = 0; at <= millis + 1_000; at += 5_000) {
            sample.states(at);
        }
        sample.states(millis + 1_000);
        sample.run(millis);
        return sample;
    }

    private void states(long millis) {
        node(millis, "n1", true, false);
        node(millis, "n2", true, false);
        neighbour(millis, "n1", "n2");
        neighbour(millis, "n2", "n1");
        job(millis, JOB, "render", TASKS);
    }

    /** The tasks in the order of their numbers, each at the machine that is idle first. */
    private void run(long until) {
        for (int task = 1; task <= TASKS; task++) {
            begin("n1", 0, id(task), "ACCEPTED", null);
        }
        long[] idle = {0, 0};
        for (int task = 1; task <= TASKS; task++) {
            int at = idle[0] <= idle[1] ? 0 : 1;
            long from = idle[at];
            long to = from + (at == 0 ? 1_000 : 500);
            idle[at] = to;
            if (from > until) {
                continue;
            }
            if (at == 1) {
                record("n1", from, id(task), "OFFERED");
                begin("n2", from, id(task), "ARRIVED", null);
                record("n1", from, id(task), "TAKEN");
            }
            record("n" + (at + 1), from, id(task), "STARTED");
            if (to <= until) {
                if (at == 1) {
                    record("n2", to, id(task), "FINISHED");
                }
                record("n1", to, id(task), "COMMITTED");
            }
        }
    }

    static String id(int task) {
        return JOB + "-" + task;
    }

    private long seq(String node) {
        return next.merge(node, 1L, Long::sum) - 1;
    }

    /** A record of a node. */
    SampleRecords record(String node, long millis, String task, String what) {
        rows.add(Rows.record(node, seq(node), millis, task, what, ""));
        return this;
    }

    /** A record with which the records of a task begin at a node. */
    SampleRecords begin(
            String node, long millis, String task, String what, @Nullable String parent) {
        return begin(node, millis, task, what, "square", parent);
    }

    /** The same of another kind. */
    SampleRecords begin(
            String node,
            long millis,
            String task,
            String what,
            String kind,
            @Nullable String parent) {
        rows.add(
                Row.of(
                        Table.RECORDS,
                        node,
                        1L,
                        seq(node),
                        micros(millis),
                        task,
                        what,
                        null,
                        null,
                        "",
                        JOB,
                        kind,
                        parent));
        return this;
    }

    /** A state of a node with one slot. */
    SampleRecords node(long millis, String node, boolean answers, boolean draining) {
        rows.add(
                Row.of(
                        Table.NODES,
                        micros(millis),
                        node,
                        1L,
                        answers,
                        "127.0.0.1:1",
                        "0.1",
                        answers ? "hybrid" : null,
                        answers ? "worker-busy" : null,
                        "high",
                        draining,
                        null,
                        null,
                        answers ? 1 : null,
                        1L,
                        0L,
                        0L,
                        0L,
                        0L,
                        0L,
                        1L,
                        1L,
                        0L,
                        0L,
                        0L,
                        0.0));
        return this;
    }

    /** Two nodes are linked. */
    SampleRecords neighbour(long millis, String node, String neighbour) {
        rows.add(
                Row.of(
                        Table.NEIGHBOURS,
                        micros(millis),
                        node,
                        neighbour,
                        true,
                        "high",
                        "high",
                        0L,
                        0));
        return this;
    }

    /** A job with so many open tasks. */
    SampleRecords job(long millis, String job, String name, long open) {
        rows.add(
                Row.of(
                        Table.JOBS,
                        micros(millis),
                        job,
                        name,
                        "n1",
                        "",
                        true,
                        false,
                        0L,
                        "",
                        "",
                        open,
                        0L,
                        0L,
                        0L,
                        0L,
                        Math.min(2L, open),
                        open));
        return this;
    }

    /** Records of a node are missing. */
    SampleRecords gap(String cause, String node, long from, @Nullable Long to) {
        rows.add(
                Row.of(
                        Table.GAPS,
                        micros(to == null ? from + 1 : to),
                        cause,
                        node,
                        1L,
                        1L,
                        null,
                        null,
                        micros(from),
                        to == null ? null : (Long) micros(to),
                        cause + " at " + node));
        return this;
    }

    /** Writes all that into a recorder's directory, and forgets it. */
    public void write(Path store) throws IOException {
        try (RecordStore open = RecordStore.open(store, Steps.UNOBSERVED)) {
            open.add(rows);
            open.flush(Instant.now());
        }
        rows.clear();
    }
}
