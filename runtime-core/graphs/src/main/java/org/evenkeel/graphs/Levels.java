package org.evenkeel.graphs;

/**
 * How far each task is from the beginning and from the end when every message is sent at once.
 *
 * @param toStart {@code tlevel}: ticks from the beginning to its start on the longest path
 * @param toEnd {@code blevel}: ticks from its start to the end on the longest path
 * @param length of the static critical path
 */
record Levels(long[] toStart, long[] toEnd, long length) {

    /** Of all tasks. */
    static Levels of(ScheduleGraph graph) {
        return of(graph, true);
    }

    /** Ticks on the longest path when messages take no time. */
    static long longestWithoutCommunication(ScheduleGraph graph) {
        return of(graph, false).length();
    }

    private static Levels of(ScheduleGraph graph, boolean messages) {
        int[] order = graph.topological();
        long[] toStart = new long[order.length];
        long[] toEnd = new long[order.length];
        long length = 0;
        for (int task : order) {
            for (int i = 0; i < graph.children(task); i++) {
                int edge = graph.outOf(task, i);
                int child = graph.to(edge);
                long there = toStart[task] + graph.work(task) + cost(graph, edge, messages);
                toStart[child] = Math.max(toStart[child], there);
            }
        }
        for (int at = order.length - 1; at >= 0; at--) {
            int task = order[at];
            long behind = 0;
            for (int i = 0; i < graph.children(task); i++) {
                int edge = graph.outOf(task, i);
                behind = Math.max(behind, cost(graph, edge, messages) + toEnd[graph.to(edge)]);
            }
            toEnd[task] = graph.work(task) + behind;
            length = Math.max(length, toStart[task] + toEnd[task]);
        }
        return new Levels(toStart, toEnd, length);
    }

    private static long cost(ScheduleGraph graph, int edge, boolean messages) {
        return messages ? graph.alpha() + graph.length(edge) : 0;
    }

    /** {@code slevel}. */
    long urgency(int task) {
        return toEnd[task] - toStart[task];
    }

    boolean isCritical(int task) {
        return toStart[task] + toEnd[task] == length;
    }
}
