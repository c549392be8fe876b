package org.evenkeel.kernel.phases;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.protocol.PhaseReply.Counts;
import org.jspecify.annotations.Nullable;

/**
 * What the master knows of the nodes. Sums are kept rather than taken anew, so that a word of one
 * node costs the same however many there are.
 */
final class Members {
    private final Map<NodeId, Counts> all = new LinkedHashMap<>();
    private int workers;
    private int working;
    private int ready;

    Map<NodeId, Counts> all() {
        return Collections.unmodifiableMap(all);
    }

    boolean contains(NodeId node) {
        return all.containsKey(node);
    }

    /** What was known of the node before, or null. */
    @Nullable Counts put(NodeId node, Counts counts) {
        Counts before = all.put(node, counts);
        if (before != null) {
            count(before, -1);
        }
        count(counts, 1);
        return before;
    }

    /** What was known of the node, or null. */
    @Nullable Counts remove(NodeId node) {
        Counts before = all.remove(node);
        if (before != null) {
            count(before, -1);
        }
        return before;
    }

    void clear() {
        all.clear();
        workers = 0;
        working = 0;
        ready = 0;
    }

    private void count(Counts one, int sign) {
        workers += sign * one.workers();
        working += one.workers() > 0 ? sign : 0;
        ready += one.workers() > 0 && one.ready() ? sign : 0;
    }

    /** Workers of all nodes. */
    int workers() {
        return workers;
    }

    /** Nodes that have any. */
    int working() {
        return working;
    }

    /** Of these, nodes that lack work. */
    int ready() {
        return ready;
    }
}
