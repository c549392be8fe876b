package org.evenkeel.daemon.peer;

import org.evenkeel.kernel.link.LinkMachine;
import org.evenkeel.kernel.link.WaitingMessages;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.jspecify.annotations.Nullable;

/** What is known of one other node, and the link to it. */
final class Peer {

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

    /** Messages that wait for a link that is being opened. */
    final WaitingMessages waiting = new WaitingMessages();

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

    boolean hasWaiting() {
        return !waiting.isEmpty();
    }
}
