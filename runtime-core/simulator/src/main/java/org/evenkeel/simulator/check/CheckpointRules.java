package org.evenkeel.simulator.check;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.evenkeel.kernel.Effect;
import org.evenkeel.kernel.Event;
import org.evenkeel.kernel.HeldTask;
import org.evenkeel.kernel.NodeInspection;
import org.evenkeel.model.Grant;
import org.evenkeel.model.JournalRecord;
import org.evenkeel.model.Outcome;
import org.evenkeel.model.Payload;
import org.evenkeel.model.Task;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.protocol.Assignment;
import org.evenkeel.model.protocol.Finish;
import org.evenkeel.model.protocol.PeerMessage;
import org.evenkeel.model.protocol.PeerMessage.Checkpointed;
import org.evenkeel.model.protocol.PeerMessage.GrantedTask;
import org.jspecify.annotations.Nullable;

/**
 * What tasks that are suspended and resume owe to no work being done again.
 *
 * <ul>
 *   <li>R4: an owner that takes a checkpoint has it as the task's newest state;
 *   <li>S8: nothing is started from before its owner's newest checkpoint; after a restart an owner
 *       has what it had started from, where its tasks survive it;
 *   <li>S8: what holds or has suspended a task under the grant in force is not passed over: a
 *       holder does not stop it as out of date, and an owner that can hear its holder waits for it;
 *   <li>R4, S8: an owner that acknowledges a checkpoint of a task that runs on has it, also after a
 *       restart, where its tasks survive it; so has who takes over what is replicated;
 *   <li>S9: what was suspended under a grant is never started under it again.
 * </ul>
 */
final class CheckpointRules implements Check {

    private record Entry(int node, TaskId task) {}

    private final ClusterSight cluster;

    /** What is open at each node that lives. */
    private final Map<Integer, Map<TaskId, NodeInspection.Owned>> owned = new LinkedHashMap<>();

    private final Map<Entry, Long> left = new LinkedHashMap<>();
    private final Set<GrantedTask> suspended = new LinkedHashSet<>();

    /** How far a task was at a checkpoint of it. */
    private final Map<Checkpointed, Long> made = new LinkedHashMap<>();

    /** The newest checkpoint of a replicated task that was acknowledged. */
    private record Newest(Grant grant, long progress) {}

    private final Map<TaskId, Newest> replicated = new LinkedHashMap<>();

    private final Set<Integer> startedAnew = new LinkedHashSet<>();
    private final boolean areReplicated;
    private final boolean suspicions;
    private List<HeldTask> heldBefore = List.of();

    /**
     * @param areReplicated whether tasks are of level REPLICATED
     * @param suspicions whether living nodes can be taken for dead
     */
    CheckpointRules(ClusterSight cluster, boolean areReplicated, boolean suspicions) {
        this.cluster = cluster;
        this.areReplicated = areReplicated;
        this.suspicions = suspicions;
    }

    // ---- What holders have

    @Override
    public void before(NodeSight node, Event event) {
        heldBefore = List.of();
        if (event instanceof Event.MessageReceived(var _, PeerMessage.HoldingAck _)) {
            heldBefore = new ArrayList<>();
            node.books().forEachCopy(heldBefore::add);
        }
    }

    /** On its owner's word, not because this node closes. */
    private void checkStopped(NodeSight node, List<Effect> effects) {
        for (HeldTask copy : heldBefore) {
            boolean stopped = copy.state() == HeldTask.State.GONE;
            if (stopped && isInForce(copy) && !ReturnRules.isToldLost(effects, copy)) {
                throw new Violation(
                        "S8",
                        copy.id(),
                        "%s stopped the task that runs under the current grant: %s"
                                .formatted(node.ref().id(), copy));
            }
        }
    }

    /**
     * Not where the one who owns it is another than the copy knows, and that one was started anew
     * since: it has forgotten to whom it had passed the task.
     */
    private boolean isInForce(HeldTask copy) {
        boolean inForce = false;
        int known = cluster.indexOf(copy.owner().id());
        for (var entry : owned.entrySet()) {
            NodeInspection.Owned own = entry.getValue().get(copy.id());
            if (own == null) {
                continue;
            }
            if (inForce(own).equals(copy.grant())) {
                inForce = entry.getKey() == known || !startedAnew.contains(known);
            } else if (own.grant().epoch() > copy.grant().epoch()) {
                return false; // its client has submitted it elsewhere
            }
        }
        return inForce;
    }

    private static Grant inForce(NodeInspection.Owned own) {
        Grant adopted = own.adopted();
        return adopted == null ? own.grant() : adopted;
    }

