package org.evenkeel.graphs;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Makes a graph out of amounts of work and data. Errors are {@link IllegalArgumentException}s that
 * name task or edge.
 *
 * <p>The order of ids, which decides where all else is equal, is that of the numbers when all ids
 * are whole numbers, else that in which the tasks came.
 */
public final class ScheduleGraphBuilder {
    /** Tasks, and edges, that a graph may have. */
    public static final int MAX = 10_000_000;

    private static final Pattern NUMBER = Pattern.compile("0|-?[1-9][0-9]{0,17}");
    private static final long MAX_TICKS = Long.MAX_VALUE / 8;

    private final BigDecimal speed;
    private final BigDecimal alpha;
    private final BigDecimal beta;
    private final Map<String, BigDecimal> tasks = new LinkedHashMap<>();
    private final List<Edge> edges = new ArrayList<>();
    private boolean wholeUnits;

    private record Edge(String from, String to, BigDecimal data, @Nullable String broadcast) {
        String words() {
            return "edge " + from + " -> " + to;
        }
    }

    /**
     * A graph for some processors and their bus.
     *
     * @param speed work that a processor does in a unit of time; positive
     * @param alpha by which a message is late before it needs the bus, units of time
     * @param beta data that the bus carries in a unit of time; positive
     */
    public ScheduleGraphBuilder(BigDecimal speed, BigDecimal alpha, BigDecimal beta) {
        this.speed = positive("speed", speed);
        this.alpha = Ticks.checked("alpha", alpha);
        this.beta = positive("beta", beta);
    }

    private static BigDecimal positive(String what, BigDecimal value) {
        if (Ticks.checked(what, value).signum() == 0) {
            throw new IllegalArgumentException(what + " is 0; it must be positive");
        }
        return value;
    }

    /** Makes ticks so short that one unit of work, and one of data, is a whole number of them. */
    public void wholeUnits() {
        wholeUnits = true;
    }

    /** Adds a task. */
    public ScheduleGraphBuilder task(String id, BigDecimal work) {
        BigDecimal checked = Ticks.checked("task " + id + ": work", work);
        if (tasks.putIfAbsent(id, checked) != null) {
            throw new IllegalArgumentException("task " + id + " is given twice");
        }
        bounded("tasks", tasks.size());
        return this;
    }

    /** Whether a task was added. */
    public boolean hasTask(String id) {
        return tasks.containsKey(id);
    }

    /**
     * Adds a message between tasks, which may come later.
     *
     * @param broadcast of its sender that it belongs to, if any
     */
    public ScheduleGraphBuilder edge(
            String from, String to, BigDecimal data, @Nullable String broadcast) {
        BigDecimal checked = Ticks.checked("edge " + from + " -> " + to + ": data", data);
        edges.add(new Edge(from, to, checked, broadcast));
        bounded("edges", edges.size());
        return this;
    }

    private static void bounded(String what, int count) {
        if (count > MAX) {
            throw new IllegalArgumentException("more than " + MAX + " " + what);
        }
    }

    /** The graph. */
    public ScheduleGraph build() {
        List<String> names = new ArrayList<>(tasks.keySet());
        if (names.stream().allMatch(ScheduleGraphBuilder::isNumber)) {
            names.sort(Comparator.comparing(BigInteger::new));
        }
        Map<String, Integer> indices = new LinkedHashMap<>();
        for (String name : names) {
            indices.put(name, indices.size());
        }
        Ticks ticks = ticks();
        long[] work = new long[names.size()];
        for (int task = 0; task < work.length; task++) {
            String name = names.get(task);
            work[task] = ticks.of("task " + name, tasks.getOrDefault(name, BigDecimal.ZERO), speed);
        }
        long late = ticks.of("alpha", alpha, BigDecimal.ONE);
        ScheduleGraph.Edges parts = edges(indices, ticks);
        checkSum(work, parts.length(), late);
        return new ScheduleGraph(
                new ScheduleGraph.Tasks(List.copyOf(names), work), parts, late, ticks.perUnit());
    }

    /** Whether an id is a whole number, as it is usually written. */
    public static boolean isNumber(String id) {
        return NUMBER.matcher(id).matches();
    }

    private Ticks ticks() {
        Ticks ticks = new Ticks();
        ticks.cover(alpha, BigDecimal.ONE);
        if (wholeUnits) {
            ticks.cover(BigDecimal.ONE, speed);
            ticks.cover(BigDecimal.ONE, beta);
        }
        tasks.values().forEach(work -> ticks.cover(work, speed));
        edges.forEach(edge -> ticks.cover(edge.data(), beta));
        return ticks;
    }

    private ScheduleGraph.Edges edges(Map<String, Integer> indices, Ticks ticks) {
        int[] from = new int[edges.size()];
        int[] to = new int[edges.size()];
        long[] length = new long[edges.size()];
        int[] group = new int[edges.size()];
        Map<String, Integer> groups = new LinkedHashMap<>();
        List<Integer> firstOfGroup = new ArrayList<>();
        TreeSet<Long> pairs = new TreeSet<>();
        for (int i = 0; i < from.length; i++) {
            Edge edge = edges.get(i);
            from[i] = index(indices, edge, edge.from());
            to[i] = index(indices, edge, edge.to());
            length[i] = ticks.of(edge.words(), edge.data(), beta);
            if (!pairs.add((long) from[i] << Integer.SIZE | to[i])) {
                throw new IllegalArgumentException(edge.words() + " is given twice");
            }
            group[i] = ScheduleGraph.NO_GROUP;
            if (edge.broadcast() != null) {
                int known = groups.computeIfAbsent(edge.broadcast(), name -> groups.size());
                if (known == firstOfGroup.size()) {
                    firstOfGroup.add(i);
                }
                group[i] = known;
                checkSame(edges.get(firstOfGroup.get(known)), edge);
            }
        }
        return new ScheduleGraph.Edges(from, to, length, group, List.copyOf(groups.keySet()));
    }

    private static int index(Map<String, Integer> indices, Edge edge, String task) {
        Integer index = indices.get(task);
        if (index == null) {
            throw new IllegalArgumentException(edge.words() + ": unknown task " + task);
        }
        return index;
    }

    private static void checkSame(Edge first, Edge edge) {
        if (!first.from().equals(edge.from())) {
            throw new IllegalArgumentException(
                    "broadcast %s has two senders, %s and %s"
                            .formatted(edge.broadcast(), first.from(), edge.from()));
        }
        if (first.data().compareTo(edge.data()) != 0) {
            throw new IllegalArgumentException(
                    "broadcast %s: %s carries %s, but %s carries %s"
                            .formatted(
                                    edge.broadcast(),
                                    first.words(),
                                    first.data(),
                                    edge.words(),
                                    edge.data()));
        }
    }

    /** No time in a schedule is above the sum of all times. */
    private static void checkSum(long[] work, long[] length, long alpha) {
        long sum = 0;
        for (long ticks : work) {
            sum = add(sum, ticks);
        }
        for (long ticks : length) {
            sum = add(add(sum, ticks), alpha);
        }
    }

    private static long add(long sum, long ticks) {
        if (sum + ticks > MAX_TICKS) {
            throw new IllegalArgumentException(
                    "the sum of all times has too many ticks: use fewer digits");
        }
        return sum + ticks;
    }
}
