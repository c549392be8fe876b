package org.evenkeel.graphs;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Algorithm 2 of the paper word for word: every processor, every gap from the first one on. */
final class NaiveScheduler {
    private record Busy(long start, long end) {}

    private final ScheduleGraph graph;
    private final int[] order;
    private final List<Integer> list;
    private final List<Busy> bus = new ArrayList<>();
    private final Map<Integer, List<Busy>> processors = new LinkedHashMap<>();
    private final Map<Integer, Integer> processorOf = new LinkedHashMap<>();
    private final Map<Integer, Long> finish = new LinkedHashMap<>();
    private final Map<Integer, Long> broadcasts = new LinkedHashMap<>();
    private final List<Schedule.Placed> placed = new ArrayList<>();
    private final List<Schedule.Message> messages = new ArrayList<>();

    private NaiveScheduler(ScheduleGraph graph, Machine machine, List<Integer> list) {
        this.graph = graph;
        this.order = machine.tieOrder();
        this.list = list;
        for (int processor : order) {
            processors.put(processor, new ArrayList<>());
        }
    }

    static Schedule schedule(ScheduleGraph graph, Machine machine, List<Integer> list) {
        return new NaiveScheduler(graph, machine, list).run();
    }

    private Schedule run() {
        for (int task : list) {
            int best = 0;
            long soonest = Long.MAX_VALUE;
            for (int processor : order) {
                List<Schedule.Message> trial = new ArrayList<>();
                long start =
                        gap(
                                processors.get(processor),
                                messages(task, processor, trial),
                                graph.work(task));
                if (start < soonest) {
                    soonest = start;
                    best = processor;
                }
            }
            commit(task, best, soonest);
            if (soonest + graph.work(task) > graph.serial()) {
                return serial();
            }
        }
        messages.sort(
                Comparator.comparingLong(Schedule.Message::start)
                        .thenComparingLong(Schedule.Message::arrive));
        return new Schedule(graph, order.length, placed, messages, false);
    }

    private void commit(int task, int processor, long start) {
        List<Schedule.Message> sent = new ArrayList<>();
        messages(task, processor, sent);
        for (Schedule.Message message : sent) {
            messages.add(message);
            if (graph.length(message.edge()) > 0) {
                bus.add(new Busy(message.start(), message.arrive()));
            }
            if (message.group() >= 0) {
                broadcasts.put(message.group(), message.arrive());
            }
        }
        long end = start + graph.work(task);
        if (end > start) {
            processors.get(processor).add(new Busy(start, end));
        }
        processorOf.put(task, processor);
        finish.put(task, end);
        placed.add(new Schedule.Placed(task, processor, start, end));
    }

    /** When the last input is there; the messages for it are added to the trial. */
    private long messages(int task, int processor, List<Schedule.Message> trial) {
        long last = 0;
        List<Busy> taken = new ArrayList<>(bus);
        for (int parent : list) {
            for (int i = 0; i < graph.parents(task); i++) {
                int edge = graph.into(task, i);
                if (graph.from(edge) == parent) {
                    last = Math.max(last, message(edge, processor, taken, trial));
                }
            }
        }
        return last;
    }

    private long message(int edge, int processor, List<Busy> taken, List<Schedule.Message> trial) {
        int parent = graph.from(edge);
        int group = graph.group(edge);
        if (processorOf.get(parent) == processor) {
            return finish.get(parent);
        }
        if (group >= 0 && broadcasts.containsKey(group)) {
            return broadcasts.get(group);
        }
        long ready = finish.get(parent) + graph.alpha();
        long length = graph.length(edge);
        long start = length == 0 ? ready : gap(taken, ready, length);
        if (length > 0) {
            taken.add(new Busy(start, start + length));
        }
        trial.add(new Schedule.Message(edge, group, start, start + length));
        return start + length;
    }

    private static long gap(List<Busy> busy, long from, long length) {
        long start = from;
        List<Busy> sorted = new ArrayList<>(busy);
        sorted.sort(Comparator.comparingLong(Busy::start));
        for (Busy one : sorted) {
            if (start < one.end() && start + length > one.start()) {
                start = one.end();
            }
        }
        return start;
    }

    private Schedule serial() {
        List<Schedule.Placed> row = new ArrayList<>();
        long now = 0;
        for (int task : list) {
            row.add(new Schedule.Placed(task, order[0], now, now + graph.work(task)));
            now += graph.work(task);
        }
        return new Schedule(graph, order.length, row, List.of(), true);
    }
}
