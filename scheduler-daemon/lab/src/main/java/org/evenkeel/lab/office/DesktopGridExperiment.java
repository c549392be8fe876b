package org.evenkeel.lab.office;

import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.evenkeel.cli.text.TextTable;
import org.evenkeel.kernel.CloseMode;
import org.evenkeel.model.Numbers;
import org.evenkeel.simulator.SimReport;
import org.evenkeel.simulator.Simulation;
import org.evenkeel.simulator.measure.Meter;
import org.evenkeel.simulator.work.Distribution;

/** Weeks of the office: when a job ends by the plan, and when with policies. */
public final class DesktopGridExperiment {
    private static final DateTimeFormatter AT =
            DateTimeFormatter.ofPattern("EEE MM-dd HH:mm", Locale.ROOT).withZone(DesktopGrid.ZONE);
    private static final String ASSUME = "assume=" + DesktopGrid.TASK.toSeconds() + "s";
    private static final String HYBRID = "hybrid(relay=on)";
    private static final List<String> POLICIES =
            List.of("calendar(" + ASSUME + ")", "calendar(packets=rolling," + ASSUME + ")", HYBRID);

    /** As long as a night at a workstation, and longer than one in the lab. */
    private static final Duration NIGHT = Duration.ofHours(12);

    private final int tasks;
    private final double planned;
    private final List<Row> rows = new ArrayList<>();

    /**
     * One simulated job.
     *
     * @param tasks how many
     * @param service how long they take at speed 1
     * @param atClose what becomes of what runs when a machine closes
     * @param finishSeconds after the start
     * @param interruptions runs that were suspended or stopped, most at closing
     * @param messages for each task
     */
    public record Row(
            int tasks,
            String service,
            String policy,
            CloseMode atClose,
            double finishSeconds,
            Meter.Interruptions interruptions,
            double messages) {}

    /** Tasks whose mean is as planned: alike, somewhat different, very different. */
    public static List<Distribution> services() {
        long mean = DesktopGrid.TASK.toNanos();
        return List.of(
                new Distribution.Fixed(mean),
                new Distribution.Uniform(mean / 2, mean + mean / 2),
                new Distribution.Exponential(mean));
    }

    /**
     * Plans and runs it.
     *
     * @param services a job for each of these and each policy
     */
    public DesktopGridExperiment(int tasks, List<Distribution> services, long seed) {
        this.tasks = tasks;
        this.planned = DesktopGrid.plan(tasks, DesktopGrid.TASK).finish() / 1e9;
        for (Distribution service : services) {
            for (String policy : POLICIES) {
                add(policy, CloseMode.MOVE, tasks, service, seed);
            }
        }
    }

    /** Adds the same work in tasks of twelve hours, with each way to close. */
    public DesktopGridExperiment withLongTasks(long seed) {
        int few = (int) Math.max(1, tasks * DesktopGrid.TASK.toNanos() / NIGHT.toNanos());
        for (CloseMode atClose : List.of(CloseMode.MOVE, CloseMode.RESTART)) {
            add(HYBRID, atClose, few, new Distribution.Fixed(NIGHT.toNanos()), seed);
        }
        return this;
    }

    private void add(String policy, CloseMode atClose, int count, Distribution service, long seed) {
        SimReport report =
                new Simulation(DesktopGrid.spec(policy, atClose, count, service, seed)).run();
        rows.add(
                new Row(
                        count,
                        service.name(),
                        policy,
                        atClose,
                        report.makespan(),
                        report.interruptions(),
                        report.messagesPerTask()));
    }

    /** One for each kind of tasks and policy. */
    public List<Row> rows() {
        return List.copyOf(rows);
    }

    /** By how much of the planned time a job ended later. */
    public double off(Row row) {
        return row.finishSeconds() / planned - 1;
    }

    /** The plan, in a line. */
    public String planLine() {
        return "%d tasks of 20 minutes, submitted %s: planned to end %s"
                .formatted(tasks, at(0), at(planned));
    }

    /** What came of it. */
    public TextTable table() {
        TextTable table =
                TextTable.of(
                        "tasks|length|policy|at close|end|off|moved|stopped|lost|messages/task");
        for (Row row : rows) {
            Meter.Interruptions runs = row.interruptions();
            table.row(
                    Integer.toString(row.tasks()),
                    row.service(),
                    row.policy(),
                    row.atClose().spelling(),
                    at(row.finishSeconds()),
                    Numbers.format("%+.1f%%", 100 * off(row)),
                    Long.toString(runs.suspended()),
                    Long.toString(runs.stopped()),
                    Numbers.format("%.1f h", runs.lostSeconds() / 3600),
                    Numbers.format("%.1f", row.messages()));
        }
        return table;
    }

    private static String at(double seconds) {
        return AT.format(instant(seconds));
    }

    private static Instant instant(double seconds) {
        return DesktopGrid.START.plusMillis(Math.round(seconds * 1_000));
    }

    /** Everything for JSON. */
    public Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("tasks", tasks);
        json.put("start", DesktopGrid.START.toString());
        json.put("planned", instant(planned).toString());
        List<Map<String, Object>> weeks = new ArrayList<>();
        for (Row row : rows) {
            Map<String, Object> week = new LinkedHashMap<>();
            week.put("tasks", row.tasks());
            week.put("service", row.service());
            week.put("policy", row.policy());
            week.put("atClose", row.atClose().spelling());
            week.put("end", instant(row.finishSeconds()).toString());
            week.put("off", off(row));
            week.put("moved", row.interruptions().suspended());
            week.put("givenUp", row.interruptions().stopped());
            week.put("lostSeconds", row.interruptions().lostSeconds());
            week.put("messagesPerTask", row.messages());
            weeks.add(week);
        }
        json.put("weeks", weeks);
        return json;
    }
}
