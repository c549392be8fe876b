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
import org.evenkeel.client.graph.GraphNode.HeldValue;
import org.evenkeel.client.graph.GraphNode.State;
import org.evenkeel.client.value.ProducedValue;
import org.evenkeel.client.value.TransferredInput;
import org.evenkeel.client.value.ValueRef;

/** All tasks of a graph that runs; what follows from what is known. For one thread at a time. */
final class GraphState {

    final TaskGraph graph;
    final List<GraphNode> graphNodes = new ArrayList<>();
    private final List<Set<Integer>> consumers = new ArrayList<>();

    /** Several, where they made the same. */
    private final Map<String, Set<GraphNode>> bySha = new HashMap<>();

    private int done;
    private int sent;

    GraphState(TaskGraph graph) {
        this.graph = graph;
        for (int i = 0; i < graph.tasks().size(); i++) {
            graphNodes.add(new GraphNode(i));
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
        return done == graphNodes.size();
    }

    TaskGraph.Entry entry(GraphNode graphNode) {
        return graph.tasks().get(graphNode.index);
    }

    /** Tasks that need a task's value. */
    Collection<Integer> consumers(GraphNode graphNode) {
        return consumers.get(graphNode.index);
    }

    boolean isOutput(GraphNode graphNode) {
        return graph.isOutput(graphNode.index, consumers.get(graphNode.index).size());
    }

    /** Whether all its inputs are there, and it is not under way. */
    boolean isReady(GraphNode graphNode) {
        return graphNode.state == State.WAITING
                && entry(graphNode).inputs().stream()
                        .allMatch(input -> graphNodes.get(input).isThere());
    }

    void move(GraphNode graphNode, State to) {
        done += count(to == State.DONE) - count(graphNode.state == State.DONE);
        sent += count(to == State.SENT) - count(graphNode.state == State.SENT);
        graphNode.state = to;
    }

    private static int count(boolean yes) {
        return yes ? 1 : 0;
    }

    /** A task has run. */
    void made(GraphNode graphNode, ProducedValue producedValue, double now) {
        move(graphNode, State.DONE);
        graphNode.node = producedValue.node();
        graphNode.end = now;
        graphNode.runSeconds = producedValue.runNanos() / 1e9;
        graphNode.waitSeconds = producedValue.waitNanos() / 1e9;
        graphNode.runs++;
        graphNode.handle = null;
        arrived(producedValue);
        ValueRef kept = producedValue.kept();
        if (kept != null) {
            graphNode.value = kept;
            graphNode.bytes = kept.bytes();
            graphNode.holders.clear();
            if (!kept.isHere()) {
                bySha.computeIfAbsent(kept.sha256(), key -> new LinkedHashSet<>()).add(graphNode);
                graphNode.holders.put(producedValue.node(), new HeldValue(0, ""));
            }
        }
    }

    /** A task says which of its inputs are at its node now. */
    void arrived(ProducedValue producedValue) {
        for (TransferredInput transferredInput : producedValue.transferredInputs()) {
            for (GraphNode of : bySha.getOrDefault(transferredInput.sha256(), Set.of())) {
                HeldValue held =
                        new HeldValue(transferredInput.transfers(), transferredInput.from());
                of.holders.put(producedValue.node(), held);
                if (transferredInput.transfers() > 0) {
                    of.carried.put(producedValue.node(), held);
                }
            }
        }
    }

    /** The nodes that were thought to have this value do not. */
    void lost(String sha256) {
        for (GraphNode of : bySha.getOrDefault(sha256, Set.of())) {
            of.holders.clear();
        }
    }

    /** These nodes are gone, with all that was there. */
    void gone(Collection<String> nodes) {
        for (GraphNode graphNode : graphNodes) {
            graphNode.holders.keySet().removeAll(nodes);
        }
    }

    /** Has values that are needed and nowhere made again; how many. */
    int revive() {
        Deque<GraphNode> needing = new ArrayDeque<>();
        for (GraphNode graphNode : graphNodes) {
            if (graphNode.state == State.WAITING) {
                needing.add(graphNode);
            }
        }
        int revived = 0;
        while (!needing.isEmpty()) {
            for (int input : entry(needing.remove()).inputs()) {
                GraphNode of = graphNodes.get(input);
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
    List<ValueRef> inputs(GraphNode graphNode) {
        List<ValueRef> refs = new ArrayList<>();
        for (int input : entry(graphNode).inputs()) {
            GraphNode of = graphNodes.get(input);
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
            GraphNode of = graphNodes.get(input);
            bytes += of.holders.containsKey(node) ? of.bytes : 0;
        }
        return bytes;
    }

    /** Nodes where a value will be needed and is not, in the order of the plan. */
    List<String> wantedAt(GraphNode graphNode) {
        Map<String, Double> first = new LinkedHashMap<>();
        for (int consumer : consumers(graphNode)) {
            GraphNode by = graphNodes.get(consumer);
            if (by.state == State.WAITING && !graphNode.holders.containsKey(by.plannedNode)) {
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
