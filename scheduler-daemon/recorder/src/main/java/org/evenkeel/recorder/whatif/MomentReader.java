package org.evenkeel.recorder.whatif;

import java.io.IOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.evenkeel.recorder.past.Select;
import org.evenkeel.recorder.query.QueryDatabase;
import org.evenkeel.simulator.forecast.Change;
import org.evenkeel.simulator.forecast.ForecastRefusedException;
import org.evenkeel.simulator.forecast.Moment;
import org.evenkeel.simulator.forecast.Moment.Machine;
import org.evenkeel.simulator.forecast.Moment.OpenTask;
import org.jspecify.annotations.Nullable;

/** Reads a moment from a recorder's tables. For one thread, and one moment. */
final class MomentReader {

    /** The newest state of a node is at most so much older than the moment. */
    private static final long FRESH_MICROS = 90_000_000L;

    private static final String SILENT = "silent";

    /** Causes of gaps behind which no records of tasks are missing. */
    private static final Set<String> HARMLESS_LATER = Set.of(SILENT, "recorder-stopped");

    /** So long after a node fell silent its owners have given its tasks to others. */
    private static final long SETTLED_MICROS = 120_000_000L;

    private final QueryDatabase database;
    private final MomentSql sql;
    private final long at;
    private final MomentTasks tasks = new MomentTasks();
    private final List<Node> nodes = new ArrayList<>();
    private final Map<String, List<String>> neighbours = new LinkedHashMap<>();
    private final Map<String, String> names = new LinkedHashMap<>();
    private final Map<String, Long> openOfClients = new LinkedHashMap<>();
    private final Set<String> suspendable = new LinkedHashSet<>();
    private final List<String> notes = new ArrayList<>();

    /** A state of a node. */
    private record Node(String name, String policy, String load, int slots, boolean closed) {}

    private MomentReader(QueryDatabase database, long at) {
        this.database = database;
        this.sql = new MomentSql(at);
        this.at = at;
    }

    /**
     * Reads one.
     *
     * @param at the moment; null for the newest
     * @throws ForecastRefusedException if it is not recorded, or not without gaps
     */
    static RecordedMoment read(QueryDatabase database, @Nullable Instant at) throws IOException {
        long micros = at == null ? newest(database) : ChronoUnit.MICROS.between(Instant.EPOCH, at);
        return new MomentReader(database, micros).read();
    }

    private static long newest(QueryDatabase database) throws IOException {
        long[] newest = new long[1];
        database.ask(
                MomentSql.newest(),
                rows -> newest[0] = rows.next() ? rows.getLong(1) : 0); // 0 for null
        if (newest[0] <= 0) {
            throw refusal("no state of any node is recorded");
        }
        return newest[0];
    }

    private static ForecastRefusedException refusal(String reason) {
        return new ForecastRefusedException(List.of(reason));
    }

    private RecordedMoment read() throws IOException {
        readNodes();
        database.ask(
                sql.neighbours(),
                rows -> {
                    while (rows.next()) {
                        neighbours
                                .computeIfAbsent(rows.getString(1), _ -> new ArrayList<>())
                                .add(rows.getString(2));
                    }
                });
        database.ask(
                sql.jobs(),
                rows -> {
                    while (rows.next()) {
                        names.put(rows.getString(1), Select.text(rows, 2));
                        openOfClients.put(rows.getString(1), rows.getLong(3));
                    }
                });
        database.ask(sql.open(), this::takeOpen);
        database.ask(sql.finished(), this::takeFinished);
        database.ask(sql.runs(), this::takeRuns);
        database.ask(
                sql.suspendable(),
                rows -> {
                    while (rows.next()) {
                        suspendable.add(rows.getString(1));
                    }
                });
        return assembled();
    }

    // ---- Rows

    private void readNodes() throws IOException {
        long[] newest = new long[1];
        List<String> silent = new ArrayList<>();
        database.ask(
                sql.nodes(),
                rows -> {
                    while (rows.next()) {
                        String name = rows.getString(1);
                        newest[0] = Math.max(newest[0], rows.getLong(7));
                        if (rows.getBoolean(2)) {
                            nodes.add(
                                    new Node(
                                            name,
                                            Select.text(rows, 3),
                                            Select.text(rows, 4),
                                            rows.getInt(5),
                                            rows.getBoolean(6)));
                        } else {
                            silent.add(name);
                        }
                    }
                });
        if (at - newest[0] > FRESH_MICROS) {
            throw refusal("no states of nodes are recorded for that time: no recorder ran then");
        }
        if (!silent.isEmpty()) {
            notes.add("no answer, so left out: " + String.join(", ", silent));
        }
    }

    private void takeOpen(ResultSet rows) throws SQLException {
        while (rows.next()) {
            String job = rows.getString(2);
            String kind = rows.getString(3);
            if (job == null || kind == null) {
                tasks.addUnknown();
            } else {
                tasks.addOpen(
                        new RecordedTask(rows.getString(1), job, kind, rows.getString(4), at)
                                .isAt(Select.text(rows, 5), Select.text(rows, 6), rows.getLong(7)));
            }
        }
    }

