package org.evenkeel.kernel;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import org.evenkeel.model.Durability;
import org.evenkeel.model.Incarnations;
import org.evenkeel.model.JournalRecord;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.jspecify.annotations.Nullable;

/**
 * The owner's side of level REPLICATED: one named neighbour writes down what this node writes down,
 * and steps wait until it has.
 *
 * <p>States: {@code none -> named(process) -> none (gone, leaving, or away for long) -> named ...}.
 * Whenever the link to the named one comes up, and when another is named, it gets everything anew.
 * One that is no longer it is told to forget, but not before the named one has everything on its
 * disk: until then, what the former one keeps may be the only copy beside this disk.
 */
final class Replicas {

    /** Which peers there are. */
    interface Peers {
        /** A linked peer that does not leave, in a stable order; null when there is none. */
        @Nullable NodeRef first();

        /** Whether this process is linked and does not leave. */
        boolean isUsable(NodeRef peer);

        /** The process of a node that is linked, even if it leaves; null when there is none. */
        @Nullable NodeRef linked(NodeId peer);
    }

    /** A step that waits for the record of this number. */
    private record PendingStep(long number, Runnable then) {}

    private static final long NOT_TOLD = 0;

    private final NodeContext context;
    private final OwnedTasks owned;
    private final Peers peers;
    private final TaskRecords.Origins origins;
    private final Deque<PendingStep> waiting = new ArrayDeque<>();

    /**
     * What these keep is not needed when the named one has everything: the number that each answers
     * with when it has forgotten it, {@link #NOT_TOLD} for one that has to be told yet.
     */
    private final Map<NodeId, Long> former = new LinkedHashMap<>();

    private @Nullable NodeRef replica;
    private long said;

    /** With this number the replica has been told everything anew. */
    private long allSaid;

    /** Whether it has all of that on its disk. */
    private boolean complete;

    private long lostNanos;
    private long diskSince;

    Replicas(NodeContext context, OwnedTasks owned, Peers peers, TaskRecords.Origins origins) {
        this.origins = origins;
        this.context = context;
        this.owned = owned;
        this.peers = peers;
    }

    /**
     * This process knows from its disk what all processes of its node have owned, from this one on:
     * what else is kept for them is out of date.
     */
    void diskSince(long process) {
        boolean earlier =
                process == Event.Recovered.FIRST_PROCESS
                        || Incarnations.isLater(context.self.incarnation(), process);
        diskSince = earlier ? process : 0;
    }

    /** Whether a task of this level can be accepted now. */
    boolean isPossible() {
        return replica != null && peers.isUsable(replica) || peers.first() != null;
    }

    /** Has it written down; {@code then} when it is. */
    void send(JournalRecord.OfTask record, Runnable then) {
        if (replica == null) {
            name();
        }
        said++;
        waiting.addLast(new PendingStep(said, then));
        if (replica != null && peers.isUsable(replica)) {
            context.out.replicate(replica, said, record);
        }
    }

    /** The replica has everything up to here on its disk. */
    void replicated(NodeRef by, long upTo) {
        if (replica == null || !replica.id().equals(by.id())) {
            if (upTo > 0) {
                former.computeIfPresent(
                        by.id(), (id, told) -> told != NOT_TOLD && upTo >= told ? null : told);
            } else if (diskSince != 0) {
                keptForEarlier(by);
            }
            return;
        }
        if (upTo < allSaid) {
            return; // not all of what this replica was told anew is on its disk
        }
        complete = true;
        PendingStep next = waiting.peekFirst();
        while (next != null && next.number <= upTo) {
            waiting.removeFirst();
            next.then.run();
            next = waiting.peekFirst();
        }
        tellFormer();
    }

    /**
     * A node keeps something for an earlier process of this one. It is named where the copy is
     * still needed, and hears everything at once: what an owner says nothing of can be taken over.
     */
    private void keptForEarlier(NodeRef by) {
        former.put(by.id(), NOT_TOLD);
        if (!isFormerUnneeded() && peers.isUsable(by)) {
            name(by);
        }
        tellFormer();
    }

    /** Tells former ones that are linked to forget, once nothing depends on them. */
    private void tellFormer() {
        if (former.isEmpty() || !isFormerUnneeded()) {
            return;
        }
        said = Math.max(1, said); // the answer to this is none that says nothing was heard
        former.replaceAll((id, told) -> {
            NodeRef linked = told == NOT_TOLD ? peers.linked(id) : null;
            if (linked == null) {
                return told;
            }
            context.out.replicateAll(linked, said + 1, diskSince);
            return said;
        });
    }

    private boolean isFormerUnneeded() {
        return complete || !isNeeded();
    }

    // ---- Who it is

    /** A link came up. */
    void peerUp(NodeRef peer) {
        if (replica != null && replica.id().equals(peer.id())) {
            replica = peer;
            sendAll();
        } else if (replica == null && isNeeded()) {
            name();
        }
        former.replace(peer.id(), NOT_TOLD); // what the link before it lost is said again
        tellFormer();
    }

    /**
     * Now and then: one that has been away for a holder's lease is replaced, and who leaves at
     * once.
     */
    void check() {
        NodeRef now = replica;
        if (now == null || peers.isUsable(now)) {
            lostNanos = 0;
        } else if (lostNanos == 0) {
            lostNanos = context.now;
        } else if (context.now - lostNanos > context.config.holderLeaseNanos()) {
            replace();
        }
        if (replica == null && isNeeded()) {
            name();
        }
        tellFormer();
    }

    /** This process will not come back, or leaves. */
    void lost(NodeId peer) {
        if (replica != null && replica.id().equals(peer)) {
            replace();
        }
    }

    private void replace() {
        NodeRef before = replica;
        NodeRef next = peers.first();
        if (before == null || next == null || next.id().equals(before.id())) {
            return; // no other node is there: it is waited for
        }
        name(next);
        tellFormer();
    }

    private void name() {
        NodeRef next = peers.first();
        if (next != null) {
            name(next);
        }
    }

    private void name(NodeRef next) {
        NodeRef before = replica;
        if (before != null) {
            former.put(before.id(), NOT_TOLD);
        }
        replica = next;
        lostNanos = 0;
        former.remove(next.id());
        sendAll();
    }

    private boolean isNeeded() {
        if (!waiting.isEmpty()) {
            return true;
        }
        return owned.all().stream().anyMatch(Replicas::isReplicated);
    }

    /** The replica gets everything anew; what waits is among it. */
    private void sendAll() {
        NodeRef to = replica;
        if (to == null) {
            return;
        }
        complete = false;
        context.out.replicateAll(to, said + 1, diskSince);
        for (OwnedTask task : owned.all()) {
            if (isReplicated(task)) {
                TaskRecords.of(task, origins, record -> context.out.replicate(to, ++said, record));
            }
        }
        // What waits for a record that is no longer needed, its task forgotten, waits for this one;
        // and the replica forgets what has not been among these.
        context.out.replicate(to, ++said, new JournalRecord.Forgotten(TaskRecords.NO_TASK));
        allSaid = said;
    }

    static boolean isReplicated(OwnedTask task) {
        return task.isDurable() && task.task.kind().options().durability() == Durability.REPLICATED;
    }
}
