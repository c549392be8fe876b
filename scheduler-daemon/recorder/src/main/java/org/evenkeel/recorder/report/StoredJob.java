package org.evenkeel.recorder.report;

import java.io.IOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.evenkeel.cli.query.NodeOrder;
import org.evenkeel.cli.text.NumberFormatter;
import org.evenkeel.kernel.trace.TraceKind;
import org.evenkeel.kernel.trace.TraceRecord;
import org.evenkeel.model.Ids;
import org.evenkeel.model.JobId;
import org.evenkeel.model.TaskId;
import org.evenkeel.recorder.history.TraceEntry;
import org.evenkeel.recorder.past.RecordedGap;
import org.evenkeel.recorder.past.Select;
import org.evenkeel.recorder.query.QueryDatabase;
import org.evenkeel.recorder.report.JobHistory.NodeFacts;
import org.evenkeel.recorder.report.RecordedJob.Gap;
import org.evenkeel.recorder.store.Database;
import org.jspecify.annotations.Nullable;

/** A job as far as a recorder has kept its records. For one thread. */
final class StoredJob {

    /** Records that are sorted together: DuckDB has no more memory. */
    private static final int MOST_SORTED = 500_000;

    /** Before the job began, tasks of others may have been started that ran on. */
    private static final long BEFORE_MICROS = TimeUnit.HOURS.toMicros(1);

    /** A node that is there is heard of within that time. */
    private static final long HEARD_MICROS = TimeUnit.SECONDS.toMicros(40);

    /** Rows that a node may have on a page. */
    private static final int MAX_SLOTS = 4_096;

    private final QueryDatabase database;
    private final JobId job;
    private final long until;
    private final int mostSorted;
    private final JobHistory history;
    private final Map<String, Long> firstRecords = new HashMap<>();

    /**
     * @param until microseconds since 1970; nothing later counts
     */
    StoredJob(QueryDatabase database, JobId job, long until) {
        this(database, job, until, MOST_SORTED);
    }

    StoredJob(QueryDatabase database, JobId job, long until, int mostSorted) {
        this.database = database;
        this.job = job;
        this.until = until;
        this.mostSorted = mostSorted;
        this.history = new JobHistory(job);
    }

    /**
     * When a job was there.
     *
     * @param own its records
     * @param all those of all jobs meanwhile
     */
    private record Extent(long begin, long end, long own, long all) {}

    /**
     * Reads what there is.
     *
     * @return null if nothing was recorded of the job until then
     */
    @Nullable RecordedJob read() throws IOException {
        Extent extent = extent();
        if (extent == null) {
            return null;
        }
        long most = RecordLimit.most();
        if (extent.own() > most) {
            throw new IOException(
                    "job %s has %s records, and a page can be made of %s; use evenkeel query"
                            .formatted(
                                    job,
                                    NumberFormatter.count(extent.own()),
                                    NumberFormatter.count(most)));
        }
        boolean alone = extent.all() > most;
        readRecords(extent, alone);
        if (history.isEmpty()) {
            return null;
        }
        List<Gap> gaps = new ArrayList<>(gaps(extent));
        if (alone) {
            gaps.add(
                    new Gap(
                            "",
                            extent.begin(),
                            extent.end() + 1,
                            -1,
                            "there are too many records of other jobs: their times are not shown"));
        }
        String[] named = named();
        return history.build(named[0], named[1], nodes(extent), gaps, List.of());
    }

    private String task() {
        return "task in (select task from records where job = %s)"
                .formatted(Database.quoted(job.toString()));
    }

    private String window(Extent extent) {
        return "time >= %s and time <= %s"
                .formatted(Select.time(extent.begin() - BEFORE_MICROS), Select.time(extent.end()));
    }

    private @Nullable Extent extent() throws IOException {
        Extent own = ownExtent();
        if (own.own() == 0) {
            return null;
        }
        long all =
                Select.list(
                                database,
                                "select count(*) from records where " + window(own),
                                row -> row.getLong(1))
                        .getFirst();
        return new Extent(own.begin(), own.end(), own.own(), all);
    }

    /** It ends with its last record; while tasks are open, with its last state. */
    private Extent ownExtent() throws IOException {
        String sql =
                """
                select count(*) as own, epoch_us(min(time)) as began,
                  epoch_us(max(time) filter (what <> 'DELIVERED')) as ended,
                  count(distinct task) > count(distinct task) filter (
                    what in ('COMMITTED', 'CANCELLED')) as is_open,
                  coalesce((select epoch_us(max(time)) from jobs where job = %s and time <= %s), 0)
                    as last_state
                from records where time <= %s and %s\
                """
                        .formatted(
                                Database.quoted(job.toString()),
                                Select.time(until),
                                Select.time(until),
                                task());
        return Select.list(
                        database,
                        sql,
                        row -> {
                            long last = row.getBoolean("is_open") ? row.getLong("last_state") : 0;
                            return new Extent(
                                    row.getLong("began"),
                                    Math.max(row.getLong("ended"), last),
                                    row.getLong("own"),
                                    0);
                        })
                .getFirst();
    }

    /**
     * Those of each process of a node in their order, as {@link JobHistory} wants them. Those of
     * some nodes are sorted in memory, once: a window function would keep them a second time.
     */
    private void readRecords(Extent extent, boolean alone) throws IOException {
        String which = alone ? task() + " and " + window(extent) : window(extent);
        for (List<String> nodes : nodesTogether(which)) {
            String names =
                    nodes.stream().map(Database::quoted).collect(Collectors.joining(",", "(", ")"));
            readRecords(which + " and node in " + names);
        }
    }

