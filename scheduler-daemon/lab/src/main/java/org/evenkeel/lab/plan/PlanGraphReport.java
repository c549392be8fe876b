package org.evenkeel.lab.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.evenkeel.cli.text.NumberFormatter;
import org.evenkeel.cli.text.TextTable;
import org.evenkeel.graphs.PriorityList;
import org.evenkeel.graphs.Schedule;
import org.evenkeel.graphs.ScheduleGraph;
import org.evenkeel.graphs.ScheduleGraphBuilder;

/** A schedule of a graph as JSON and as text. */
public final class PlanGraphReport {
    private final Schedule schedule;
    private final ScheduleGraph graph;
    private final PriorityList list;

    public PlanGraphReport(Schedule schedule, PriorityList list) {
        this.schedule = schedule;
        this.graph = schedule.graph();
        this.list = list;
    }

    /** Ticks in units of time: a whole number, or the nearest double. */
    static Object units(ScheduleGraph graph, long ticks) {
        long perUnit = graph.ticksPerUnit();
        return ticks % perUnit == 0 ? ticks / perUnit : (Object) ((double) ticks / perUnit);
    }

    /** The id of a task as its file has it: a number or a text. */
    static Object id(ScheduleGraph graph, int task) {
        String name = graph.name(task);
        return ScheduleGraphBuilder.isNumber(name) ? Long.valueOf(name) : (Object) name;
    }

    /** What a message is called. */
    static String name(ScheduleGraph graph, Schedule.Message message) {
        return message.isBroadcast()
                ? String.valueOf(graph.groupName(message.group()))
                : graph.name(graph.from(message.edge()))
                        + " -> "
                        + graph.name(graph.to(message.edge()));
    }

    private Object units(long ticks) {
        return units(graph, ticks);
    }

    private List<Object> ids(List<Integer> tasks) {
        return tasks.stream().map(task -> id(graph, task)).toList();
    }

    /** The schedule for JSON. */
    public Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("length", units(schedule.length()));
        json.put("serial", units(graph.serial()));
        json.put("fallback", schedule.fallback());
        json.put("speedup", schedule.speedUp());
        json.put("processors", schedule.processors());
        json.put("lengthTicks", schedule.length());
        json.put("serialTicks", graph.serial());
        json.put("ticksPerUnit", graph.ticksPerUnit());
        json.put("criticalPathLength", units(graph.criticalPathLength()));
        json.put("longestPathWithoutCommunication", units(graph.longestPathWithoutCommunication()));
        json.put("criticalPath", ids(list.criticalPath()));
        json.put("priorityList", ids(list.tasks()));
        List<Map<String, Object>> tasks = new ArrayList<>();
        for (Schedule.Placed placed : schedule.placed()) {
            Map<String, Object> task = new LinkedHashMap<>();
            task.put("task", id(graph, placed.task()));
            task.put("processor", placed.processor());
            task.put("start", units(placed.start()));
            task.put("finish", units(placed.finish()));
            tasks.add(task);
        }
        json.put("tasks", tasks);
        json.put("messages", schedule.messages().stream().map(this::json).toList());
        return json;
    }

    private Map<String, Object> json(Schedule.Message message) {
        Map<String, Object> json = new LinkedHashMap<>();
        if (message.isBroadcast()) {
            json.put("broadcast", graph.groupName(message.group()));
            json.put("sender", id(graph, graph.from(message.edge())));
        } else {
            json.put("from", id(graph, graph.from(message.edge())));
            json.put("to", id(graph, graph.to(message.edge())));
        }
        json.put("start", units(message.start()));
        json.put("arrive", units(message.arrive()));
        return json;
    }

    /** What the schedule comes to, in a few lines. */
    public List<String> summary() {
        List<String> lines = new ArrayList<>();
        lines.add(
                "%s tasks, %s edges: %s on one processor, %s at least"
                        .formatted(
                                NumberFormatter.count(graph.size()),
                                NumberFormatter.count(graph.edges()),
                                words(graph.serial()),
                                words(graph.longestPathWithoutCommunication())));
        lines.add(
                "on %s processors: %s, a speed-up of %.2f; %s messages%s"
                        .formatted(
                                NumberFormatter.count(schedule.processors()),
                                words(schedule.length()),
                                schedule.speedUp(),
                                NumberFormatter.count(schedule.messages().size()),
                                schedule.fallback()
                                        ? "; communication costs more than it saves, so one processor runs everything"
                                        : ""));
        return lines;
    }

    private String words(long ticks) {
        return PlanClock.plain((double) ticks / graph.ticksPerUnit());
    }

    /** Tasks by their start. */
    public TextTable tasks(int most) {
        TextTable table = new TextTable("", "task", "processor", "start", "finish");
        schedule.placed().stream()
                .sorted(Comparator.comparingLong(Schedule.Placed::start))
                .limit(most)
                .forEach(placed ->
                        table.row(
                                graph.name(placed.task()),
                                String.valueOf(placed.processor()),
                                String.valueOf(units(placed.start())),
                                String.valueOf(units(placed.finish()))));
        return table;
    }

    /** Messages by their start. */
    public TextTable messages(int most) {
        TextTable table = new TextTable("", "message", "start", "arrives");
        schedule.messages().stream()
                .limit(most)
                .forEach(message ->
                        table.row(
                                name(graph, message),
                                String.valueOf(units(message.start())),
                                String.valueOf(units(message.arrive()))));
        return table;
    }

    /** A row for each processor, and one for the bus. */
    public String svg() {
        Gantt gantt =
                new Gantt(
                        summary().getLast(),
                        (double) schedule.length() / graph.ticksPerUnit(),
                        PlanClock::plain);
        Map<Integer, List<Gantt.Bar>> rows = new TreeMap<>();
        for (Schedule.Placed placed : schedule.placed()) {
            rows.computeIfAbsent(placed.processor(), processor -> new ArrayList<>())
                    .add(
                            bar(
                                    placed.start(),
                                    placed.finish(),
                                    Gantt.Kind.WORK,
                                    graph.name(placed.task())));
        }
        rows.forEach((processor, bars) -> gantt.row("processor " + processor, bars));
        gantt.row(
                "bus",
                schedule.messages().stream()
                        .map(message ->
                                bar(
                                        message.start(),
                                        message.arrive(),
                                        message.isBroadcast()
                                                ? Gantt.Kind.BROADCAST
                                                : Gantt.Kind.MESSAGE,
                                        name(graph, message)))
                        .toList());
        return gantt.svg();
    }

    /** Whether there is not too much to draw. */
    public boolean canBeDrawn() {
        return schedule.placed().size() + schedule.messages().size() <= Gantt.MAX_BARS;
    }

    private Gantt.Bar bar(long start, long end, Gantt.Kind kind, String label) {
        double unit = graph.ticksPerUnit();
        return new Gantt.Bar(start / unit, end / unit, kind, label);
    }
}
