package org.evenkeel.graphs;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Algorithm 1 of the paper: the tasks in the order in which they are placed, those of the static
 * critical path as early as their parents let them, and the path.
 *
 * @param tasks all, each behind its parents
 * @param criticalPath from an entry to an exit
 */
public record PriorityList(List<Integer> tasks, List<Integer> criticalPath) {

    public PriorityList {
        tasks = List.copyOf(tasks);
        criticalPath = List.copyOf(criticalPath);
    }

    /** Of a graph. */
    public static PriorityList of(ScheduleGraph graph) {
        return new Maker(graph).make();
    }

    private static final class Maker {
        private final ScheduleGraph graph;
        private final Levels levels;
        private final List<Integer> list = new ArrayList<>();
        private final List<Integer> path = new ArrayList<>();
        private final boolean[] listed;

        Maker(ScheduleGraph graph) {
            this.graph = graph;
            this.levels = Levels.of(graph);
            this.listed = new boolean[graph.size()];
        }

        PriorityList make() {
            int task = firstCritical();
            while (task >= 0) {
                path.add(task);
                add(task);
                task = nextCritical(task);
            }
            IntStream.range(0, graph.size())
                    .filter(exit -> graph.children(exit) == 0)
                    .boxed()
                    .sorted(
                            Comparator.<Integer>comparingLong(levels::urgency)
                                    .reversed()
                                    .thenComparing(Comparator.naturalOrder()))
                    .forEach(this::add);
            return new PriorityList(list, path);
        }

        private int firstCritical() {
            return IntStream.range(0, graph.size())
                    .filter(task -> graph.parents(task) == 0 && levels.isCritical(task))
                    .findFirst()
                    .orElse(-1);
        }

        private int nextCritical(int task) {
            int best = -1;
            for (int i = 0; i < graph.children(task); i++) {
                int edge = graph.outOf(task, i);
                if (isOnPath(edge) && (best < 0 || isBefore(edge, best))) {
                    best = edge;
                }
            }
            return best < 0 ? -1 : graph.to(best);
        }

        private boolean isOnPath(int edge) {
            int task = graph.from(edge);
            int child = graph.to(edge);
            long there =
                    levels.toStart()[task] + graph.work(task) + graph.alpha() + graph.length(edge);
            return there == levels.toStart()[child] && levels.isCritical(child);
        }

        private boolean isBefore(int edge, int other) {
            return graph.length(edge) != graph.length(other)
                    ? graph.length(edge) > graph.length(other)
                    : graph.to(edge) < graph.to(other);
        }

        /** A task whose parents are being added: those still to come are in order. */
        private record Visit(int task, List<Integer> parents, @Nullable Visit below) {}

        /** With a stack of its own: a graph can be one long chain. */
        private void add(int task) {
            Visit visit = listed[task] ? null : visit(task, null);
            while (visit != null) {
                List<Integer> parents = visit.parents();
                while (!parents.isEmpty() && listed[parents.getLast()]) {
                    parents.removeLast();
                }
                if (parents.isEmpty()) {
                    listed[visit.task()] = true;
                    list.add(visit.task());
                    visit = visit.below();
                } else {
                    visit = visit(parents.removeLast(), visit);
                }
            }
        }

        /** The most urgent parent is the last one. */
        private Visit visit(int task, @Nullable Visit below) {
            List<Integer> edges = new ArrayList<>();
            for (int i = 0; i < graph.parents(task); i++) {
                edges.add(graph.into(task, i));
            }
            edges.sort(
                    Comparator.<Integer>comparingLong(edge -> levels.urgency(graph.from(edge)))
                            .thenComparingLong(graph::length)
                            .thenComparing(graph::from, Comparator.reverseOrder()));
            edges.replaceAll(graph::from);
            return new Visit(task, edges, below);
        }
    }
}