    private void checkPassedOver(
            NodeSight node, NodeInspection.Owned was, NodeInspection.Owned is) {
        for (int i = 0; i < cluster.nodes(); i++) {
            NodeSight holder = cluster.node(i);
            if (i != node.index()
                    && holder.isAlive()
                    && !holder.isBehind()
                    && cluster.isLinked(i, node.index())) {
                holder.books()
                        .forEachResult((task, outcome) -> {
                            if (task.equals(new GrantedTask(was.task(), inForce(was)))) {
                                checkPassedOver(holder, is, outcome);
                            }
                        });
            }
        }
    }

    private void checkPassedOver(NodeSight holder, NodeInspection.Owned is, Outcome outcome) {
        Payload checkpoint = outcome.isSuspended() ? outcome.payload() : null;
        if (checkpoint != null && progress(is.payload()) < progress(checkpoint)) {
            throw new Violation(
                    "S8",
                    is.task(),
                    is + " ignores the checkpoint that " + holder.ref().id() + " has");
        }
    }

    // ---- What owners have

    @Override
    public void after(NodeSight node, Event event, List<Effect> effects) {
        Map<TaskId, NodeInspection.Owned> before = owned.getOrDefault(node.index(), Map.of());
        Map<TaskId, NodeInspection.Owned> now = new LinkedHashMap<>();
        node.books()
                .forEachOwned(own -> {
                    if (!own.done()) {
                        checkOwned(node, before.get(own.task()), own);
                        now.put(own.task(), own);
                    }
                });
        owned.put(node.index(), now);
        if (event instanceof Event.Recovered) {
            checkRecovered(node);
        }
        if (event instanceof Event.JobTakenOver) {
            checkTakenOver(node, before);
        }
        checkTaken(node, event, stoppedBy(effects), before);
        checkStopped(node, effects);
    }

    private NodeInspection.@Nullable Owned open(NodeSight node, TaskId task) {
        return owned.getOrDefault(node.index(), Map.of()).get(task);
    }

    private long progress(Payload payload) {
        return cluster.progress(payload);
    }

    private void checkOwned(
            NodeSight node, NodeInspection.@Nullable Owned was, NodeInspection.Owned is) {
        if (was != null
                && was.grant().epoch() == is.grant().epoch()
                && progress(is.payload()) < progress(was.payload())) {
            throw new Violation("S8", is.task(), node.ref().id() + " lost a checkpoint of " + is);
        }
        if (!suspicions
                && was != null
                && was.grant().epoch() == is.grant().epoch()
                && !inForce(was).equals(inForce(is))) {
            checkPassedOver(node, was, is);
        }
    }

    private static Set<GrantedTask> stoppedBy(List<Effect> effects) {
        Set<GrantedTask> stopped = new LinkedHashSet<>();
        for (Effect effect : effects) {
            if (effect instanceof Effect.StopTasks stop) {
                stopped.addAll(stop.tasks());
            }
        }
        return stopped;
    }

    /**
     * A checkpoint that came under the current grant is what the task resumes from; not one that
     * comes at the moment when its node closes and has stopped it.
     */
    private void checkTaken(
            NodeSight node,
            Event event,
            Set<GrantedTask> stopped,
            Map<TaskId, NodeInspection.Owned> before) {
        switch (event) {
            case Event.TasksFinished e -> {
                for (Finish one : e.finishes()) {
                    if (!stopped.contains(new GrantedTask(one.task(), one.grant()))) {
                        taken(node, one.task(), one.grant(), one.outcome(), before);
                    }
                }
            }
            case Event.MessageReceived(var _, PeerMessage.Results results) ->
                    results.results()
                            .forEach(one ->
                                    taken(node, one.task(), one.grant(), one.outcome(), before));
            default -> {}
        }
        if (event instanceof Event.TasksFinished e) {
            for (Finish finish : e.finishes()) {
                GrantedTask task = new GrantedTask(finish.task(), finish.grant());
                Payload payload = finish.outcome().payload();
                if (finish.outcome().isSuspended()) {
                    suspended.add(task);
                } else if (finish.outcome().isCheckpoint() && payload != null) {
                    made.put(new Checkpointed(task, finish.runNanos()), progress(payload));
                }
            }
        }
    }

    private void taken(
            NodeSight node,
            TaskId task,
            Grant grant,
            Outcome outcome,
            Map<TaskId, NodeInspection.Owned> before) {
        Payload checkpoint = outcome.isSuspended() ? outcome.payload() : null;
        NodeInspection.Owned was = before.get(task);
        NodeInspection.Owned is = open(node, task);
        if (checkpoint == null || was == null || is == null || is.grant().equals(was.grant())) {
            return;
        }
        boolean current = was.grant().equals(grant) || grant.equals(was.adopted());
        if (current && progress(is.payload()) < progress(checkpoint)) {
            throw new Violation(
                    "R4", task, node.ref().id() + " has not kept the checkpoint of " + is);
        }
    }

