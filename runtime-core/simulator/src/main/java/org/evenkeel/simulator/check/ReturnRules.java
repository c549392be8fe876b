package org.evenkeel.simulator.check;

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
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.protocol.PeerMessage;
import org.evenkeel.model.protocol.PeerMessage.GrantedTask;

/**
 * R8 where the owner's disk keeps its tasks: they continue while it is away, and it waits for them
 * when it is back. Neither is needed for safety, so that nothing else would notice.
 *
 * <ul>
 *   <li>who learns that a process is gone keeps what survives it;
 *   <li>an owner that was started anew grants nothing anew, on what holders say, that a node has
 *       had since before; not where a node that has ended since had said that it has it.
 * </ul>
 */
final class ReturnRules implements Check {
    private final ClusterSight cluster;
    private final Map<Integer, Long> startedNanos = new LinkedHashMap<>();
    private final Map<GrantedTask, Long> changedHandsNanos = new LinkedHashMap<>();

    /** What holders have said to each owner since that was started, and who was the last. */
    private final Map<Integer, Map<GrantedTask, NodeRef>> reported = new LinkedHashMap<>();

    private Set<HeldTask> durableBefore = Set.of();
    private Map<TaskId, Grant> grantsBefore = Map.of();

    ReturnRules(ClusterSight cluster) {
        this.cluster = cluster;
    }

    @Override
    public void started(NodeSight node) {
        startedNanos.put(node.index(), cluster.nowNanos());
        reported.put(node.index(), new LinkedHashMap<>());
    }

    @Override
    public void before(NodeSight node, Event event) {
        durableBefore = tellsOfAnEnd(event) ? durableForeign(node) : Set.of();
        if (event instanceof Event.Recovered recovered) {
            grantsBefore = grantsOf(recovered);
        } else {
            grantsBefore = tellsOfHolders(event) ? openGrants(node) : Map.of();
        }
    }

    private static boolean tellsOfAnEnd(Event event) {
        return event instanceof Event.PeerUp
                || event instanceof Event.PeerSeen
                || event instanceof Event.PeerRefused
                || event instanceof Event.PeerSilent
                || event instanceof Event.MessageReceived(var _, PeerMessage.ProbeAnswer _);
    }

    private static boolean tellsOfHolders(Event event) {
        return event instanceof Event.NeighboursSet
                || event instanceof Event.MessageReceived(var _, PeerMessage.Holding _);
    }

    private static Set<HeldTask> durableForeign(NodeSight node) {
        Set<HeldTask> found = new LinkedHashSet<>();
        node.books()
                .forEachCopy(copy -> {
                    boolean foreign = !copy.owner().id().equals(node.ref().id());
                    if (foreign && copy.task().survivesOwner()) {
                        found.add(copy);
                    }
                });
        return found;
    }

    private static Map<TaskId, Grant> grantsOf(Event.Recovered recovered) {
        Map<TaskId, Grant> grants = new LinkedHashMap<>();
        recovered.tasks().forEach(task -> grants.put(task.id(), task.grant()));
        return grants;
    }

    private static Map<TaskId, Grant> openGrants(NodeSight node) {
        Map<TaskId, Grant> grants = new LinkedHashMap<>();
        node.books()
                .forEachOwned(own -> {
                    if (!own.done() && own.survivesOwner()) {
                        grants.put(own.task(), inForce(own));
                    }
                });
        return grants;
    }

    private static Grant inForce(NodeInspection.Owned own) {
        Grant adopted = own.adopted();
        return adopted == null ? own.grant() : adopted;
    }

    @Override
    public void after(NodeSight node, Event event, List<Effect> effects) {
        for (Effect effect : effects) {
            if (effect instanceof Effect.Send(var _, PeerMessage.OfferAnswer answer)) {
                answer.taken()
                        .forEach(one ->
                                changedHandsNanos.put(
                                        new GrantedTask(one.task(), one.grant()),
                                        cluster.nowNanos()));
            }
        }
        if (!durableBefore.isEmpty()) {
            checkKept(node, effects);
        }
        if (!grantsBefore.isEmpty()) {
            node.books().forEachOwned(own -> checkWaited(node, own));
        }
        if (event instanceof Event.MessageReceived(NodeId from, PeerMessage.Holding holding)) {
            NodeRef reporter = cluster.node(cluster.indexOf(from)).ref();
            Map<GrantedTask, NodeRef> heard =
                    reported.computeIfAbsent(node.index(), _ -> new LinkedHashMap<>());
            holding.tasks().forEach(task -> heard.put(task, reporter));
        }
    }

    private void checkKept(NodeSight node, List<Effect> effects) {
        Set<HeldTask> now = durableForeign(node);
        for (HeldTask copy : durableBefore) {
            boolean own = copy.owner().equals(node.ref()); // it was being passed on
            if (!now.contains(copy) && !own && !isToldLost(effects, copy)) {
                throw new Violation(
                        "R8",
                        copy.id(),
                        "%s does not keep %s, which its owner's disk has"
                                .formatted(node.ref().id(), copy));
            }
        }
    }

    /** Whether its owner is told that the copy is lost. */
    static boolean isToldLost(List<Effect> effects, HeldTask copy) {
        return effects.stream()
                .anyMatch(effect ->
                        effect instanceof Effect.Send(var _, PeerMessage.Lost lost)
                                && lost.task().equals(copy.id()));
    }

    private void checkWaited(NodeSight node, NodeInspection.Owned own) {
        Grant before = grantsBefore.get(own.task());
        if (before == null || own.done() || before.equals(inForce(own))) {
            return;
        }
        GrantedTask old = new GrantedTask(own.task(), before);
        long started = startedNanos.getOrDefault(node.index(), 0L);
        if (changedHandsNanos.getOrDefault(old, Long.MIN_VALUE) >= started) {
            return; // two reports may both have missed it
        }
        NodeRef reporter = reported.getOrDefault(node.index(), Map.of()).get(old);
        if (reporter != null && !isThere(reporter)) {
            return; // it is lost with who said so, as far as its owner can know
        }
        for (int i = 0; i < cluster.nodes(); i++) {
            NodeSight holder = cluster.node(i);
            if (holder.isAlive()) {
                holder.books().forEachCopy(copy -> checkNotHeld(node, holder, old, copy));
                holder.books().forEachResult((task, _) -> checkNotHeld(node, holder, old, task));
            }
        }
    }

    private boolean isThere(NodeRef process) {
        NodeSight node = cluster.node(cluster.indexOf(process.id()));
        return node.isAlive() && node.ref().equals(process);
    }

    private static void checkNotHeld(
            NodeSight node, NodeSight holder, GrantedTask old, GrantedTask result) {
        if (result.equals(old)) {
            throw new Violation(
                    "R8",
                    old.task(),
                    "%s restarted and granted again what %s has completed: %s"
                            .formatted(node.ref().id(), holder.ref().id(), old));
        }
    }

    private static void checkNotHeld(
            NodeSight node, NodeSight holder, GrantedTask old, HeldTask copy) {
        boolean held = copy.id().equals(old.task()) && copy.grant().equals(old.grant());
        if (held && copy.owner().id().equals(node.ref().id())) {
            throw new Violation(
                    "R8",
                    copy.id(),
                    "%s restarted and granted again what %s holds: %s"
                            .formatted(node.ref().id(), holder.ref().id(), copy));
        }
    }
}
