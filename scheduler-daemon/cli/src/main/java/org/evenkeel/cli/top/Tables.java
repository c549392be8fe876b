package org.evenkeel.cli.top;

import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import org.evenkeel.cli.query.JobLine;
import org.evenkeel.cli.query.NodeOrder;
import org.evenkeel.cli.text.NumberFormatter;
import org.evenkeel.model.Numbers;

/** The three tables: which columns they have. */
final class Tables {
    private static final int BAR = 8;
    private static final long SECOND = 1_000_000_000L;

    /** Seconds and minutes up to this number; beyond it the next unit tells enough. */
    private static final long MAX_COUNT = 120;

    private static final String UNKNOWN = "-";

    static Table<MachineRow> machines() {
        return Table.of(
                "machines",
                MachineRow::name,
                MachineRow::rank,
                0,
                List.of(
                        Column.text(
                                "machine",
                                8,
                                MachineRow::name,
                                Comparator.comparing(MachineRow::name, NodeOrder.BY_NAME)),
                        Column.text("state", 9, MachineRow::state),
                        Column.number("busy", Tables::busy, MachineRow::busy),
                        Column.number(
                                "waiting", row -> count(row, row.waiting()), MachineRow::waiting),
                        Column.number(
                                "tasks/s",
                                row -> rate(row.perSecond()),
                                row -> row.perSecond().orElse(-1)),
                        Column.number(
                                "parked", row -> count(row, row.parked()), MachineRow::parked),
                        Column.text("load", 4, MachineRow::load)));
    }

    private static String busy(MachineRow row) {
        return !row.answers() ? UNKNOWN : count(row.busy()) + "/" + count(row.workers());
    }

    private static String count(MachineRow row, long count) {
        return !row.answers() ? UNKNOWN : count(count);
    }

    /** {@code 3.5}, {@code 1,205}. */
    static String rate(OptionalDouble perSecond) {
        return perSecond.isEmpty()
                ? UNKNOWN
                : Numbers.format(
                        perSecond.getAsDouble() < 10 ? "%.1f" : "%,.0f", perSecond.getAsDouble());
    }

    static Table<JobLine> jobs() {
        return Table.of(
                "jobs",
                line -> line.job().getJob(),
                _ -> 0,
                0,
                List.of(
                        Column.text("job", 13, line -> line.job().getJob()),
                        Column.text("name", 8, line -> line.job().getName()),
                        Column.number(
                                "done",
                                line -> count(line.done()) + "/" + count(line.total()),
                                JobLine::done),
                        Column.text(
                                "progress",
                                BAR,
                                Tables::progress,
                                Comparator.comparingDouble(Tables::share)),
                        Column.number(
                                "failed",
                                line -> count(line.job().getFailed()),
                                line -> line.job().getFailed()),
                        Column.number("running", line -> count(line.running()), JobLine::running),
                        Column.number("waiting", line -> count(line.waiting()), JobLine::waiting),
                        Column.text("submitter", 9, line -> line.job().getSubmitter())));
    }

    private static String count(long count) {
        return NumberFormatter.count(count);
    }

    private static double share(JobLine line) {
        return line.total() == 0 ? 0 : (double) line.done() / line.total();
    }

    /** A bar, unless the job does not begin. */
    private static String progress(JobLine line) {
        return switch (line.job().getAdmission()) {
            case "waits", "refused" -> line.job().getAdmission() + ": " + line.job().getWhy();
            default -> {
                int full = (int) (BAR * share(line));
                yield "#".repeat(full) + "-".repeat(BAR - full);
            }
        };
    }

    static Table<TaskRow> tasks() {
        return Table.of(
                "tasks",
                TaskRow::id,
                _ -> 0,
                1,
                List.of(
                        Column.text(
                                "task",
                                15,
                                TaskRow::id,
                                Comparator.comparing(TaskRow::id, NodeOrder.BY_NAME)),
                        Column.text(
                                "state", 7, TaskRow::state, Comparator.comparingInt(TaskRow::rank)),
                        Column.text(
                                "where",
                                5,
                                row -> row.where().isEmpty() ? UNKNOWN : row.where(),
                                Comparator.comparing(TaskRow::where, NodeOrder.BY_NAME)),
                        Column.number("for", Tables::watched, TaskRow::nanos),
                        Column.text("kind", 8, TaskRow::kind)));
    }

    private static String watched(TaskRow row) {
        return (row.exact() ? "" : ">") + time(row.nanos());
    }

    /** {@code 87 s}, {@code 115 min}, {@code 30 h}. */
    static String time(long nanos) {
        long seconds = nanos / SECOND;
        long minutes = seconds / 60;
        return seconds < MAX_COUNT
                ? seconds + " s"
                : minutes < MAX_COUNT ? minutes + " min" : minutes / 60 + " h";
    }
}
