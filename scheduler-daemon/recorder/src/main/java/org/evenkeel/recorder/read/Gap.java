package org.evenkeel.recorder.read;

import org.evenkeel.recorder.table.Row;
import org.evenkeel.recorder.table.Table;
import org.jspecify.annotations.Nullable;

/** Rows of the table of gaps. Times are microseconds since 1970. */
public final class Gap {
    /**
     * Whose records are missing, as the columns of the table have it.
     *
     * @param node null for all nodes
     * @param lost how many; null if not known
     */
    private record Missing(
            @Nullable String node,
            @Nullable Long incarnation,
            @Nullable Long from,
            @Nullable Long to,
            @Nullable Long lost) {

        static final Missing OF_ALL = new Missing(null, null, null, null, null);

        /** What a node recorded after a position. */
        static Missing after(String node, Position before, @Nullable Long to, @Nullable Long lost) {
            return new Missing(node, before.incarnation(), before.next(), to, lost);
        }
    }

    private static Row row(
            long now,
            String cause,
            Missing missing,
            @Nullable Long fromTime,
            @Nullable Long toTime,
            String words) {
        return Row.of(
                Table.GAPS,
                now,
                cause,
                missing.node,
                missing.incarnation,
                missing.from,
                missing.to,
                missing.lost,
                fromTime,
                toTime,
                words);
    }

    /** A node wrote over records before they were read. */
    static Row overwritten(
            long now, String node, Position before, long first, @Nullable Long firstTime) {
        long lost = first - before.next();
        String words = "node " + node + " wrote over " + lost + " records before they were read";
        Missing missing = Missing.after(node, before, first, lost);
        return row(now, "overwritten", missing, before.time(), firstTime, words);
    }

    /**
     * A node's process has ended, and another one answers: what the former recorded last is not
     * known.
     */
    static Row restarted(long now, String node, Position before) {
        String words =
                "node %s was started again; what it recorded between the last answer and its end is not known"
                        .formatted(node);
        Missing missing = Missing.after(node, before, null, null);
        return row(now, "restarted", missing, before.time(), now, words);
    }

    /** A node does not answer; what it records meanwhile is not known, unless it answers again. */
    static Row silent(long now, String node, Position before) {
        String words = "node %s does not answer; what it recorded since then is not known";
        Missing missing = Missing.after(node, before, null, null);
        return row(now, "silent", missing, before.time(), null, words.formatted(node));
    }

    /** It answers again and nothing is missing: takes back what {@link #silent} said. */
    static Row closed(long now, String node, Position before) {
        String words = "node " + node + " answers again; nothing is missing";
        Missing missing = Missing.after(node, before, before.next(), 0L);
        return row(now, "silent", missing, before.time(), now, words);
    }

    /** A file cannot be read. */
    public static Row damaged(long now, Table table, String file, long from, long to) {
        String words = "the file %s of the table %s is damaged; its rows are left out";
        words = words.formatted(file, table.sqlName());
        return row(now, "damaged", Missing.OF_ALL, from, to, words);
    }

    /**
     * A node has more jobs than it names.
     *
     * @param from since when
     * @param to until when that is known, earlier than that if the clock was set back
     */
    static Row manyJobs(long now, String node, long incarnation, long from, long to) {
        String words = "node %s had more than 1,000 jobs; states of the others are missing";
        Missing missing = new Missing(node, incarnation, null, null, null);
        return row(now, "many-jobs", missing, from, Math.max(from, to), words.formatted(node));
    }

    /**
     * No recorder ran. Records are there, unless another gap says otherwise; states are not.
     *
     * @param lastTime when the last one wrote, later than now if the clock was set back
     */
    public static Row recorderStopped(long now, long lastTime) {
        String words =
                "no recorder ran: states of nodes and jobs are missing, and records that nodes wrote over";
        long from = Math.min(lastTime, now);
        return row(now, "recorder-stopped", Missing.OF_ALL, from, now, words);
    }

    /** Old rows were deleted. */
    public static Row deleted(long now, Table table, long rows, long firstTime, long lastTime) {
        String words = "the oldest rows of the table " + table.sqlName() + " were deleted";
        Missing missing = new Missing(null, null, null, null, rows);
        return row(now, "deleted", missing, firstTime, lastTime, words);
    }
}
