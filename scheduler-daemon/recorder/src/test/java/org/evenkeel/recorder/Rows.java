package org.evenkeel.recorder;

import org.evenkeel.recorder.table.Row;
import org.evenkeel.recorder.table.Table;
import org.jspecify.annotations.Nullable;

/** Rows for tests. */
public final class Rows {

    /** Midnight of 28 November 2026, microseconds. */
    public static final long MIDNIGHT = 1_795_824_000_000_000L;

    private Rows() {}

    /** A record of a node's first process; its time is so many milliseconds after midnight. */
    public static Row record(
            String node, long seq, long millis, String task, String what, String reason) {
        return record(node, 1, seq, millis, task, what, reason);
    }

    /** The same of one of its processes. */
    public static Row record(
            String node,
            long incarnation,
            long seq,
            long millis,
            String task,
            String what,
            String reason) {
        return Row.of(
                Table.RECORDS,
                node,
                incarnation,
                seq,
                MIDNIGHT + 1_000 * millis,
                task,
                what,
                null,
                what.equals("STARTED") ? 3 : null,
                reason,
                null,
                null,
                null);
    }

    /** A record with which a node's records of a task begin. */
    public static Row begin(
            String node,
            long seq,
            long millis,
            String task,
            String what,
            String kind,
            @Nullable String parent) {
        return Row.of(
                Table.RECORDS,
                node,
                1L,
                seq,
                MIDNIGHT + 1_000 * millis,
                task,
                what,
                null,
                null,
                "",
                "job1",
                kind,
                parent);
    }
}
