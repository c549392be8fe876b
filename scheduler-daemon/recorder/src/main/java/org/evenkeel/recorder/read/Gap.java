package org.evenkeel.recorder.read;

import org.evenkeel.recorder.table.Row;
import org.evenkeel.recorder.table.Table;
import org.jspecify.annotations.Nullable;

/** Rows of the table of gaps. Times are microseconds since 1970. */
public final class Gap {

    private Gap() {}

    /** A node wrote over records before they were read. */
    static Row overwritten(
            long now, String node, Position before, long first, @Nullable Long firstTime) {
        long lost = first - before.next();
        return Row.of(
                Table.GAPS,
                now,
                "overwritten",
                node,
                before.incarnation(),
                before.next(),
                first,
                lost,
                before.time(),
                firstTime,
                "node " + node + " wrote over " + lost + " records before they were read");
    }

    /**
     * A node's process has ended, and another one answers: what the former recorded last is not
     * known.
     */
    static Row restarted(long now, String node, Position before) {
        return open(
                now,
                "restarted",
                node,
                before,
                "node "
                        + node
                        + " was started again; what it recorded between the last answer and its end is not known");
    }

    /** A node does not answer; what it records meanwhile is not known, unless it answers again. */
    static Row silent(long now, String node, Position before) {
        return open(
                now,
                "silent",
                node,
                before,
                "node " + node + " does not answer; what it recorded since then is not known");
    }

    /** It answers again and nothing is missing: takes back what {@link #silent} said. */
    static Row closed(long now, String node, Position before) {
        return Row.of(
                Table.GAPS,
                now,
                "silent",
                node,
                before.incarnation(),
                before.next(),
                before.next(),
                0L,
                before.time(),
                now,
                "node " + node + " answers again; nothing is missing");
    }

    /** A file cannot be read. */
    public static Row damaged(long now, Table table, String file, long from, long to) {
        return Row.of(
                Table.GAPS,
                now,
                "damaged",
                null,
                null,
                null,
                null,
                null,
                from,
                to,
                "the file "
                        + file
                        + " of the table "
                        + table.sqlName()
                        + " is damaged; its rows are left out");
    }

    /**
     * A node has more jobs than it names.
     *
     * @param from since when
     * @param to until when that is known, earlier than that if the clock was set back
     */
    static Row manyJobs(long now, String node, long incarnation, long from, long to) {
        return Row.of(
                Table.GAPS,
                now,
                "many-jobs",
                node,
                incarnation,
                null,
                null,
                null,
                from,
                Math.max(from, to),
                "node " + node + " had more than 1,000 jobs; states of the others are missing");
    }

    private static Row open(long now, String cause, String node, Position before, String what) {
        return Row.of(
                Table.GAPS,
                now,
                cause,
                node,
                before.incarnation(),
                before.next(),
                null,
                null,
                before.time(),
                cause.equals("silent") ? null : now,
                what);
    }

    /**
     * No recorder ran. Records are there, unless another gap says otherwise; states are not.
     *
     * @param lastTime when the last one wrote, later than now if the clock was set back
     */
    public static Row recorderStopped(long now, long lastTime) {
        return Row.of(
                Table.GAPS,
                now,
                "recorder-stopped",
                null,
                null,
                null,
                null,
                null,
                Math.min(lastTime, now),
                now,
                "no recorder ran: states of nodes and jobs are missing, and records that nodes wrote over");
    }

    /** Old rows were deleted. */
    public static Row deleted(long now, Table table, long rows, long firstTime, long lastTime) {
        return Row.of(
                Table.GAPS,
                now,
                "deleted",
                null,
                null,
                null,
                null,
                rows,
                firstTime,
                lastTime,
                "the oldest rows of the table " + table.sqlName() + " were deleted");
    }
}
