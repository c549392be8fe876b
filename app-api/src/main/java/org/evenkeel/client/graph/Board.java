package org.evenkeel.client.graph;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.evenkeel.api.graph.TaskGraph;
import org.evenkeel.client.graph.Task.Held;
import org.evenkeel.client.graph.Task.State;
import org.evenkeel.client.value.Arrival;
import org.evenkeel.client.value.Made;
import org.evenkeel.client.value.ValueRef;

/** All tasks of a graph that runs; what follows from what is known. For one thread at a time. */
final class Board {

    final TaskGraph graph;
    final List<Task> tasks = new ArrayList<>();
    private final List<Set<Integer>> consumers = new ArrayList<>();

    /** Several, where they made the same. */
    private final Map<String, Set<Task>> bySha = new HashMap<>();

    private int done;
    private int sent;

    Board(TaskGraph graph) {
        this.graph = graph;
        for (int i = 0; i < graph.tasks().size(); i++) {
            tasks.add(new Task(i));
            consumers.add(new LinkedHashSet<>());
            for (int input : graph.tasks().get(i).inputs()) {
                consumers.get(input).add(i);
            }
        }
    }

    int done() {
        return done;
    }

    int sent() {
        return sent;
    }

    boolean isComplete() {
        return done == tasks.size();
    }

    TaskGraph.Entry entry(Task task) {
        return graph.tasks().get(task.index);
    }

    /** Tasks that need a task's value. */
    Collection<Integer> consumers(Task task) {
        return consumers.get(task.index);
    }

    boolean isOutput(Task task) {
        return graph.isOutput(task.index, consumers.get(task.index).size());
    }

    /** Whether all its inputs are there, and it is not under way. */
    boolean isReady(Task task) {
        if (task.state != State.WAITING) {
            return false;
        }
        for (int input : entry(task).inputs()) {
            if (!tasks.get(input).isThere()) {
                return false;
            }
        }
        return true;
    }

    void move(Task task, State to) {
        done += count(to == State.DONE) - count(task.state == State.DONE);
        sent += count(to == State.SENT) - count(task.state == State.SENT);
        task.state = to;
    }

    private static int count(boolean yes) {
        return yes ? 1 : 0;
    }

    /** A task has run. */
    void made(Task task, Made made, double now) {
        move(task, State.DONE);
        task.node = made.node();
        task.end = now;
        task.runSeconds = made.runNanos() / 1e9;
        task.waitSeconds = made.waitNanos() / 1e9;
        task.runs++;
        task.handle = null;
        arrived(made);
        ValueRef kept = made.kept();
        if (kept != null) {
            task.value = kept;
            task.bytes = kept.bytes();
            task.holders.clear();
            if (!kept.isHere()) {
                bySha.computeIfAbsent(kept.sha256(), key -> new LinkedHashSet<>()).add(task);
                task.holders.put(made.node(), new Held(0, ""));
            }
        }
    }

    /** A task says which of its inputs are at its node now. */
    void arrived(Made made) {
        for (Arrival arrival : made.arrivals()) {
            for (Task of : bySha.getOrDefault(arrival.sha256(), Set.of())) {
                Held held = new Held(arrival.transfers(), arrival.from());
                of.holders.put(made.node(), held);
                if (arrival.transfers() > 0) {
                    of.carried.put(made.node(), held);
                }
            }
        }
    }

    /** The nodes that were thought to have this value do not. */
    void lost(String sha256) {
        for (Task of : bySha.getOrDefault(sha256, Set.of())) {
            of.holders.clear();
        }
    }

    /** These nodes are gone, with all that was there. */
    void gone(Collection<String> nodes) {
        for (Task task : tasks) {
            task.holders.keySet().removeAll(nodes);
        }
    }

    /** Has values that are needed and nowhere made again; how many. */
    int revive() {
        Deque<Task> needing = new ArrayDeque<>();
        for (Task task : tasks) {
            if (task.state == State.WAITING) {
                needing.add(task);
            }
        }
        int revived = 0;
        while (!needing.isEmpty()) {
            for (int input : entry(needing.remove()).inputs()) {
                Task of = tasks.get(input);
                if (of.state == State.DONE && !of.isThere()) {
                    move(of, State.WAITING);
                    of.losses++;
                    revived++;
                    needing.add(of);
                }
            }
        }
        return revived;
    }

    /** The inputs of a task, in their order, with the nodes that have them. */
    List<ValueRef> inputs(Task task) {
        List<ValueRef> refs = new ArrayList<>();
        for (int input : entry(task).inputs()) {
            Task of = tasks.get(input);
            ValueRef value = of.value;
            if (value == null) {
                throw new IllegalStateException("task " + entry(of).name() + " has no value");
            }
            refs.add(value.isHere() ? value : value.at(List.copyOf(of.holders.keySet())));
        }
        return refs;
    }

    /** How many bytes of a task's inputs are at a node. */
    long bytesAt(int index, String node) {
        long bytes = 0;
        for (int input : graph.tasks().get(index).inputs()) {
            Task of = tasks.get(input);
            bytes += of.holders.containsKey(node) ? of.bytes : 0;
        }
        return bytes;
    }

    /** Nodes where a value will be needed and is not, in the order of the plan. */
    List<String> wantedAt(Task task) {
        Map<String, Double> first = new LinkedHashMap<>();
        for (int consumer : consumers(task)) {
            Task by = tasks.get(consumer);
            if (by.state == State.WAITING && !task.holders.containsKey(by.plannedNode)) {
                first.merge(by.plannedNode, by.plannedStart, Math::min);
            }
        }
        first.remove("");
        return first.entrySet().stream()
                .sorted(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .toList();
    }
}
