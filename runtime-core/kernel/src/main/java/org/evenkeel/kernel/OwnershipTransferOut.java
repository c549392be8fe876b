package org.evenkeel.kernel;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.evenkeel.model.Grant;
import org.evenkeel.model.JournalRecord;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.protocol.PeerMessage;
import org.evenkeel.model.protocol.PeerMessage.GrantedTask;
import org.jspecify.annotations.Nullable;

/**
 * Who owns what this node has owned: a leaving node passes everything to a successor (R11); what a
 * node has of a session whose client continued elsewhere, with something older, follows it there.
 *
 * <p>Where this node does not know whether another has taken a session, for it was started anew, or
 * the other was, nothing happens to the session until the other says.
 */
final class OwnershipTransferOut {
    /** What goes to one process because clients are there. */
    private static final class Following {
        final Set<Long> sessions = new LinkedHashSet<>();
        final SessionHandOff passing;

        Following(
                SessionHandOff.Dependencies dependencies,
                Replicas.Peers to,
                SessionHandOff.Shared shared) {
            passing = new SessionHandOff(dependencies, to, shared, sessions);
        }
    }

    /** One process, as long as it can be reached. */
    private record One(NodeRef process, Replicas.Peers peers) implements Replicas.Peers {
        @Override
        public @Nullable NodeRef first() {
            return peers.isUsable(process) ? process : null;
        }

        @Override
        public boolean isUsable(NodeRef peer) {
            return peer.equals(process) && peers.isUsable(process);
        }

        @Override
        public @Nullable NodeRef linked(NodeId peer) {
            return peer.equals(process.id()) ? peers.linked(peer) : null;
        }
    }

    private final SessionHandOff.Dependencies dependencies;
    private final PeerLinkTable peerLinkTable;
    private final Replicas.Peers peers;
    private final SessionHandOff.Shared shared = new SessionHandOff.Shared();
    private final SessionHandOff leaving;
    private final Map<NodeId, Following> following = new LinkedHashMap<>();

    /** What the message in hand asks about and others own, by owner. */
    private final Map<NodeRef, List<GrantedTask>> toTell = new LinkedHashMap<>(0);

    OwnershipTransferOut(
            SessionHandOff.Dependencies dependencies,
            PeerLinkTable peerLinkTable,
            Replicas.Peers peers) {
        this.dependencies = dependencies;
        this.peerLinkTable = peerLinkTable;
        this.peers = peers;
        this.leaving = new SessionHandOff(dependencies, peers, shared, null);
    }

    /** This node leaves: passes on what can be; called again and again. */
    void push() {
        leaving.push();
    }

    /** This node leaves, and the session's client submits more: the next owner is to have it. */
    void isHandedOff(long session) {
        if (!shared.inDoubt.containsKey(session)) {
            leaving.isHandedOff(session);
        }
    }

    /** What is here of a session goes to this process, where its client is. */
    void follow(long session, NodeRef to) {
        if (!isAnythingHere(session)) {
            dependencies.ledger().goneTo(session, to);
            return;
        }
        if (shared.inDoubt.containsKey(session) || isPassing(session)) {
            return;
        }
        Following there =
                following.computeIfAbsent(
                        to.id(), id -> new Following(dependencies, new One(to, peers), shared));
        there.sessions.add(session);
        there.passing.push();
    }

    /**
     * Whether the session's client is at another process, and what is here of it is to go there.
     */
    boolean isFollowing(long session) {
        return following.values().stream().anyMatch(there -> there.sessions.contains(session));
    }

    private boolean isAnythingHere(long session) {
        return dependencies.ledger().owned().all().stream()
                .anyMatch(task -> task.session == session && !task.task.isSpawned());
    }

    private boolean isPassing(long session) {
        return dependencies.ledger().owned().all().stream()
                .anyMatch(task -> task.session == session && task.isPassing);
    }

    /** Now and then: what could not be passed on is tried again, and who was asked is asked. */
    void beat() {
        following.values().forEach(one -> one.passing.push());
        request();
    }

    /** The successor has a batch, or owns a session. */
    void adopted(NodeRef by, long batch) {
        leaving.adopted(by, batch);
        Following there = following.get(by.id());
        if (there != null) {
            there.passing.adopted(by, batch);
        }
    }

    // ---- While it lasts

    /** Whether everything that was passed on is answered. */
    boolean isOver() {
        return leaving.isOver();
    }

