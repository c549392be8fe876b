package org.evenkeel.lab.office;

import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.evenkeel.cli.text.TextTable;
import org.evenkeel.simulator.SimReport;
import org.evenkeel.simulator.Simulation;
import org.evenkeel.simulator.work.Distribution;

/** A week of the office: the finish that is planned, and those that come of policies. */
public final class DesktopGridExperiment {
    private static final DateTimeFormatter AT =
            DateTimeFormatter.ofPattern("EEE MM-dd HH:mm", Locale.ROOT).withZone(DesktopGrid.ZONE);
    private static final String ASSUME = "assume=" + DesktopGrid.TASK.toSeconds() + "s";
    private static final List<String> POLICIES =
            List.of(
                    "calendar(" + ASSUME + ")",
                    "calendar(packets=rolling," + ASSUME + ")",
                    "hybrid(relay=on)");

    private final int tasks;
    private final double planned;
    private final List<Row> rows = new ArrayList<>();

    /**
     * One simulated week.
     *
     * @param service how long tasks take at speed 1
     * @param finishSeconds after the start
     * @param givenUp runs that were stopped because their node closed
     * @param messages for each task
     */
    public record Row(
            String service, String policy, double finishSeconds, long givenUp, double messages) {}

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
     * @param services a week for each of these and each policy
     */
    public DesktopGridExperiment(int tasks, List<Distribution> services, long seed) {
        this.tasks = tasks;
        this.planned = DesktopGrid.plan(tasks).finish() / 1e9;
        for (Distribution service : services) {
            for (String policy : POLICIES) {
                SimReport report =
                        new Simulation(DesktopGrid.spec(policy, tasks, service, seed)).run();
                rows.add(
                        new Row(
                                service.name(),
                                policy,
                                report.makespan(),
                                report.executions() - report.tasks(),
                                report.messagesPerTask()));
            }
        }
    }

    /** One for each kind of tasks and policy. */
    public List<Row> rows() {
        return List.copyOf(rows);
    }

    /** By how much of the planned time a week ended later. */
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
                new TextTable("", "tasks", "policy", "end", "off", "given up", "messages/task");
        for (Row row : rows) {
            table.row(
                    row.service(),
                    row.policy(),
                    at(row.finishSeconds()),
                    String.format(Locale.ROOT, "%+.1f%%", 100 * off(row)),
                    Long.toString(row.givenUp()),
                    String.format(Locale.ROOT, "%.1f", row.messages()));
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
            week.put("service", row.service());
            week.put("policy", row.policy());
            week.put("end", instant(row.finishSeconds()).toString());
            week.put("off", off(row));
            week.put("givenUp", row.givenUp());
            week.put("messagesPerTask", row.messages());
            weeks.add(week);
        }
        json.put("weeks", weeks);
        return json;
    }
}
