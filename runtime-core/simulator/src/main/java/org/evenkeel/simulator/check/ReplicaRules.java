package org.evenkeel.simulator.check;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.evenkeel.kernel.Effect;
import org.evenkeel.kernel.Event;
import org.evenkeel.model.Grant;
import org.evenkeel.model.JournalRecord;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.Task;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.protocol.PeerMessage;

/**
 * S1 on two disks: for tasks of level REPLICATED a client hears of acceptance, a grant leaves its
 * owner, and an outcome is delivered after another node has forced the record that says so.
 *
 * <p>S14: at the end no disk keeps anything for a linked owner that was never started anew; for
 * others it may, for days, since a process that finds an empty disk says nothing of earlier ones.
 * Of a session of which nothing is kept, no disk says that it is complete.
 */
final class ReplicaRules implements Check {

    private record Key(NodeId owner, TaskId task) {}

    private record KeptRecord(int keeper, Key what) {}

    /** What disks keep of a task for an owner; what is asked for is that it was there once. */
    private final Map<Key, Set<Grant>> grants = new LinkedHashMap<>();

    private final Set<Key> done = new LinkedHashSet<>();

    private record Rejected(int node, TaskId task) {}

    /** What clients were told is not accepted, and have not submitted there again. */
    private final Set<Rejected> rejected = new LinkedHashSet<>();

    private record Session(int keeper, long session) {}

    private final Set<KeptRecord> kept = new LinkedHashSet<>();
    private final Set<Session> complete = new LinkedHashSet<>();
    private final Set<NodeId> startedAnew = new LinkedHashSet<>();

    @Override
    public void forced(NodeSight node, JournalRecord entry) {
        switch (entry) {
            case JournalRecord.SessionComplete e ->
                    complete.add(new Session(node.index(), e.session()));
            case JournalRecord.SessionForgotten e ->
                    complete.remove(new Session(node.index(), e.session()));
            default -> {}
        }
        if (!(entry
                instanceof
                JournalRecord.Replica(NodeRef owner, JournalRecord.OfTask record, var _))) {
            return;
        }
        Key key = new Key(owner.id(), record.task());
        switch (record) {
            case JournalRecord.Accepted e -> {
                add(key, e.grant());
                kept.add(new KeptRecord(node.index(), key));
            }
            case JournalRecord.Granted e -> add(key, e.grant());
            case JournalRecord.Done _ -> done.add(key);
            case JournalRecord.Forgotten _ -> kept.remove(new KeptRecord(node.index(), key));
        }
    }

    /**
     * What is read back cannot be told from what is kept for an earlier process that had no disk.
     */
    @Override
    public void started(NodeSight node) {
        kept.removeIf(one -> one.keeper() == node.index());
    }

    @Override
    public void diskLost(NodeSight node) {
        complete.removeIf(one -> one.keeper() == node.index());
        kept.removeIf(one -> one.keeper() == node.index());
    }

    @Override
    public void crashed(NodeSight node) {
        startedAnew.add(node.ref().id());
    }

    @Override
    public void atEnd(ClusterSight cluster) {
        for (Session one : complete) {
            NodeSight keeper = cluster.node(one.keeper());
            boolean[] some = new boolean[1];
            keeper.books().forEachReplica(state -> some[0] |= state.session() == one.session());
            if (keeper.isAlive() && !some[0]) {
                throw new Violation(
                        "S14", null, "n" + one.keeper() + " keeps " + one + " for ever");
            }
        }
        for (KeptRecord one : kept) {
            int owner = cluster.indexOf(one.what.owner());
            boolean hears = cluster.isLinked(owner, one.keeper());
            if (hears && !startedAnew.contains(one.what.owner())) {
                throw new Violation(
                        "S14",
                        one.what.task(),
                        "n" + one.keeper() + " keeps " + one.what + " for ever");
            }
        }
    }

    private void add(Key key, Grant grant) {
        grants.computeIfAbsent(key, k -> new LinkedHashSet<>()).add(grant);
    }

    @Override
    public void before(NodeSight node, Event event) {
        if (event instanceof Event.TasksSubmitted submitted) {
            submitted
                    .submissions()
                    .forEach(one -> rejected.remove(new Rejected(node.index(), one.task().id())));
        }
    }

    @Override
    public void performed(NodeSight node, Effect effect) {
        switch (effect) {
            case Effect.Reject e ->
                    rejected.add(new Rejected(node.index(), new TaskId(e.session(), e.number())));
            case Effect.StartTasks e ->
                    e.tasks().forEach(one -> leaves(node, one.task(), one.grant()));
            case Effect.Send(var _, PeerMessage.Offer offer) ->
                    offer.tasks().stream()
                            .filter(one -> one.owner().equals(node.ref()))
                            .forEach(one -> leaves(node, one.task(), one.grant()));
            case Effect.Accept e -> accepts(node, e);
            case Effect.Deliver e ->
                    e.deliveries()
                            .forEach(one -> delivers(node, new TaskId(e.session(), one.number())));
            default -> {}
        }
    }

    private void leaves(NodeSight node, Task task, Grant grant) {
        node.books()
                .forEachOwned(own -> {
                    boolean issued =
                            own.task().equals(task.id())
                                    && own.survivesOwner()
                                    && own.grant().equals(grant);
                    if (issued && !has(node, task.id(), grant)) {
                        throw new Violation(
                                "S1",
                                task.id(),
                                "grant %s of %s left before it was replicated"
                                        .formatted(grant, task.id()));
                    }
                });
    }

    private boolean has(NodeSight node, TaskId task, Grant grant) {
        return grants.getOrDefault(new Key(node.ref().id(), task), Set.of()).contains(grant);
    }

    private void accepts(NodeSight node, Effect.Accept accept) {
        node.books()
                .forEachOwned(own -> {
                    boolean named =
                            own.session() == accept.session()
                                    && own.task().number() <= accept.upTo()
                                    && own.survivesOwner()
                                    && !rejected.contains(new Rejected(node.index(), own.task()));
                    if (named && !grants.containsKey(new Key(node.ref().id(), own.task()))) {
                        throw new Violation(
                                "S1",
                                own.task(),
                                own.task() + " was announced as accepted and is not replicated");
                    }
                });
    }

    private void delivers(NodeSight node, TaskId task) {
        node.books()
                .forEachOwned(own -> {
                    boolean replicated =
                            !own.survivesOwner() || done.contains(new Key(node.ref().id(), task));
                    if (own.task().equals(task) && !replicated) {
                        throw new Violation(
                                "S1",
                                task,
                                "the outcome of " + task + " left before it was replicated");
                    }
                });
    }
}
