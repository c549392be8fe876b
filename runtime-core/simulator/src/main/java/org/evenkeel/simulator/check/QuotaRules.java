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
import org.evenkeel.model.LoadState;
import org.evenkeel.model.TaskId;

/**
 * S19: of a client's tasks no more run at the node it is attached to than its quota says, and none
 * waits for that beside an idle node. Tasks count from their first start on until they end or wait
 * for children; not those that were started before the node knew whose they were, or owned them.
 */
public final class QuotaRules implements Check {

    private final int quota;
    private final boolean queueStack;
    private final boolean handsOn;
    private final Map<Integer, Set<Long>> known = new LinkedHashMap<>();

    /** What each node has of other owners. */
    private final Map<Integer, Set<TaskId>> foreign = new LinkedHashMap<>();

    private final Set<TaskId> exempt = new LinkedHashSet<>();

    /**
     * @param handsOn whether every task may be handed on, however far it has come
     */
    public QuotaRules(int quota, boolean queueStack, boolean handsOn) {
        this.quota = quota;
        this.queueStack = queueStack;
        this.handsOn = handsOn;
    }

    @Override
    public void started(NodeSight node) {
        known.remove(node.index());
        foreign.remove(node.index());
    }

    @Override
    public void before(NodeSight node, Event event) {
        if (event instanceof Event.JobOpened opened
                && known.computeIfAbsent(node.index(), index -> new LinkedHashSet<>())
                        .add(opened.session())) {
            node.books()
                    .forEachCopy(copy -> {
                        if (copy.id().origin() == opened.session()
                                && copy.state() != HeldTask.State.READY) {
                            exempt.add(copy.id());
                        }
                    });
        } else if (event instanceof Event.TaskParked parked) {
            exempt.add(parked.task());
        }
    }

    @Override
    public void after(NodeSight node, Event event, List<Effect> effects) {
        NodeInspection books = node.books();
        exemptWhatBecameOwn(node);
        if (books.isLeaving()) {
            return;
        }
        Set<Long> clients = known.getOrDefault(node.index(), Set.of());
        Map<Long, Integer> running = new LinkedHashMap<>();
        books.forEachCopy(copy -> {
            long client = copy.id().origin();
            boolean runs = copy.state() == HeldTask.State.RUNNING && isOwn(node, copy);
            if (runs && clients.contains(client) && !exempt.contains(copy.id())) {
                int count = running.merge(client, 1, Integer::sum);
                if (count > quota) {
                    throw new Violation(
                            "S19",
                            copy.id(),
                            count + " tasks of one client run on " + node.ref().id());
                }
            }
        });
        if (books.isFrozen()) {
            return;
        }
        if (books.queuedByQuota() > 0 && books.isIdle()) {
            throw new Violation(
                    "S19", null, "tasks are queued by quota on idle " + node.ref().id());
        }
        if (books.queuedByQuota() > 0 && handsOn && !books.isFrozenOut()) {
            books.forEachNeighbour(neighbour -> {
                boolean takes =
                        queueStack
                                ? neighbour.believed() == LoadState.LOW
                                : neighbour.believed().hasRoom();
                if (neighbour.linked() && takes) {
                    throw new Violation(
                            "S19", null, "tasks are queued by quota next to " + neighbour.id());
                }
            });
        }
    }

    private static boolean isOwn(NodeSight node, HeldTask copy) {
        return copy.owner().id().equals(node.ref().id());
    }

    /** What waits is counted from then on; what has a slot keeps it. */
    private void exemptWhatBecameOwn(NodeSight node) {
        Set<TaskId> before = foreign.getOrDefault(node.index(), Set.of());
        Set<TaskId> now = new LinkedHashSet<>();
        node.books()
                .forEachCopy(copy -> {
                    if (!isOwn(node, copy)) {
                        now.add(copy.id());
                    } else if (before.contains(copy.id()) && copy.state() != HeldTask.State.READY) {
                        exempt.add(copy.id());
                    }
                });
        foreign.put(node.index(), now);
    }
}
