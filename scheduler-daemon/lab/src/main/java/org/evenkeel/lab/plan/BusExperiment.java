package org.evenkeel.lab.plan;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.evenkeel.cli.text.NumberFormatter;
import org.evenkeel.cli.text.TextTable;
import org.evenkeel.graphs.GraphScheduler;
import org.evenkeel.graphs.Machine;
import org.evenkeel.graphs.PriorityList;
import org.evenkeel.graphs.Schedule;
import org.evenkeel.graphs.ScheduleGraph;
import org.evenkeel.model.Numbers;

/**
 * The experiment of the paper on bus scheduling: speed-up of its two programs over the number of
 * processors, with and without broadcasts, beside what the paper tells of its own.
 */
public final class BusExperiment {
    private static final List<Integer> SHOWN = List.of(1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64);

    private final Map<Program, ScheduleGraph> graphs = new LinkedHashMap<>();
    private final List<Point> points = new ArrayList<>();

    /** One schedule. */
    public record Point(
            Program program, boolean broadcast, int processors, long lengthTicks, double speedUp) {}

    /**
     * What the paper has of a program with n = 10,000.
     *
     * @param tasks of which some do nothing
     */
    private record Published(
            int tasks, double serial, double longestPath, int saved, double bestWithout) {}

    private static final Map<Program, Published> PUBLISHED =
            Map.of(
                    Program.GAUSS_JORDAN, new Published(1327, 18_835.06, 768.68, 1225, 1.48),
                    Program.LU, new Published(1275, 13_337.62, 606.41, 1176, 1.64));

    /** Runs it on 1 to so many processors. */
    public BusExperiment(MatrixFlags matrix, int most) {
        for (Program program : Program.values()) {
            ScheduleGraph graph = matrix.graph(program);
            graphs.put(program, graph);
            run(program, true, graph, most);
            run(program, false, graph.withoutBroadcast(), most);
        }
    }

    private void run(Program program, boolean broadcast, ScheduleGraph graph, int most) {
        PriorityList list = PriorityList.of(graph);
        for (int processors = 1; processors <= most; processors++) {
            Schedule schedule = GraphScheduler.bus(graph, Machine.of(processors), list);
            points.add(
                    new Point(
                            program, broadcast, processors, schedule.length(), schedule.speedUp()));
        }
    }

    /** Those of a program, by processors. */
    public List<Point> points(Program program, boolean broadcast) {
        return points.stream()
                .filter(point -> point.program() == program && point.broadcast() == broadcast)
                .toList();
    }

    private static Point best(List<Point> points) {
        return Collections.min(points, Comparator.comparingLong(Point::lengthTicks));
    }

    /** The experiment for JSON. */
    public Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        List<Map<String, Object>> programs = new ArrayList<>();
        graphs.forEach((program, graph) -> {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("program", program.word());
            one.put("tasks", graph.size());
            one.put("serial", PlanGraphReport.units(graph, graph.serial()));
            one.put(
                    "longestPathWithoutCommunication",
                    PlanGraphReport.units(graph, graph.longestPathWithoutCommunication()));
            one.put("messagesSaved", saved(graph));
            programs.add(one);
        });
        json.put("programs", programs);
        List<Map<String, Object>> lines = new ArrayList<>();
        for (Point point : points) {
            Map<String, Object> line = new LinkedHashMap<>();
            line.put("program", point.program().word());
            line.put("broadcast", point.broadcast());
            line.put("processors", point.processors());
            line.put("lengthTicks", point.lengthTicks());
            line.put("speedup", point.speedUp());
            lines.add(line);
        }
        json.put("points", lines);
        return json;
    }

    private static int saved(ScheduleGraph graph) {
        long members =
                IntStream.range(0, graph.edges()).filter(edge -> graph.group(edge) >= 0).count();
        return (int) members - graph.groups();
    }

    /** Facts of the programs, ours beside those published for n = 10,000 and blocks of 200. */
    public TextTable facts() {
        TextTable table = new TextTable("", "program", "fact", "ours", "published");
        graphs.forEach((program, graph) -> {
            Published paper = PUBLISHED.get(program);
            if (paper == null) {
                return;
            }
            String name = program.title();
            double unit = graph.ticksPerUnit();
            table.row(
                    name,
                    "tasks",
                    NumberFormatter.count(graph.size()),
                    NumberFormatter.count(paper.tasks()));
            table.row(name, "serial, s", two(graph.serial() / unit), two(paper.serial()));
            table.row(
                    name,
                    "longest path without communication, s",
                    two(graph.longestPathWithoutCommunication() / unit),
                    two(paper.longestPath()));
            table.row(
                    name,
                    "messages saved by broadcast",
                    NumberFormatter.count(saved(graph)),
                    NumberFormatter.count(paper.saved()));
            Point without = best(points(program, false));
            table.row(
                    name,
                    "best without broadcast",
                    "%s on %d".formatted(two(without.speedUp()), without.processors()),
                    two(paper.bestWithout()) + " on 2");
            Point with = best(points(program, true));
            table.row(
                    name,
                    "best with broadcast",
                    "%s on %d".formatted(two(with.speedUp()), with.processors()),
                    "");
        });
        return table;
    }

    private static String two(double value) {
        return Numbers.format("%,.2f", value);
    }

    /** Speed-ups, some of them. */
    public TextTable speedUps() {
        TextTable table =
                TextTable.of("processors|Gauss-Jordan|without broadcast|LU|without broadcast");
        for (Point point : points(Program.GAUSS_JORDAN, true)) {
            int index = point.processors() - 1;
            if (SHOWN.contains(point.processors())) {
                table.row(
                        String.valueOf(point.processors()),
                        two(point.speedUp()),
                        two(points(Program.GAUSS_JORDAN, false).get(index).speedUp()),
                        two(points(Program.LU, true).get(index).speedUp()),
                        two(points(Program.LU, false).get(index).speedUp()));
            }
        }
        return table;
    }
}
