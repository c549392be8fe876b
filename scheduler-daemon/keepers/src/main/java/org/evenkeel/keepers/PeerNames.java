package org.evenkeel.keepers;

import java.util.Collection;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.evenkeel.daemon.keepers.KeeperPeer;
import org.evenkeel.model.NodeId;

/**
 * Who may talk to this keeper: those of its settings, those of every configuration that it has seen
 * since it started, and those that one of them says are keepers. The last are needed by a keeper
 * that was away while others were replaced. A keeper that was replaced stays here until the next
 * start, for it has to be told. Any thread may use it.
 */
final class PeerNames {

    private final Set<String> known = ConcurrentHashMap.newKeySet();
    private final AtomicReference<Runnable> whenUnknown = new AtomicReference<>(() -> {});

    PeerNames(Collection<KeeperPeer> peers) {
        add(peers);
    }

    /** What is to be done when a node asks that is not known; called often, returns soon. */
    void whenUnknown(Runnable action) {
        whenUnknown.set(action);
    }

    void add(Collection<KeeperPeer> peers) {
        peers.stream().map(KeeperPeer::node).map(NodeId::name).forEach(known::add);
    }

    /** Whether a node of this name may talk to this keeper now; it may later, perhaps. */
    boolean permits(String name) {
        if (known.contains(name)) {
            return true;
        }
        whenUnknown.get().run();
        return false;
    }
}