    private void takeFinished(ResultSet rows) throws SQLException {
        while (rows.next()) {
            tasks.addFinished(
                    new RecordedTask(
                            rows.getString(1),
                            rows.getString(2),
                            rows.getString(3),
                            rows.getString(4),
                            rows.getLong(5)));
        }
    }

    private void takeRuns(ResultSet rows) throws SQLException {
        while (rows.next()) {
            RecordedTask task = tasks.task(rows.getString(1));
            long began = rows.getLong(3);
            long ended = rows.getLong(4);
            Long known = rows.wasNull() ? null : (Long) ended;
            if (task != null) {
                task.ran(
                        Select.text(rows, 2),
                        Select.text(rows, 5),
                        began,
                        known,
                        rows.getString(6));
            }
        }
    }

    // ---- The moment

    private RecordedMoment assembled() throws IOException {
        tasks.findDepths();
        tasks.leaveOutJobsExcept(names.keySet());
        tasks.leaveOutOver();
        refuseGaps();
        noteTasks();
        List<Machine> machines = new ArrayList<>();
        List<String> closed = new ArrayList<>();
        Set<String> there = new LinkedHashSet<>();
        for (Node node : nodes) {
            machines.add(
                    new Machine(
                            node.name(),
                            node.slots(),
                            neighbours.getOrDefault(node.name(), List.of())));
            there.add(node.name());
            if (node.closed()) {
                closed.add(node.name());
            }
        }
        String otherwise =
                nodes.stream()
                        .filter(node -> node.slots() > 0 && !node.closed())
                        .map(Node::name)
                        .findFirst()
                        .orElseThrow(() -> refusal("no machine ran tasks then"));
        List<OpenTask> open = tasks.openTasks(there, otherwise);
        Moment moment =
                new Moment(
                        machines,
                        most("policies", nodes.stream().map(Node::policy).toList()),
                        most("load models", nodes.stream().map(Node::load).toList()),
                        open,
                        tasks.finishedTasks(),
                        tasks.named(suspendable));
        if (!closed.isEmpty()) {
            notes.add(
                    "closed or leaving, so left out: "
                            + String.join(", ", closed)
                            + "; the calendar is not recorded");
            moment = new Change(null, List.of(), closed, Map.of()).applyTo(moment);
        }
        return new RecordedMoment(moment, Instant.EPOCH.plus(at, ChronoUnit.MICROS), names, notes);
    }

    /** What most nodes have. */
    private String most(String what, List<String> values) {
        Map<String, Integer> counts = new LinkedHashMap<>();
        values.forEach(value -> counts.merge(value, 1, Integer::sum));
        String most =
                counts.entrySet().stream()
                        .max(Map.Entry.comparingByValue())
                        .map(Map.Entry::getKey)
                        .orElse("");
        if (counts.size() > 1) {
            notes.add("nodes have different " + what + "; the forecast uses " + most + " for all");
        }
        return most;
    }

    private void refuseGaps() throws IOException {
        long oldest = tasks.open().stream().mapToLong(RecordedTask::submitted).min().orElse(at);
        List<String> now = new ArrayList<>();
        Set<String> before = new LinkedHashSet<>();
        database.ask(
                sql.gaps(oldest),
                rows -> {
                    while (rows.next()) {
                        String cause = Select.text(rows, 2);
                        long from = rows.getLong(3);
                        long to = rows.getLong(4);
                        boolean open = rows.wasNull();
                        boolean isNow =
                                cause.equals(SILENT)
                                        ? open && at - from < SETTLED_MICROS
                                        : open || to >= at;
                        if (isNow) {
                            now.add(Select.text(rows, 5));
                        } else if (!HARMLESS_LATER.contains(cause)) {
                            before.add(Select.text(rows, 5));
                        }
                    }
                });
        if (!now.isEmpty()) {
            throw refusal(
                    "records of that moment are missing ("
                            + String.join("; ", now)
                            + "): ask for another moment");
        }
        if (!before.isEmpty()) {
            notes.add(
                    "records are missing since the oldest open task was submitted, so tasks that"
                            + " have ended may count as open: "
                            + String.join("; ", before));
        }
    }

    private void noteTasks() {
        if (tasks.unknown() > 0) {
            notes.add(tasks.unknown() + " open tasks are left out: their kind is not recorded");
        }
        Map<String, Long> recorded = new LinkedHashMap<>();
        for (RecordedTask task : tasks.open()) {
            if (task.parent() == null) {
                recorded.merge(task.job(), 1L, Long::sum);
            }
        }
        recorded.forEach((job, open) -> {
            long known = openOfClients.getOrDefault(job, 0L);
            if (open > known + known / 10 + 10) {
                notes.add(
                        "job "
                                + job
                                + ": "
                                + open
                                + " tasks count as open, but its node knows only "
                                + known
                                + "; the ends of the others are not recorded");
            }
        });
    }
}
