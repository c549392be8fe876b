package org.evenkeel.simulator.check;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.evenkeel.kernel.Effect;
import org.evenkeel.kernel.Event;
import org.evenkeel.model.Grant;
import org.evenkeel.model.JournalRecord;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.TaskState;
import org.evenkeel.model.protocol.PeerMessage;
import org.evenkeel.model.protocol.PeerMessage.GrantedTask;
import org.jspecify.annotations.Nullable;

/**
 * Level REPLICATED, when an owner is gone.
 *
 * <ul>
 *   <li>S4: a replica keeps the grant that it wrote down; who takes over raises the epoch;
 *   <li>R8: holders that are linked hear of it; nothing can be taken over that its owner, linked,
 *       has in its records;
 *   <li>S1: only who knows from its disk what it owned has others forget what they keep for its
 *       earlier processes.
 * </ul>
 */
final class TakeOverRules implements Check {
    private final ClusterSight cluster;
    private final boolean suspicions;

    private record Orphan(NodeId owner, TaskId task) {}

    /** What a node owned, and under which grants, before it took a job over. */
    private final Map<TaskId, Grant> ownedBefore = new LinkedHashMap<>();

    private final Map<Integer, Set<Orphan>> orphans = new LinkedHashMap<>();
    private final Map<NodeId, Long> firstOfDisk = new LinkedHashMap<>();

    /**
     * @param suspicions whether living nodes can be taken for dead
     */
    TakeOverRules(ClusterSight cluster, boolean suspicions) {
        this.cluster = cluster;
        this.suspicions = suspicions;
    }

    @Override
    public void diskLost(NodeSight node) {
        firstOfDisk.put(node.ref().id(), node.ref().incarnation() + 1);
    }

    @Override
    public void before(NodeSight node, Event event) {
        if (event instanceof Event.JobTakenOver) {
            ownedBefore.clear();
            node.books().forEachOwned(own -> ownedBefore.put(own.task(), own.grant()));
        }
    }

    @Override
    public void performed(NodeSight node, Effect effect) {
        if (effect instanceof Effect.Send(var _, PeerMessage.Replicate replicate)
                && replicate.diskSince() != 0
                && replicate.diskSince() < firstOfDisk.getOrDefault(node.ref().id(), 0L)) {
            throw new Violation("S1", null, node.ref().id() + " lost what it does not know of");
        }
    }

    @Override
    public void after(NodeSight node, Event event, List<Effect> effects) {
        lastReplicas(effects)
                .forEach((task, record) -> {
                    if (record instanceof JournalRecord.Granted granted) {
                        checkKept(node, task, granted.grant());
                    }
                });
        if (event instanceof Event.PeerUp up) {
            linkedAgain(node, up.peer().id());
        } else if (event instanceof Event.JobTakenOver) {
            checkTakenOver(node, effects);
        } else if (event instanceof Event.TimerFired(Event.Timer timer)
                && timer == Event.Timer.HEARTBEAT
                && !suspicions) {
            checkOrphans(node);
        }
    }

    private void linkedAgain(NodeSight node, NodeId owner) {
        Set<Orphan> before = orphans.get(node.index());
        if (before != null) {
            before.removeIf(one -> one.owner.equals(owner));
        }
    }

    /**
     * An owner that is linked again has had its time to speak of it when a beat has passed. No beat
     * counts while the question to a later process, or its answer, may wait for a disk.
     */
    private void checkOrphans(NodeSight node) {
        Set<Orphan> now = new LinkedHashSet<>();
        node.books()
                .forEachOrphanedReplica((process, state) -> {
                    if (isOwned(node, process, state)) {
                        now.add(new Orphan(process.id(), state.id()));
                    }
                });
        Set<Orphan> before = orphans.put(node.index(), now);
        for (Orphan one : now) {
            if (before != null && before.contains(one)) {
                throw new Violation(
                        "R8",
                        one.task,
                        node.ref().id() + " would take over from a living owner: " + one);
            }
        }
    }

    /** Of each task the last record that is written down for another owner. */
    private static Map<TaskId, JournalRecord.OfTask> lastReplicas(List<Effect> effects) {
        Map<TaskId, JournalRecord.OfTask> last = new LinkedHashMap<>();
        for (Effect effect : effects) {
            if (effect instanceof Effect.Persist(JournalRecord.Replica(var _, var record, var _))) {
                last.put(record.task(), record);
            }
        }
        return last;
    }

    private static void checkKept(NodeSight node, TaskId task, Grant grant) {
        boolean[] kept = new boolean[1];
        node.books()
                .forEachReplica(
                        state -> kept[0] |= state.id().equals(task) && state.grant().equals(grant));
        if (!kept[0]) {
            throw new Violation("S4", task, node.ref().id() + " forgets " + grant + " of " + task);
        }
    }

    private void checkTakenOver(NodeSight node, List<Effect> effects) {
        Set<NodeId> told = new LinkedHashSet<>();
        for (Effect effect : effects) {
            if (effect instanceof Effect.Send(var to, PeerMessage.Moved _)) {
                told.add(to.id());
            }
        }
        Map<GrantedTask, TaskId> adopted = new LinkedHashMap<>();
        node.books()
                .forEachOwned(own -> {
                    Grant before = own.adopted();
                    if (own.grant().equals(ownedBefore.get(own.task()))) {
                        return;
                    }
                    if (before != null && own.grant().epoch() <= before.epoch()) {
                        throw new Violation(
                                "S4", own.task(), own + " is taken over under an old epoch");
                    }
                    if (before != null && !own.done()) {
                        adopted.put(new GrantedTask(own.task(), before), own.task());
                    }
                });
        for (int i = 0; i < cluster.nodes(); i++) {
            NodeSight holder = cluster.node(i);
            boolean hears = holder.isAlive() && cluster.isLinked(node.index(), i);
            TaskId held = hears ? heldOf(holder, adopted.keySet()) : null;
            if (held != null && !told.contains(holder.ref().id())) {
                throw new Violation(
                        "R8", held, holder.ref().id() + " is not informed which node owns " + held);
            }
        }
    }

    private static @Nullable TaskId heldOf(NodeSight holder, Set<GrantedTask> tasks) {
        @Nullable TaskId[] found = new TaskId[1];
        holder.books()
                .forEachCopy(copy -> {
                    if (tasks.contains(new GrantedTask(copy.id(), copy.grant()))) {
                        found[0] = copy.id();
                    }
                });
        return found[0];
    }

    /** Whether the owner for whose process a task is kept has the task, and could have said so. */
    private boolean isOwned(NodeSight node, NodeRef process, TaskState state) {
        NodeSight owner = cluster.node(cluster.indexOf(process.id()));
        boolean hears = owner.isAlive() && cluster.isLinked(node.index(), owner.index());
        boolean later = owner.ref().incarnation() != process.incarnation();
        boolean waits = later && (node.waitsForDisk() || owner.waitsForDisk());
        boolean[] found = new boolean[1];
        if (hears && !node.isBehind() && !owner.isBehind() && !waits) {
            owner.books()
                    .forEachOwned(own ->
                            found[0] |=
                                    own.task().equals(state.id())
                                            && own.grant().equals(state.grant()));
        }
        return found[0];
    }
}