    /** A node, and how many records it has. */
    private record Count(String node, long records) {}

    /** The nodes in groups whose records can be sorted together; a large one is by itself. */
    private List<List<String>> nodesTogether(String which) throws IOException {
        String sql =
                "select node, count(*) as n from records where %s group by node order by node"
                        .formatted(which);
        List<List<String>> groups = new ArrayList<>();
        long room = 0;
        for (Count each :
                Select.list(
                        database,
                        sql,
                        row -> new Count(Select.text(row, "node"), row.getLong("n")))) {
            if (groups.isEmpty() || each.records() > room) {
                groups.add(new ArrayList<>());
                room = mostSorted;
            }
            groups.getLast().add(each.node());
            room -= each.records();
        }
        return groups;
    }

    private void readRecords(String which) throws IOException {
        String sql =
                """
                select node, incarnation, seq, epoch_us(time) as micros, task, what, other, slot,
                  reason, job, kind, parent
                from records join (
                  select node, incarnation, min(time) as began from records where %s
                  group by node, incarnation) as processes using (node, incarnation)
                where %s
                order by node, began, incarnation, seq\
                """
                        .formatted(which, which);
        database.ask(
                sql,
                rows -> {
                    while (rows.next()) {
                        add(rows);
                    }
                });
    }

    /** Clocks and names of other machines may be anything: what cannot be read is left out. */
    private void add(ResultSet row) throws SQLException {
        TraceEntry entry;
        try {
            entry = entry(row);
        } catch (IllegalArgumentException e) {
            return;
        }
        firstRecords.merge(entry.node(), entry.at(), Math::min);
        history.add(entry);
    }

    private static TraceEntry entry(ResultSet row) throws SQLException {
        return new TraceEntry(
                Select.text(row, "node"),
                row.getLong("incarnation"),
                row.getLong("seq"),
                row.getLong("micros"),
                TaskId.parse(Select.text(row, "task")),
                kind(Select.text(row, "what")),
                Select.text(row, "other"),
                row.getObject("slot") instanceof Number slot ? slot.intValue() : -1,
                Select.text(row, "reason"),
                begin(row));
    }

    private static @Nullable TraceKind kind(String what) {
        return Stream.of(TraceKind.values())
                .filter(kind -> kind.name().equals(what))
                .findFirst()
                .orElse(null);
    }

    private static TraceRecord.@Nullable Begin begin(ResultSet row) throws SQLException {
        String job = Select.text(row, "job");
        if (job.isEmpty()) {
            return null;
        }
        String parent = Select.text(row, "parent");
        return new TraceRecord.Begin(
                new JobId(Ids.parse(job)),
                Select.text(row, "kind"),
                parent.isEmpty() ? null : TaskId.parse(parent));
    }

    /** Its name and its submitter; of one that was there for a moment they are not recorded. */
    private String[] named() throws IOException {
        String sql =
                "select coalesce(arg_max(name, time), '') as name,"
                        + " coalesce(arg_max(submitter, time), '') as submitter"
                        + " from jobs where job = "
                        + Database.quoted(job.toString());
        return Select.list(
                        database,
                        sql,
                        row ->
                                new String[] {
                                    Select.text(row, "name"), Select.text(row, "submitter")
                                })
                .getFirst();
    }

    /** Those that a recorder heard of meanwhile. */
    private Map<String, NodeFacts> nodes(Extent extent) throws IOException {
        Map<String, NodeFacts> nodes = new TreeMap<>(NodeOrder.BY_NAME);
        String sql =
                """
                select node, max(slots) as slots, epoch_us(min(time)) as first_heard,
                  epoch_us(max(time)) as last_heard
                from nodes where answers and time >= %s and time <= %s group by node\
                """
                        .formatted(
                                Select.time(extent.begin() - HEARD_MICROS),
                                Select.time(Math.min(until, extent.end() + HEARD_MICROS)));
        Select.list(
                        database,
                        sql,
                        row ->
                                Map.entry(
                                        Select.text(row, "node"),
                                        facts(
                                                row.getInt("slots"),
                                                firstRecord(row, extent),
                                                row.getLong("last_heard"),
                                                extent)))
                .forEach(entry -> nodes.put(entry.getKey(), entry.getValue()));
        return nodes;
    }

    private long firstRecord(ResultSet row, Extent extent) throws SQLException {
        long heard = row.getLong("first_heard");
        long recorded = firstRecords.getOrDefault(Select.text(row, "node"), heard);
        return Math.min(heard, Math.max(recorded, extent.begin() - BEFORE_MICROS));
    }

    /** One that was heard of within a moment after the job began was there when it began. */
    private NodeFacts facts(int slots, long first, long last, Extent extent) {
        long started = first <= extent.begin() + HEARD_MICROS ? 0 : first;
        long now = Math.min(last, extent.end());
        return new NodeFacts(Math.clamp(slots, 0, MAX_SLOTS), started, now);
    }

    private List<Gap> gaps(Extent extent) throws IOException {
        return RecordedGap.within(database, extent.begin(), extent.end()).stream()
                .filter(RecordedGap::isOfRecords)
                .map(gap ->
                        new Gap(
                                gap.isOfEverything() ? "" : gap.node(),
                                gap.from(),
                                gap.to(),
                                gap.isOfEverything() ? -1 : gap.lost(),
                                gap.what()))
                .toList();
    }
}
