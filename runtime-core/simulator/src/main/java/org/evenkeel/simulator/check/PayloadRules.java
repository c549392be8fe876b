package org.evenkeel.simulator.check;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.kernel.Effect;
import org.evenkeel.kernel.Event;
import org.evenkeel.model.JournalRecord;
import org.evenkeel.model.Outcome;
import org.evenkeel.model.Payload;
import org.evenkeel.model.Task;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.TaskState;
import org.evenkeel.model.protocol.PeerMessage;
import org.jspecify.annotations.Nullable;

/**
 * S11: bytes are there as long as they are needed. Every arrival of a payload at a node is given up
 * once; what is started, offered or delivered is there; at the end nothing is left.
 */
final class PayloadRules implements Check {

    private record PayloadAtNode(int node, Payload payload) {}

    private final Map<PayloadAtNode, Integer> counts = new LinkedHashMap<>();
    private final Map<Payload, TaskId> tasks = new LinkedHashMap<>();

    @Override
    public void before(NodeSight node, Event event) {
        switch (event) {
            case Event.TasksSubmitted e ->
                    e.submissions().forEach(one -> arrives(node, one.task()));
            case Event.Recovered e -> {
                e.tasks().forEach(one -> recovered(node, one));
                e.replicas().forEach(one -> recovered(node, one.state()));
            }
            case Event.MessageReceived(var _, PeerMessage.Adopt adopt) ->
                    adopt.tasks().forEach(one -> recovered(node, one.state()));
            case Event.MessageReceived(var _, PeerMessage.Replicate replicate) ->
                    replicate.records().forEach(record -> arrives(node, record));
            case Event.TasksFinished e -> e.finishes().forEach(one -> arrives(node, one.outcome()));
            case Event.MessageReceived(var _, PeerMessage.Offer offer) ->
                    offer.tasks().forEach(one -> arrives(node, one.task()));
            case Event.MessageReceived(var _, PeerMessage.Results results) ->
                    results.results().forEach(one -> arrives(node, one.outcome()));
            default -> {}
        }
    }

    private void arrives(NodeSight node, JournalRecord.OfTask record) {
        if (record instanceof JournalRecord.Accepted accepted) {
            arrives(node, accepted.accepted());
        } else if (record instanceof JournalRecord.Done done) {
            arrives(node, done.outcome());
        }
    }

    /** Of a task that has ended the outcome is there, and its own payload no longer. */
    private void recovered(NodeSight node, TaskState state) {
        Outcome outcome = state.outcome();
        if (outcome == null) {
            arrives(node, state.task());
        } else {
            arrives(node, outcome);
        }
    }

    private void arrives(NodeSight node, Task task) {
        tasks.putIfAbsent(task.payload(), task.id());
        arrives(node, task.payload());
    }

    private void arrives(NodeSight node, Outcome outcome) {
        if (outcome.payload() != null) {
            arrives(node, outcome.payload());
        }
    }

    private void arrives(NodeSight node, Payload payload) {
        if (!payload.isExternal()) {
            return;
        }
        counts.merge(new PayloadAtNode(node.index(), payload), 1, Integer::sum);
    }

    @Override
    public void after(NodeSight node, Event event, List<Effect> effects) {
        for (Effect effect : effects) {
            switch (effect) {
                case Effect.StartTasks e ->
                        e.tasks()
                                .forEach(one -> needs(node, one.task().id(), one.task().payload()));
                case Effect.Send(var _, PeerMessage.Offer offer) ->
                        offer.tasks()
                                .forEach(one -> needs(node, one.task().id(), one.task().payload()));
                case Effect.Send(var _, PeerMessage.Results results) ->
                        results.results()
                                .forEach(one -> needs(node, one.task(), one.outcome().payload()));
                case Effect.Send(var _, PeerMessage.Replicate replicate) ->
                        replicate.records().forEach(record -> needs(node, record));
                case Effect.Deliver e ->
                        e.deliveries().forEach(one -> needs(node, null, one.outcome().payload()));
                case Effect.Retain e -> arrives(node, e.payload());
                case Effect.Release e -> gives(node, e.payload());
                default -> {}
            }
        }
    }

    /** What is kept for an owner that has lost its disk is kept for long. */
    private void kept(NodeSight node, TaskState state) {
        Outcome outcome = state.outcome();
        Payload payload = outcome == null ? state.task().payload() : outcome.payload();
        if (payload != null && payload.isExternal()) {
            gives(node, payload);
        }
    }

    private void needs(NodeSight node, JournalRecord.OfTask record) {
        if (record instanceof JournalRecord.Accepted accepted) {
            needs(node, accepted.task(), accepted.accepted().payload());
        } else if (record instanceof JournalRecord.Done done) {
            needs(node, done.task(), done.outcome().payload());
        }
    }

    private void needs(NodeSight node, @Nullable TaskId task, @Nullable Payload payload) {
        if (payload != null
                && payload.isExternal()
                && !counts.containsKey(new PayloadAtNode(node.index(), payload))) {
            throw new Violation("S11", task, node.ref().id() + " no longer stores the " + payload);
        }
    }

    private void gives(NodeSight node, Payload payload) {
        PayloadAtNode place = new PayloadAtNode(node.index(), payload);
        Integer count = counts.get(place);
        if (count == null) {
            throw new Violation(
                    "S11", tasks.get(payload), node.ref().id() + " released twice the " + payload);
        }
        if (count == 1) {
            counts.remove(place);
        } else {
            counts.put(place, count - 1);
        }
    }

    @Override
    public void crashed(NodeSight node) {
        counts.keySet().removeIf(place -> place.node == node.index());
    }

    @Override
    public void atEnd(ClusterSight cluster) {
        for (int i = 0; i < cluster.nodes(); i++) {
            NodeSight node = cluster.node(i);
            if (node.isAlive()) {
                node.books().forEachReplica(state -> kept(node, state));
            }
        }
        if (!counts.isEmpty()) {
            PayloadAtNode left = counts.keySet().iterator().next();
            throw new Violation(
                    "S11",
                    tasks.get(left.payload),
                    "n" + left.node + " never released the " + left.payload);
        }
    }
}
