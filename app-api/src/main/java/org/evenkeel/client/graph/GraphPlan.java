package org.evenkeel.client.graph;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.evenkeel.api.graph.TaskGraph;
import org.evenkeel.graphs.GraphScheduler;
import org.evenkeel.graphs.Machine;
import org.evenkeel.graphs.Schedule;
import org.evenkeel.graphs.ScheduleGraphBuilder;

/**
 * Where and when the tasks of a graph that are still to be run should run. Each worker is a
 * processor of the planner, and the network its bus; the planner's ticks are microseconds.
 */
final class GraphPlan {

    /** More workers than this are not planned with. */
    private static final int MAX_PROCESSORS = 4096;

    private static final double MICROS = 1e6;

    /** Tells how many bytes of a task's inputs are at a node already. */
    interface Nearness {
        long bytes(int task, String node);
    }

    /** By task; null where it is not in this plan. */
    private final String[] node;

    private final double[] start;
    private final double[] end;
    private double length;

    private GraphPlan(int tasks) {
        node = new String[tasks];
        start = new double[tasks];
        end = new double[tasks];
    }

    /** Whether it says anything of a task. */
    boolean has(int task) {
        return node[task] != null;
    }

    String node(int task) {
        return node[task];
    }

    /** Seconds after the plan was made. */
    double start(int task) {
        return start[task];
    }

    double end(int task) {
        return end[task];
    }

    /** Seconds until the last task ends. */
    double length() {
        return length;
    }

    /**
     * Plans.
     *
     * @param todo which tasks are to run
     * @param workers by node; at least one in all
     */
    static GraphPlan of(
            TaskGraph graph, IntPredicate todo, Map<String, Integer> workers, Nearness near) {
        GraphPlan graphPlan = new GraphPlan(graph.tasks().size());
        List<Integer> rest =
                IntStream.range(0, graphPlan.node.length).filter(todo).boxed().toList();
        if (rest.isEmpty()) {
            return graphPlan;
        }
        long slots = workers.values().stream().mapToLong(count -> count).sum();
        int processors = (int) Math.min(Math.min(slots, MAX_PROCESSORS), rest.size());
        Schedule schedule =
                GraphScheduler.bus(planned(graph, rest, todo), Machine.of(Math.max(1, processors)));
        graphPlan.take(schedule, new WorkerAssignment(workers, near).assign(schedule, rest), rest);
        return graphPlan;
    }

    private void take(Schedule schedule, String[] nodeOf, List<Integer> rest) {
        for (Schedule.Placed placed : schedule.placed()) {
            int task = rest.get(placed.task());
            node[task] = nodeOf[placed.processor()];
            start[task] = placed.start() / MICROS;
            end[task] = placed.finish() / MICROS;
        }
        length = schedule.length() / MICROS;
    }

    /** The rest of a graph for the planner, whose tasks count in the order of the rest. */
    private static org.evenkeel.graphs.ScheduleGraph planned(
            TaskGraph graph, List<Integer> rest, IntPredicate todo) {
        TaskGraph.Estimates assumed = graph.estimates();
        ScheduleGraphBuilder builder =
                new ScheduleGraphBuilder(
                        BigDecimal.ONE, micros(assumed.latencySeconds()), BigDecimal.ONE);
        int[] index = new int[graph.tasks().size()];
        for (int i = 0; i < rest.size(); i++) {
            index[rest.get(i)] = i;
            TaskGraph.Entry task = graph.tasks().get(rest.get(i));
            builder.task("" + i, micros(task.work() / assumed.speed()));
        }
        int[] consumers = graph.consumers();
        for (int i = 0; i < rest.size(); i++) {
            for (int input : new LinkedHashSet<>(graph.tasks().get(rest.get(i)).inputs())) {
                if (todo.test(input)) {
                    double seconds = graph.tasks().get(input).bytes() / assumed.bytesPerSecond();
                    builder.edge(
                            "" + index[input],
                            "" + i,
                            micros(seconds),
                            consumers[input] > 1 ? "" + input : null);
                }
            }
        }
        return builder.build();
    }

    private static BigDecimal micros(double seconds) {
        return BigDecimal.valueOf(Math.round(seconds * MICROS));
    }

    /** Which processor of the planner is a worker of which node: where most of its inputs are. */
    private record WorkerAssignment(Map<String, Integer> workers, Nearness near) {

        private record Wish(int processor, String node, long bytes) {}

        /** By processor, counted from 1. */
        String[] assign(Schedule schedule, List<Integer> rest) {
            List<List<Integer>> tasksOf = new ArrayList<>();
            for (int processor = 0; processor <= schedule.processors(); processor++) {
                tasksOf.add(new ArrayList<>());
            }
            schedule.placed()
                    .forEach(
                            placed -> tasksOf.get(placed.processor()).add(rest.get(placed.task())));
            List<Wish> wishes = new ArrayList<>();
            for (int processor = 1; processor <= schedule.processors(); processor++) {
                for (String name : workers.keySet()) {
                    long bytes = 0;
                    for (int task : tasksOf.get(processor)) {
                        bytes += near.bytes(task, name);
                    }
                    wishes.add(new Wish(processor, name, bytes));
                }
            }
            wishes.sort(Comparator.comparingLong(wish -> -wish.bytes()));
            String[] nodeOf = new String[schedule.processors() + 1];
            Map<String, Integer> left = new LinkedHashMap<>(workers);
            for (Wish wish : wishes) {
                if (nodeOf[wish.processor()] == null && left.getOrDefault(wish.node(), 0) > 0) {
                    nodeOf[wish.processor()] = wish.node();
                    left.merge(wish.node(), -1, Integer::sum);
                }
            }
            return Arrays.copyOf(nodeOf, nodeOf.length);
        }
    }
}
