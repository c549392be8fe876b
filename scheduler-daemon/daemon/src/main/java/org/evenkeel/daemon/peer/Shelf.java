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
final class Shelf {

    /** Longest time on it. */
    static final long LONGEST_NANOS = TimeUnit.HOURS.toNanos(1);

    /** Most of them; the oldest goes. */
    static final int MAX_SHELVED = 256;

    private record Shelved(NodeRef ref, long sinceNanos) {}

    private final Map<NodeId, Shelved> shelved = new LinkedHashMap<>();

    /** Puts a process there. */
    void put(NodeRef ref, long now) {
        shelved.remove(ref.id());
        shelved.put(ref.id(), new Shelved(ref, now));
    }

    /** Whether this process, or a later one of its node, is there. */
    boolean has(NodeRef ref) {
        Shelved one = shelved.get(ref.id());
        return one != null && one.ref.incarnation() >= ref.incarnation();
    }

    /** Takes a node away; whether it was there. */
    boolean take(NodeId id) {
        return shelved.remove(id) != null;
    }

    /** Takes away what has been there for too long, or is too much. */
    List<NodeId> clear(long now) {
        List<NodeId> old = new ArrayList<>(0);
        for (Shelved one : shelved.values()) {
            boolean tooMany = shelved.size() - old.size() > MAX_SHELVED;
            if (!tooMany && now - one.sinceNanos <= LONGEST_NANOS) {
                break; // those behind it are younger
            }
            old.add(one.ref.id());
        }
        old.forEach(shelved::remove);
        return old;
    }
}