    /** The node that this task was passed to and that has not passed it back; null for none. */
    @Nullable NodeRef nextOwner(TaskId id) {
        return dependencies.ledger().get(id) == null
                ? dependencies.ledger().nextOwners().of(id)
                : null;
    }

    /**
     * Whether another node is, or is about to be, the owner of the task. {@link #tellOwners} says
     * which one, for all that a message asked about.
     */
    boolean isPassedOn(TaskId id, Grant grant) {
        OwnedTask task = dependencies.ledger().get(id);
        if (task != null) {
            return task.isPassing;
        }
        NodeRef owner = dependencies.ledger().nextOwners().of(id);
        if (owner != null) {
            toTell.computeIfAbsent(owner, one -> new ArrayList<>()).add(new GrantedTask(id, grant));
        }
        return owner != null;
    }

    /**
     * Tells a holder who owns what its message asked about, in one message for each owner: each is
     * answered with all that is held of that owner.
     */
    void tellOwners(NodeRef asker) {
        toTell.forEach((owner, tasks) ->
                dependencies.context().out.send(asker, new PeerMessage.Moved(tasks, owner)));
        toTell.clear();
    }

    void peerUp(NodeRef peer) {
        leaving.peerUp(peer);
        Following there = following.get(peer.id());
        if (there != null) {
            there.passing.peerUp(peer);
        }
        request();
    }

    /** It is given nothing more; what it has been told to take it may have. */
    void leaves(NodeRef peer) {
        leaving.leaves(peer);
        Following there = following.get(peer.id());
        if (there != null) {
            there.passing.leaves(peer);
        }
    }

    /** A process is gone: what it has not answered is owned here again. */
    void lost(NodeRef peer) {
        leaving.lost(peer);
        Following there = following.remove(peer.id());
        if (there != null) {
            there.passing.lost(peer);
        }
    }

    /** The session's client is here. */
    void cameBack(long session) {
        following.values().forEach(one -> one.passing.cameBack(session));
    }

    /** The session is closed: nothing of it is here any more. */
    void closed(long session) {
        shared.inDoubt.remove(session);
        leaving.closed(session);
        following.values().forEach(one -> one.passing.closed(session));
    }

    // ---- In doubt

    /** This node was started anew while it was passing jobs on. */
    void recover(List<JournalRecord.JobOpened> jobs) {
        for (JournalRecord.JobOpened job : jobs) {
            if (job.place().kind() == JournalRecord.JobLocation.Kind.GOING) {
                shared.inDoubt.put(job.session(), new NodeId(job.place().node()));
            }
        }
    }

    /**
     * Asks those that may have taken sessions, linked or not: with a node that is no neighbour
     * nothing else makes a link.
     */
    private void request() {
        shared.inDoubt.forEach((session, node) -> {
            PeerLinkTable.Peer peer = peerLinkTable.get(node);
            if (peer != null && !peerLinkTable.isGone(peer.ref)) {
                leaving.request(session, peer.ref);
            }
        });
    }

    /** A node says whether it has taken a session. */
    void answered(NodeRef by, PeerMessage.AnswerAdopted answer) {
        if (!by.id().equals(shared.inDoubt.get(answer.session()))) {
            if (!answer.taken()) {
                refused(by, answer.session());
            }
            return;
        }
        if (answer.taken()) {
            shared.inDoubt.remove(answer.session());
            leaving.passed(answer.session(), by);
            dependencies.ledger().goneTo(answer.session(), by);
        } else {
            leaving.retain(answer.session());
        }
    }

    private void refused(NodeRef by, long session) {
        leaving.refused(by, session);
        Following there = following.get(by.id());
        if (there != null) {
            there.passing.refused(by, session);
        }
    }

    /** Whether this node waits to learn what that node has taken. */
    boolean isAwaited(NodeId node) {
        return shared.inDoubt.containsValue(node);
    }

    /**
     * An administrator says that this node does not return: what it may have taken is kept here.
     */
    void forgotten(NodeId node) {
        List.copyOf(shared.inDoubt.keySet()).stream()
                .filter(session -> node.equals(shared.inDoubt.get(session)))
                .forEach(leaving::retain);
    }

    /** The session's client has submitted here whatever it wants, wherever else something is. */
    void claimed(long session) {
        if (shared.inDoubt.containsKey(session)) {
            leaving.retain(session);
        }
    }
}
