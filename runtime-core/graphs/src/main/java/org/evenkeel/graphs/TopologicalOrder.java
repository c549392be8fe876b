package org.evenkeel.graphs;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

/** Puts each task behind its parents, or names a cycle. */
final class TopologicalOrder {
    private static final int MAX_NAMED = 12;

    /**
     * All tasks.
     *
     * @throws IllegalArgumentException naming the tasks of a cycle
     */
    static int[] of(ScheduleGraph graph) {
        int[] missing = new int[graph.size()];
        int[] order = new int[graph.size()];
        int end = 0;
        for (int task = 0; task < graph.size(); task++) {
            missing[task] = graph.parents(task);
            if (missing[task] == 0) {
                order[end++] = task;
            }
        }
        for (int next = 0; next < end; next++) {
            for (int i = 0; i < graph.children(order[next]); i++) {
                int child = graph.to(graph.outOf(order[next], i));
                if (--missing[child] == 0) {
                    order[end++] = child;
                }
            }
        }
        if (end < graph.size()) {
            throw new IllegalArgumentException(
                    "the tasks depend on each other in a cycle: " + circle(graph, missing));
        }
        return order;
    }

    /** Whoever still misses a parent has one that misses one too: going back ends in a circle. */
    private static String circle(ScheduleGraph graph, int[] missing) {
        int task = 0;
        while (missing[task] == 0) {
            task++;
        }
        int[] seenAt = new int[graph.size()];
        List<Integer> way = new ArrayList<>();
        while (seenAt[task] == 0) {
            way.add(task);
            seenAt[task] = way.size();
            task = parentThatMisses(graph, missing, task);
        }
        List<Integer> circle = new ArrayList<>(way.subList(seenAt[task] - 1, way.size()));
        circle.add(task);
        Collections.reverse(circle);
        List<String> names =
                circle.stream().limit(MAX_NAMED).map(graph::name).collect(Collectors.toList());
        if (circle.size() > MAX_NAMED) {
            names.add("... (" + (circle.size() - 1) + " tasks)");
        }
        return String.join(" -> ", names);
    }

    private static int parentThatMisses(ScheduleGraph graph, int[] missing, int task) {
        for (int i = 0; ; i++) {
            int parent = graph.from(graph.into(task, i));
            if (missing[parent] > 0) {
                return parent;
            }
        }
    }
}
