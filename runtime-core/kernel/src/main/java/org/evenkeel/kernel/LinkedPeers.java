package org.evenkeel.kernel;

import java.util.function.Predicate;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.jspecify.annotations.Nullable;

/**
 * The linked peers that do not leave and are fit for something, in the order in which they came.
 *
 * @param fit for what they are looked for
 */
record LinkedPeers(PeerLinkTable peerLinkTable, Predicate<PeerLinkTable.Peer> fit)
        implements Replicas.Peers {

    /** All of them. */
    static LinkedPeers all(PeerLinkTable peerLinkTable) {
        return new LinkedPeers(peerLinkTable, peer -> true);
    }

    /** Those that take a session as a whole; others would take its tasks batch by batch. */
    static LinkedPeers takingSessions(PeerLinkTable peerLinkTable) {
        return new LinkedPeers(peerLinkTable, PeerLinkTable.Peer::takesSessions);
    }

    @Override
    public @Nullable NodeRef first() {
        for (PeerLinkTable.Peer peer : peerLinkTable.up()) {
            if (!peer.leaving && fit.test(peer)) {
                return peer.ref;
            }
        }
        return null;
    }

    @Override
    public boolean isUsable(NodeRef ref) {
        PeerLinkTable.Peer peer = peerLinkTable.get(ref.id());
        return peer != null && peer.up && !peer.leaving && peer.ref.equals(ref) && fit.test(peer);
    }

    @Override
    public @Nullable NodeRef linked(NodeId id) {
        PeerLinkTable.Peer peer = peerLinkTable.get(id);
        return peer != null && peer.up ? peer.ref : null;
    }
}
