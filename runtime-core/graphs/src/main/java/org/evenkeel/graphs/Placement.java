package org.evenkeel.graphs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Processors and bus while a schedule is made: where a task would start soonest, and putting it
 * there. The inner part of Algorithm 2 of the paper.
 *
 * <p>What makes it fast: gaps are in trees; processors that hold no parent of a task would get the
 * same messages at the same times, so these are worked out once for all of them; empty processors
 * are equal, and one stands for all; a processor with parents is not looked at when even a free bus
 * would not make it better.
 */
final class Placement {
    private static final int NOWHERE = -1;
    private static final long NEVER = Long.MAX_VALUE;

    private final ScheduleGraph graph;
    private final Machine machine;
    private final int[] order;

    private final GapTree bus = new GapTree(false);
    private final List<GapTree> used = new ArrayList<>(); // a prefix of the tie order
    private final int[] place; // of each task in the tie order
    private final long[] finish;
    private final int[] sequence;
    private final long[] broadcastArrives;
    private final List<Schedule.Placed> placed = new ArrayList<>();
    private final List<Schedule.Message> messages = new ArrayList<>();

    /** Of the task that is looked at: edges to it in the order in which their senders came. */
    private long[] parents = new long[16];

    private int parentCount;
    private int[] parentPlaces = new int[16];

    /** What the task that is looked at would take of the bus. */
    private long[] trialStart = new long[16];

    private long[] trialLength = new long[16];

    private int bestPlace;
    private long bestStart;

    Placement(ScheduleGraph graph, Machine machine) {
        this.graph = graph;
        this.machine = machine;
        this.order = machine.tieOrder();
        this.place = new int[graph.size()];
        this.finish = new long[graph.size()];
        this.sequence = new int[graph.size()];
        this.broadcastArrives = new long[graph.groups()];
        Arrays.fill(place, NOWHERE);
        Arrays.fill(broadcastArrives, NEVER);
    }

    /** When a task whose parents are all placed would start, where that is soonest. */
    long earliestStart(int task) {
        look(task);
        return bestStart;
    }

    /** Places a task where it starts soonest, and its messages; says when it ends. */
    long place(int task) {
        look(task);
        int chosen = bestPlace;
        if (chosen == used.size()) {
            used.add(new GapTree(graph.hasTasksWithoutWork()));
        }
        arrival(chosen, true);
        long work = graph.work(task);
        if (work > 0) {
            used.get(chosen).take(bestStart, work);
        }
        place[task] = chosen;
        finish[task] = bestStart + work;
        sequence[task] = placed.size();
        placed.add(new Schedule.Placed(task, order[chosen], bestStart, finish[task]));
        return finish[task];
    }

    /** Gaps that were looked at so far, on the bus and all processors. */
    long steps() {
        return bus.steps() + used.stream().mapToLong(GapTree::steps).sum();
    }

    Schedule schedule() {
        messages.sort(
                Comparator.comparingLong(Schedule.Message::start)
                        .thenComparingLong(Schedule.Message::arrive));
        return new Schedule(graph, machine.processors(), placed, messages, false);
    }

    private void look(int task) {
        gatherParents(task);
        long work = graph.work(task);
        bestPlace = NOWHERE;
        bestStart = NEVER;
        long elsewhere = NEVER;
        int candidates = Math.min(used.size() + 1, order.length);
        int nextParent = 0;
        for (int candidate = 0; candidate < candidates; candidate++) {
            long inputs;
            if (nextParent < parentCount && parentPlaces[nextParent] == candidate) {
                while (nextParent < parentCount && parentPlaces[nextParent] == candidate) {
                    nextParent++;
                }
                if (arrivalOnFreeBus(candidate) >= bestStart) {
                    continue;
                }
                inputs = arrival(candidate, false);
            } else if (bestStart <= elsewhere && elsewhere != NEVER) {
                continue;
            } else {
                elsewhere = elsewhere == NEVER ? arrival(NOWHERE, false) : elsewhere;
                inputs = elsewhere;
            }
            long start =
                    candidate == used.size() ? inputs : used.get(candidate).earliest(inputs, work);
            if (start < bestStart) {
                bestStart = start;
                bestPlace = candidate;
            }
        }
    }

    private void gatherParents(int task) {
        parentCount = graph.parents(task);
        if (parentCount > parents.length) {
            parents = new long[2 * parentCount];
            parentPlaces = new int[2 * parentCount];
            trialStart = new long[2 * parentCount];
            trialLength = new long[2 * parentCount];
        }
        for (int i = 0; i < parentCount; i++) {
            int edge = graph.into(task, i);
            int parent = graph.from(edge);
            parents[i] = (long) sequence[parent] << Integer.SIZE | edge;
            parentPlaces[i] = place[parent];
        }
        Arrays.sort(parents, 0, parentCount);
        Arrays.sort(parentPlaces, 0, parentCount);
    }

    /** The edge of the i-th parent. */
    private int edge(int i) {
        return (int) parents[i];
    }

    /** No input can be complete before this time. */
    private long arrivalOnFreeBus(int candidate) {
        long last = 0;
        for (int i = 0; i < parentCount; i++) {
            last = Math.max(last, arrivalWithoutBus(edge(i), candidate, true));
        }
        return last;
    }

    /**
     * When the last input is there, or some time at which it is too late; {@code send} says whether
     * the messages stay on the bus.
     */
    private long arrival(int candidate, boolean send) {
        long last = 0;
        int sent = 0;
        int taken = 0;
        for (int i = 0; i < parentCount; i++) {
            int edge = edge(i);
            long arrives = arrivalWithoutBus(edge, candidate, false);
            if (arrives == NEVER) {
                if (taken < sent) {
                    bus.take(trialStart[taken], trialLength[taken]);
                    taken++;
                }
                long length = graph.length(edge);
                long start = bus.earliest(finish[graph.from(edge)] + graph.alpha(), length);
                arrives = start + length;
                trialStart[sent] = start;
                trialLength[sent] = length;
                sent++;
                if (send) {
                    note(edge, start, arrives);
                }
            } else if (send && isSentFirst(edge, candidate)) {
                note(edge, arrives, arrives);
            }
            last = Math.max(last, arrives);
            if (!send && last >= bestStart) {
                break; // elsewhere is better already, whatever else is to come
            }
        }
        if (send && taken < sent) {
            bus.take(trialStart[taken], trialLength[taken]);
        }
        while (!send && taken > 0) {
            taken--;
            bus.free(trialStart[taken], trialLength[taken]);
        }
        return last;
    }

    /**
     * When the message of an edge arrives if that does not hang on the bus: on the sender's
     * processor, by a broadcast that is sent, without length, or when {@code free}.
     */
    private long arrivalWithoutBus(int edge, int candidate, boolean free) {
        int parent = graph.from(edge);
        if (place[parent] == candidate) {
            return finish[parent];
        }
        int group = graph.group(edge);
        if (group >= 0 && broadcastArrives[group] != NEVER) {
            return broadcastArrives[group];
        }
        long length = graph.length(edge);
        return free || length == 0 ? finish[parent] + graph.alpha() + length : NEVER;
    }

    /** Whether a message that needs no bus is still to be told of. */
    private boolean isSentFirst(int edge, int candidate) {
        int group = graph.group(edge);
        return place[graph.from(edge)] != candidate
                && (group < 0 || broadcastArrives[group] == NEVER);
    }

    private void note(int edge, long start, long arrives) {
        int group = graph.group(edge);
        if (group >= 0) {
            broadcastArrives[group] = arrives;
        }
        messages.add(new Schedule.Message(edge, group, start, arrives));
    }
}
