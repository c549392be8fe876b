package org.evenkeel.recorder.past;

import java.io.IOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.evenkeel.model.JsonObject;
import org.evenkeel.recorder.query.QueryDatabase;
import org.evenkeel.recorder.store.Database;

/**
 * When a machine took tasks on the day before a moment, and what else changed there. Times in
 * answers are milliseconds since 1970.
 */
public final class RecordedDay {

    static final String OPEN = "open";
    static final String CLOSED = "closed";
    static final String UNKNOWN = "unknown";

    /** Changes that are read, the newest; and that are listed. */
    private static final int MOST_READ = 2_000;

    private static final int MOST_LISTED = 100;

    private static final long DAY_MICROS = TimeUnit.DAYS.toMicros(1);
    private static final long MICROS = 1_000;

    /** What a node told from a moment on, until something else; microseconds since 1970. */
    private record Change(
            long at,
            long incarnation,
            boolean answers,
            String open,
            String notice,
            boolean draining,
            String version,
            String policy,
            int slots) {

        String state() {
            if (!answers) {
                return UNKNOWN;
            }
            return draining || open.equals("false") ? CLOSED : OPEN;
        }

        Map<String, Object> fields() {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("at", at / MICROS);
            fields.put("answers", answers);
            if (answers) {
                fields.put("state", state());
                fields.put("notice", notice);
                fields.put("leaving", draining);
                fields.put("calendar", !open.isEmpty());
                fields.put("version", version);
                fields.put("policy", policy);
                fields.put("slots", slots);
            }
            return fields;
        }
    }

    /** A part of the day; microseconds since 1970. */
    private record Part(long from, long to, String state) {

        List<Object> list() {
            return List.of(from / MICROS, to / MICROS, state);
        }
    }

    /**
     * The day: {@code from}, {@code to}, its {@code parts} as [from, to, open, closed or unknown],
     * the newest {@code changes}, and whether there are {@code more}.
     *
     * @param at where it ends, microseconds since 1970
     */
    public static Map<String, Object> until(QueryDatabase database, String node, long at)
            throws IOException {
        long from = at - DAY_MICROS;
        List<Change> changes = changes(database, node, from, at);
        List<Part> parts = parts(changes, from, heardLast(database, node, at), at);
        for (RecordedGap gap : RecordedGap.within(database, from, at)) {
            if (isOfStates(gap)) {
                parts = without(parts, gap);
            }
        }
        List<Change> newest = changes.reversed();
        return new JsonObject()
                .with("from", from / MICROS)
                .with("to", at / MICROS)
                .with("parts", joined(parts).stream().map(Part::list).toList())
                .with("changes", newest.stream().limit(MOST_LISTED).map(Change::fields).toList())
                .with("more", newest.size() > MOST_LISTED);
    }

    private static boolean isOfStates(RecordedGap gap) {
        boolean isOfNodes = gap.isOfEverything() && gap.what().contains("the table nodes");
        return isOfNodes || gap.cause().equals("recorder-stopped");
    }

    /** In their order; the first says how it was when the day began, if that is known. */
    private static List<Change> changes(QueryDatabase database, String node, long from, long at)
            throws IOException {
        String sql =
                """
                with told as (
                  select epoch_us(time) as micros, incarnation, answers,
                    coalesce(open::varchar, '') as is_open, coalesce(notice, '') as notice,
                    coalesce(draining, false) as draining, coalesce(version, '') as version,
                    coalesce(policy, '') as policy, coalesce(slots, 0) as slots
                  from nodes where node = %s and time > %s and time <= %s),
                compared as (
                  select *, concat_ws(chr(31), incarnation, answers, is_open, notice, draining,
                    version, policy, slots) as what from told),
                changed as (
                  select *, lag(what) over (order by micros) as former from compared)
                select * from changed where former is null or former <> what
                order by micros desc limit %d\
                """
                        .formatted(
                                Database.quoted(node),
                                Select.time(from - RecordedNodes.FRESH_MICROS),
                                Select.time(at),
                                MOST_READ);
        return Select.list(database, sql, RecordedDay::change).reversed();
    }

    private static Change change(ResultSet row) throws SQLException {
        return new Change(
                row.getLong("micros"),
                row.getLong("incarnation"),
                row.getBoolean("answers"),
                Select.text(row, "is_open"),
                Select.text(row, "notice"),
                row.getBoolean("draining"),
                Select.text(row, "version"),
                Select.text(row, "policy"),
                row.getInt("slots"));
    }

    /** When a row of the node was heard last; 0 if none was. */
    private static long heardLast(QueryDatabase database, String node, long at) throws IOException {
        String sql =
                """
                select coalesce(epoch_us(max(time)), 0) from nodes
                where node = %s and time > %s and time <= %s\
                """
                        .formatted(
                                Database.quoted(node),
                                Select.time(at - DAY_MICROS),
                                Select.time(at));
        return Select.list(database, sql, row -> row.getLong(1)).getFirst();
    }

    private static List<Part> parts(List<Change> changes, long from, long heard, long at) {
        List<Part> parts = new ArrayList<>();
        long known = Math.min(at, heard + RecordedCluster.QUIET_MICROS);
        long reached = from;
        String state = UNKNOWN;
        for (Change change : changes) {
            add(parts, reached, change.at(), state);
            reached = Math.max(reached, change.at());
            state = change.state();
        }
        add(parts, reached, known, state);
        add(parts, Math.max(reached, known), at, UNKNOWN);
        return parts;
    }

    private static void add(List<Part> parts, long from, long to, String state) {
        if (from < to) {
            parts.add(new Part(from, to, state));
        }
    }

    /** Nothing is known of the time of a gap. */
    private static List<Part> without(List<Part> parts, RecordedGap gap) {
        List<Part> left = new ArrayList<>();
        for (Part part : parts) {
            long from = Math.clamp(gap.from(), part.from(), part.to());
            long to = Math.clamp(gap.to(), part.from(), part.to());
            add(left, part.from(), from, part.state());
            add(left, from, to, UNKNOWN);
            add(left, to, part.to(), part.state());
        }
        return left;
    }

    private static List<Part> joined(List<Part> parts) {
        List<Part> joined = new ArrayList<>();
        for (Part part : parts) {
            Part last = joined.isEmpty() ? null : joined.getLast();
            if (last != null && last.state().equals(part.state())) {
                joined.removeLast();
                joined.add(new Part(last.from(), part.to(), part.state()));
            } else {
                joined.add(part);
            }
        }
        return joined;
    }
}
