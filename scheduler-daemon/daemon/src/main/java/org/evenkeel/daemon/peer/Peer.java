package org.evenkeel.daemon.peer;

import java.util.ArrayDeque;
import java.util.Deque;
import org.evenkeel.kernel.link.LinkMachine;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.protocol.PeerMessage;
import org.jspecify.annotations.Nullable;

/** What is known of one other node, and the link to it. */
final class Peer {

    /** Messages that wait for a link that is being opened. */
    private static final int MAX_WAITING = 4096;

    final NodeId id;

    /** Decides what becomes of the link. */
    final LinkMachine machine;

    /** Its newest process as far as known. */
    @Nullable NodeRef ref;

    private @Nullable PeerLink link;

    /** The version that its last link had, as the log was told; null for none yet. */
    @Nullable String toldVersion;

    /** Of links that were up, while it was a neighbour. */
    final LinkLosses losses = new LinkLosses();

    private final Deque<QueuedMessage> waiting = new ArrayDeque<>();

    record QueuedMessage(NodeRef to, PeerMessage peerMessage) {}

    /**
     * @param open whether neighbours change as nodes come and go
     */
    Peer(NodeId self, NodeId id, boolean open) {
        this.id = id;
        this.machine = new LinkMachine(self, id, open);
    }

    /** The link that is up, null when there is none. */
    @Nullable PeerLink link() {
        return link;
    }

    /** A link is up; whether its process had been declared gone. */
    boolean linked(PeerLink up) {
        link = up;
        learn(up.peer());
        return machine.linked(up.peer().incarnation(), up.isOurs());
    }

    /** Its link is down. */
    void down() {
        link = null;
        machine.down();
    }

    void learn(NodeRef newer) {
        NodeRef known = ref;
        if (known == null || !known.isLaterThan(newer)) {
            ref = newer;
        }
    }

    /** Keeps a message for the link; the oldest goes when there are too many. */
    void keep(NodeRef to, PeerMessage peerMessage) {
        if (waiting.size() >= MAX_WAITING) {
            waiting.removeFirst();
        }
        waiting.addLast(new QueuedMessage(to, peerMessage));
    }

    boolean hasWaiting() {
        return !waiting.isEmpty();
    }

    @Nullable QueuedMessage nextWaiting() {
        return waiting.pollFirst();
    }

    void dropWaiting() {
        waiting.clear();
    }
}
