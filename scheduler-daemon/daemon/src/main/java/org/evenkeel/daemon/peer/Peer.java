package org.evenkeel.daemon.peer;

import java.util.ArrayDeque;
import java.util.Deque;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.protocol.PeerMessage;
import org.jspecify.annotations.Nullable;

/** What is known of one other node, and the link to it. */
final class Peer {

    /** Messages that wait for a link that is being opened. */
    private static final int MAX_WAITING = 4096;

    final NodeId id;
    final Backoff backoff = new Backoff();

    /** Whether the link to it is kept up; {@link PeerTable} says so. */
    boolean neighbour;

    /** Whether it was a neighbour, could not be reached for long, and is tried now and then. */
    boolean unreachable;

    /** Its newest process as far as known. */
    @Nullable NodeRef ref;

    @Nullable PeerLink link;
    boolean dialling;

    /** Whether another attempt has a time already. */
    boolean retrySet;

    /** The version that its last link had, as the log was told; null for none yet. */
    @Nullable String toldVersion;

    /** Of links that were up, while it was a neighbour. */
    final LinkLosses losses = new LinkLosses();

    /** The newest process that is known to be gone. */
    long goneIncarnation;

    private final Deque<QueuedMessage> waiting = new ArrayDeque<>();

    record QueuedMessage(NodeRef to, PeerMessage peerMessage) {}

    Peer(NodeId id) {
        this.id = id;
    }

    void learn(NodeRef newer) {
        NodeRef known = ref;
        if (known == null || newer.incarnation() >= known.incarnation()) {
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
