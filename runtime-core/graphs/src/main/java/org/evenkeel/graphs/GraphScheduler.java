package org.evenkeel.graphs;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * Schedulers for a graph on processors and a bus. All of them place one task after the other where
 * it starts soonest, in a gap if there is one, with its messages in gaps of the bus; they differ in
 * which task comes next.
 *
 * <p>Readings of the paper that are fixed here: alpha delays a message and does not occupy the bus;
 * messages of one task see each other; without a broadcast two tasks on one processor get two
 * messages; a message or a task without length occupies nothing; gaps may lie before what was
 * placed earlier.
 */
public final class GraphScheduler {
    /**
     * The paper's: tasks by {@link PriorityList}. Everything is on the processor that is first in
     * the tie order when some task would end later than that takes.
     */
    public static Schedule bus(ScheduleGraph graph, Machine machine) {
        return bus(graph, machine, PriorityList.of(graph));
    }

    /** The same with a list that is known. */
    public static Schedule bus(ScheduleGraph graph, Machine machine, PriorityList list) {
        long serial = graph.serial();
        Placement placement = new Placement(graph, machine);
        for (int task : list.tasks()) {
            if (placement.place(task) > serial) {
                return serial(graph, machine, list);
            }
        }
        return placement.schedule();
    }

    private static Schedule serial(ScheduleGraph graph, Machine machine, PriorityList list) {
        List<Schedule.Placed> placed = new ArrayList<>();
        long now = 0;
        for (int task : list.tasks()) {
            long end = now + graph.work(task);
            placed.add(new Schedule.Placed(task, machine.tieOrder()[0], now, end));
            now = end;
        }
        return new Schedule(graph, machine.processors(), placed, List.of(), true);
    }

    /**
     * HEFT (Topcuoglu, Hariri, Wu 2002) on the same model: tasks by their distance to the end. On
     * equal processors ending soonest is starting soonest.
     */
    public static Schedule heft(ScheduleGraph graph, Machine machine) {
        Levels levels = Levels.of(graph);
        int[] rank = new int[graph.size()];
        for (int i = 0; i < rank.length; i++) {
            rank[graph.topological()[i]] = i;
        }
        Placement placement = new Placement(graph, machine);
        IntStream.range(0, graph.size())
                .boxed()
                .sorted(
                        Comparator.<Integer>comparingLong(task -> -levels.toEnd()[task])
                                .thenComparingInt(task -> rank[task]))
                .forEach(placement::place);
        return placement.schedule();
    }

    /**
     * ETF (Hwang, Chow, Anger, Lee 1989) on the same model: of the tasks whose parents are placed
     * the one that can start first, and of several the one farthest from the end. Each step looks
     * at all of them, so it takes a while: quadratic in the width of the graph.
     */
    public static Schedule etf(ScheduleGraph graph, Machine machine) {
        Levels levels = Levels.of(graph);
        int[] missing = new int[graph.size()];
        TreeSet<Integer> ready =
                new TreeSet<>(
                        Comparator.<Integer>comparingLong(task -> -levels.toEnd()[task])
                                .thenComparing(Comparator.naturalOrder()));
        for (int task = 0; task < graph.size(); task++) {
            missing[task] = graph.parents(task);
            if (missing[task] == 0) {
                ready.add(task);
            }
        }
        Placement placement = new Placement(graph, machine);
        while (!ready.isEmpty()) {
            int task = first(ready, placement);
            ready.remove(task);
            placement.place(task);
            for (int i = 0; i < graph.children(task); i++) {
                int child = graph.to(graph.outOf(task, i));
                if (--missing[child] == 0) {
                    ready.add(child);
                }
            }
        }
        return placement.schedule();
    }

    private static int first(SortedSet<Integer> ready, Placement placement) {
        int first = ready.first();
        long soonest = Long.MAX_VALUE;
        for (int task : ready) {
            long start = placement.earliestStart(task);
            if (start < soonest) {
                soonest = start;
                first = task;
            }
        }
        return first;
    }
}