    @Override
    public void crashed(NodeSight node) {
        owned.remove(node.index());
        startedAnew.add(node.index());
    }

    // ---- Disks

    @Override
    public void forced(NodeSight node, JournalRecord entry) {
        if (entry instanceof JournalRecord.Forgotten e) {
            left.remove(new Entry(node.index(), e.task()));
        }
    }

    @Override
    public void diskLost(NodeSight node) {
        left.keySet().removeIf(entry -> entry.node() == node.index());
    }

    private void checkRecovered(NodeSight node) {
        node.books()
                .forEachOwned(own -> {
                    Long kept = left.get(new Entry(node.index(), own.task()));
                    if (kept != null && !own.done() && progress(own.payload()) < kept) {
                        throw new Violation(
                                "S8", own.task(), "it was started from a later state than " + own);
                    }
                });
    }

    // ---- What is started

    @Override
    public void performed(NodeSight node, Effect effect) {
        switch (effect) {
            case Effect.StartTasks start ->
                    start.tasks()
                            .forEach(one -> {
                                checkStart(node, one);
                                leaves(node, one.task(), one.grant());
                            });
            case Effect.Send(var _, PeerMessage.Offer offer) ->
                    offer.tasks().stream()
                            .filter(one -> one.owner().equals(node.ref()))
                            .forEach(one -> leaves(node, one.task(), one.grant()));
            case Effect.Send(var _, PeerMessage.CheckpointAcks acks) ->
                    acks.checkpoints().forEach(one -> acknowledges(node, one));
            default -> {}
        }
    }

    /** What its owner has acknowledged it has. */
    private void acknowledges(NodeSight node, Checkpointed one) {
        TaskId task = one.task().task();
        NodeInspection.Owned own = open(node, task);
        Long progress = made.get(one);
        boolean current =
                own != null
                        && progress != null
                        && (own.grant().equals(one.task().grant())
                                || one.task().grant().equals(own.adopted()));
        if (own == null || progress == null || !current) {
            return; // it is over
        }
        if (progress(own.payload()) < progress) {
            throw new Violation("R4", task, node.ref().id() + " has not kept " + one + ": " + own);
        }
        if (own.survivesOwner()) {
            left.merge(new Entry(node.index(), task), progress, Math::max);
            if (areReplicated) {
                Newest now = new Newest(one.task().grant(), progress);
                replicated.merge(task, now, CheckpointRules::newer);
            }
        }
    }

    /** What its client has submitted again since, began anew. */
    private static Newest newer(Newest before, Newest now) {
        boolean again = !before.grant.isOfSameSubmission(now.grant);
        return again || now.progress > before.progress ? now : before;
    }

    private void checkTakenOver(NodeSight node, Map<TaskId, NodeInspection.Owned> before) {
        node.books()
                .forEachOwned(own -> {
                    Newest kept = replicated.get(own.task());
                    Grant inForce = own.adopted();
                    boolean taken = !own.done() && !before.containsKey(own.task());
                    if (taken
                            && kept != null
                            && inForce != null
                            && kept.grant.isOfSameSubmission(inForce)
                            && progress(own.payload()) < kept.progress) {
                        throw new Violation(
                                "S8", own.task(), "its replica has an earlier state: " + own);
                    }
                });
    }

    /** What its owner has let out, it is to know after a restart. */
    private void leaves(NodeSight node, Task task, Grant grant) {
        NodeInspection.Owned own = open(node, task.id());
        if (own != null && own.survivesOwner() && own.grant().equals(grant)) {
            left.merge(new Entry(node.index(), task.id()), progress(task.payload()), Math::max);
        }
    }

    private void checkStart(NodeSight node, Assignment start) {
        TaskId task = start.task().id();
        if (suspended.contains(new GrantedTask(task, start.grant()))) {
            throw new Violation(
                    "S9",
                    task,
                    "%s starts %s/%s from the beginning again"
                            .formatted(node.ref().id(), task, start.grant()));
        }
        for (Map<TaskId, NodeInspection.Owned> open : owned.values()) {
            NodeInspection.Owned own = open.get(task);
            if (own == null) {
                continue;
            }
            boolean current =
                    own.grant().equals(start.grant()) || start.grant().equals(own.adopted());
            if (current && progress(start.task().payload()) < progress(own.payload())) {
                throw new Violation(
                        "S8",
                        task,
                        node.ref().id() + " starts from before the newest checkpoint of " + own);
            }
        }
    }
}
