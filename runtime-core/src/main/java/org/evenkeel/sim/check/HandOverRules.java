package org.evenkeel.sim.check;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.evenkeel.core.Effect;
import org.evenkeel.core.Event;
import org.evenkeel.core.HeldTask;
import org.evenkeel.core.NodeBooks;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.TaskId;
import org.evenkeel.protocol.Message;
import org.evenkeel.protocol.Message.HandOver;
import org.evenkeel.protocol.Message.OfferedTask;

/**
 * R1: who answers that it took a task has it, unless it said so of this very hand-over before, or
 * its owner or its client no longer wants it to run under this grant. A copy that is dropped
 * silently would come back by the owner's lease, much later.
 */
final class HandOverRules implements Check {

    private record Taken(int node, HandOver handOver) {}

    private final ClusterSight cluster;
    private final Set<Taken> taken = new LinkedHashSet<>();
    private final Map<TaskId, Integer> epochs = new LinkedHashMap<>();

    HandOverRules(ClusterSight cluster) {
        this.cluster = cluster;
    }

    @Override
    public void submitted(TaskId task, int epoch, int toNode) {
        epochs.put(task, epoch);
    }

    @Override
    public void crashed(NodeSight node) {
        taken.removeIf(one -> one.node == node.index());
    }

    @Override
    public void after(NodeSight node, Event event, List<Effect> effects) {
        if (event instanceof Event.MessageReceived(var _, Message.Offer offer)) {
            for (Effect effect : effects) {
                if (effect instanceof Effect.Send(var _, Message.OfferAnswer answer)) {
                    answer.taken().forEach(one -> checkTaken(node, offer, one));
                }
            }
        }
    }

    private void checkTaken(NodeSight node, Message.Offer offer, HandOver handOver) {
        boolean first = taken.add(new Taken(node.index(), handOver));
        if (!first || has(node.books(), handOver)) {
            return;
        }
        for (OfferedTask offered : offer.tasks()) {
            if (offered.task().id().equals(handOver.task()) && isWanted(offered)) {
                throw new Violation(
                        "R1",
                        handOver.task(),
                        node.ref().id() + " says that it took " + handOver + " and has it not");
            }
        }
    }

    /** The copy, or what became of it in the same event: offered to the next. */
    private static boolean has(NodeBooks books, HandOver handOver) {
        boolean[] found = new boolean[1];
        books.forEachCopy(copy ->
                found[0] |=
                        copy.id().equals(handOver.task())
                                && copy.grant().equals(handOver.grant())
                                && copy.hop() >= handOver.hop()
                                && copy.state() != HeldTask.State.GONE);
        return found[0];
    }

    private boolean isWanted(OfferedTask offered) {
        NodeRef owner = offered.owner();
        NodeSight node = cluster.node(cluster.indexOf(owner.id()));
        boolean[] wanted = new boolean[1];
        int epoch = offered.grant().epoch();
        boolean current = epochs.getOrDefault(offered.task().id(), epoch) == epoch;
        if (current && node.isAlive() && node.ref().equals(owner)) {
            node.books()
                    .forEachOwned(own ->
                            wanted[0] |=
                                    own.task().equals(offered.task().id())
                                            && own.grant().equals(offered.grant())
                                            && !own.done());
        }
        return wanted[0];
    }
}
