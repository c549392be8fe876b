package org.evenkeel.lab.plan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.cli.text.TextTable;
import org.evenkeel.graphs.GraphScheduler;
import org.evenkeel.graphs.Machine;
import org.evenkeel.graphs.Schedule;
import org.evenkeel.graphs.ScheduleGraph;

/** What the schedulers make of one graph, with and without broadcasts. */
public final class SchedulerComparison {
    /** ETF looks at everything that is ready in each step. */
    public static final int MAX_ETF_TASKS = 5_000;

    private final List<Line> lines = new ArrayList<>();

    private record Line(String scheduler, boolean broadcast, Schedule schedule) {}

    /** Schedules a graph with all of them; ETF only up to {@link #MAX_ETF_TASKS} tasks. */
    public SchedulerComparison(ScheduleGraph graph, Machine machine) {
        add(graph, machine, true);
        if (graph.groups() > 0) {
            add(graph.withoutBroadcast(), machine, false);
        }
    }

    private void add(ScheduleGraph graph, Machine machine, boolean broadcast) {
        lines.add(new Line("bus", broadcast, GraphScheduler.bus(graph, machine)));
        lines.add(new Line("heft", broadcast, GraphScheduler.heft(graph, machine)));
        if (graph.size() <= MAX_ETF_TASKS) {
            lines.add(new Line("etf", broadcast, GraphScheduler.etf(graph, machine)));
        }
    }

    /** One object for each. */
    public List<Map<String, Object>> json() {
        List<Map<String, Object>> json = new ArrayList<>();
        for (Line line : lines) {
            Map<String, Object> one = new LinkedHashMap<>();
            ScheduleGraph graph = line.schedule().graph();
            one.put("scheduler", line.scheduler());
            one.put("broadcast", line.broadcast());
            one.put("length", PlanGraphReport.units(graph, line.schedule().length()));
            one.put("lengthTicks", line.schedule().length());
            one.put("speedup", line.schedule().speedUp());
            one.put("messages", line.schedule().messages().size());
            one.put("fallback", line.schedule().fallback());
            json.add(one);
        }
        return json;
    }

    /** One row for each. */
    public TextTable table() {
        TextTable table =
                new TextTable("", "scheduler", "broadcasts", "length", "speed-up", "messages");
        for (Line line : lines) {
            Schedule schedule = line.schedule();
            table.row(
                    line.scheduler(),
                    line.broadcast() ? "as given" : "none",
                    String.valueOf(PlanGraphReport.units(schedule.graph(), schedule.length())),
                    "%.2f".formatted(schedule.speedUp()),
                    String.valueOf(schedule.messages().size()));
        }
        return table;
    }
}
