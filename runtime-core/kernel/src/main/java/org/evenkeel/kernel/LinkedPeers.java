package org.evenkeel.kernel;

import java.util.function.Predicate;
import org.evenkeel.model.NodeRef;
import org.jspecify.annotations.Nullable;

/**
 * The linked peers that do not leave and are fit for something, in the order in which they came.
 *
 * @param fit for what they are looked for
 */
record LinkedPeers(Links links, Predicate<Links.Peer> fit) implements Replicas.Peers {

    /** All of them. */
    static LinkedPeers all(Links links) {
        return new LinkedPeers(links, peer -> true);
    }

    /** Those that take a session as a whole; others would take its tasks batch by batch. */
    static LinkedPeers takingSessions(Links links) {
        return new LinkedPeers(links, Links.Peer::takesSessions);
    }

    @Override
    public @Nullable NodeRef first() {
        for (Links.Peer peer : links.up()) {
            if (!peer.leaving && fit.test(peer)) {
                return peer.ref;
            }
        }
        return null;
    }

    @Override
    public boolean isUsable(NodeRef ref) {
        Links.Peer peer = links.get(ref.id());
        return peer != null && peer.up && !peer.leaving && peer.ref.equals(ref) && fit.test(peer);
    }
}
