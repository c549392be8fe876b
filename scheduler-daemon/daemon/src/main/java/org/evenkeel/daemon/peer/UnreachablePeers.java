package org.evenkeel.daemon.peer;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;

/**
 * Processes that could not be reached for long and may live all the same: behind a cable that is
 * out, or on a machine that is switched off. They are tried now and then for an hour; what others
 * say of them does not count meanwhile, else they would come and go for ever.
 */
final class UnreachablePeers {

    /** Longest time among them. */
    static final long LONGEST_NANOS = TimeUnit.HOURS.toNanos(1);

    /** Most of them; the oldest goes. */
    static final int MAX_UNREACHABLE = 256;

    private record UnreachablePeer(NodeRef ref, long sinceNanos) {}

    private final Map<NodeId, UnreachablePeer> peers = new LinkedHashMap<>();

    /** Puts a process there. */
    void put(NodeRef ref, long now) {
        peers.remove(ref.id());
        peers.put(ref.id(), new UnreachablePeer(ref, now));
    }

    /** Whether this process, or a later one of its node, is there. */
    boolean has(NodeRef ref) {
        UnreachablePeer one = peers.get(ref.id());
        return one != null && !ref.isLaterThan(one.ref);
    }

    /** Takes a node away; whether it was there. */
    boolean take(NodeId id) {
        return peers.remove(id) != null;
    }

    /** Takes away what has been there for too long, or is too much. */
    List<NodeId> clear(long now) {
        List<NodeId> old = new ArrayList<>(0);
        for (UnreachablePeer one : peers.values()) {
            boolean tooMany = peers.size() - old.size() > MAX_UNREACHABLE;
            if (!tooMany && now - one.sinceNanos <= LONGEST_NANOS) {
                break; // those behind it are younger
            }
            old.add(one.ref.id());
        }
        old.forEach(peers::remove);
        return old;
    }
}
