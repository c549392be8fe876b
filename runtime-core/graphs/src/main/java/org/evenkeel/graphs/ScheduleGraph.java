package org.evenkeel.graphs;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Tasks and the messages between them, in ticks. Tasks count from 0 in the order of their ids, and
 * so do edges in that of their file. Immutable; made by {@link ScheduleGraphBuilder}.
 *
 * <p>An edge may belong to a group: one broadcast of its sender that reaches every processor. All
 * edges of a group have the same length.
 */
public final class ScheduleGraph {
    static final int NO_GROUP = -1;

    private final Tasks tasks;
    private final Edges edges;
    private final long alpha;
    private final long ticksPerUnit;

    private final int[] firstInto;
    private final int[] into;
    private final int[] firstOutOf;
    private final int[] outOf;
    private final int[] topological;

    /**
     * Parts of a graph.
     *
     * @param names ids, as they were given
     * @param work ticks
     */
    record Tasks(List<String> names, long[] work) {}

    /**
     * Parts of a graph, one entry for each edge.
     *
     * @param length ticks on the bus
     * @param group {@link #NO_GROUP} where there is none
     * @param groupNames one for each group
     */
    record Edges(int[] from, int[] to, long[] length, int[] group, List<String> groupNames) {}

    ScheduleGraph(Tasks tasks, Edges edges, long alpha, long ticksPerUnit) {
        this.tasks = tasks;
        this.edges = edges;
        this.alpha = alpha;
        this.ticksPerUnit = ticksPerUnit;
        this.firstInto = starts(edges.to());
        this.into = sorted(edges.to(), firstInto);
        this.firstOutOf = starts(edges.from());
        this.outOf = sorted(edges.from(), firstOutOf);
        this.topological = TopologicalOrder.of(this);
    }

    private ScheduleGraph(ScheduleGraph other, Edges edges) {
        this(other.tasks, edges, other.alpha, other.ticksPerUnit);
    }

    /** How many tasks. */
    public int size() {
        return tasks.work().length;
    }

    /** How many edges. */
    public int edges() {
        return edges.from().length;
    }

    /** The id of a task. */
    public String name(int task) {
        return tasks.names().get(task);
    }

    /** Ticks that a task takes. */
    public long work(int task) {
        return tasks.work()[task];
    }

    /** Ticks that all tasks take, one after the other. */
    public long serial() {
        return Arrays.stream(tasks.work()).sum();
    }

    /** Ticks on the longest path, messages included: the length of the static critical path. */
    public long criticalPathLength() {
        return Levels.of(this).length();
    }

    /** Ticks on the longest path when messages take no time. */
    public long longestPathWithoutCommunication() {
        return Levels.longestWithoutCommunication(this);
    }

    /** Ticks by which a message is late before it needs the bus. */
    public long alpha() {
        return alpha;
    }

    /** Ticks in a unit of time. */
    public long ticksPerUnit() {
        return ticksPerUnit;
    }

    /** The task that sends along an edge. */
    public int from(int edge) {
        return edges.from()[edge];
    }

    /** The task that receives along an edge. */
    public int to(int edge) {
        return edges.to()[edge];
    }

    /** Ticks that the message of an edge, or of its group, is on the bus. */
    public long length(int edge) {
        return edges.length()[edge];
    }

    /** The group of an edge, counted from 0; negative when it has none. */
    public int group(int edge) {
        return edges.group()[edge];
    }

    /** How many groups. */
    public int groups() {
        return edges.groupNames().size();
    }

    /** The name of a group. */
    public @Nullable String groupName(int group) {
        return group < 0 ? null : edges.groupNames().get(group);
    }

    /** How many edges lead into a task. */
    public int parents(int task) {
        return firstInto[task + 1] - firstInto[task];
    }

    /** One of the edges into a task. */
    public int into(int task, int index) {
        return into[firstInto[task] + index];
    }

    /** How many edges lead out of a task. */
    public int children(int task) {
        return firstOutOf[task + 1] - firstOutOf[task];
    }

    /** One of the edges out of a task. */
    public int outOf(int task, int index) {
        return outOf[firstOutOf[task] + index];
    }

    /** Tasks, each behind all its parents. */
    int[] topological() {
        return topological;
    }

    /** Whether some tasks take no time. */
    boolean hasTasksWithoutWork() {
        return Arrays.stream(tasks.work()).anyMatch(work -> work == 0);
    }

    /** The same graph with a message for each edge. */
    public ScheduleGraph withoutBroadcast() {
        int[] none = new int[edges()];
        Arrays.fill(none, NO_GROUP);
        return new ScheduleGraph(
                this, new Edges(edges.from(), edges.to(), edges.length(), none, List.of()));
    }

    private int[] starts(int[] ends) {
        int[] starts = new int[size() + 1];
        for (int end : ends) {
            starts[end + 1]++;
        }
        Arrays.parallelPrefix(starts, Integer::sum);
        return starts;
    }

    private static int[] sorted(int[] ends, int[] starts) {
        int[] next = starts.clone();
        int[] sorted = new int[ends.length];
        for (int edge = 0; edge < ends.length; edge++) {
            sorted[next[ends[edge]]++] = edge;
        }
        return sorted;
    }
}
