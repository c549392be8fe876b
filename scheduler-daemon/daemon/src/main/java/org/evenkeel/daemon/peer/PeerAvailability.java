package org.evenkeel.daemon.peer;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.jspecify.annotations.Nullable;

/**
 * Which other nodes count as there, so that they may be neighbours. Times are those of one clock
 * that never goes back, in nanoseconds.
 *
 * <p>States of a node: {@code known -> linked <-> away -> dropped}. Away counts from the moment at
 * which its link was lost, or it was to be linked and was not. Who has left, or was never linked
 * and is certainly gone, is dropped at once; who is away longer than the bound is dropped then. A
 * node that a node may begin with, a seed, is dropped only when it has left.
 */
final class PeerAvailability {

    private static final class Node {
        NodeRef ref;
        @Nullable NodeRef linkedTo;
        boolean wasLinked;
        boolean leaving;
        boolean gone;
        boolean isAway;
        long awaySinceNanos;

        Node(NodeRef ref) {
            this.ref = ref;
        }

        boolean isLinked() {
            return linkedTo != null;
        }

        void awaySince(long now) {
            if (!isAway) {
                isAway = true;
                awaySinceNanos = now;
            }
        }
    }

    /**
     * A node that counts no longer.
     *
     * @param gone whether its process is certainly over
     */
    record Dropped(NodeRef ref, boolean gone) {}

    private final long mostAwayNanos;
    private final Predicate<NodeId> seeds;
    private final Map<NodeId, Node> nodes = new TreeMap<>();

    PeerAvailability(long mostAwayNanos, Predicate<NodeId> seeds) {
        this.mostAwayNanos = mostAwayNanos;
        this.seeds = seeds;
    }

    /** By name. */
    List<NodeId> there() {
        return List.copyOf(nodes.keySet());
    }

    /** Whether a node counts as there. */
    boolean includes(NodeId node) {
        return nodes.containsKey(node);
    }

    /** A node says that it is there; whether that is news. */
    boolean learnt(NodeRef ref) {
        Node node = nodes.get(ref.id());
        if (node == null) {
            boolean fits = nodes.size() < MemberTable.MAX_MEMBERS;
            if (fits) {
                nodes.put(ref.id(), new Node(ref));
            }
            return fits;
        }
        boolean later = ref.isLaterThan(node.ref);
        if (later) {
            node.ref = ref;
            node.gone = false;
            node.leaving = false;
            node.isAway = false;
        }
        return later;
    }

    void linked(NodeRef ref) {
        learnt(ref);
        Node node = nodes.get(ref.id());
        if (node != null) {
            node.ref = ref;
            node.linkedTo = ref;
            node.wasLinked = true;
            node.gone = false;
            node.leaving = false;
            node.isAway = false;
        }
    }

    void lost(NodeRef ref, long now) {
        Node node = nodes.get(ref.id());
        if (node != null && ref.equals(node.linkedTo)) {
            node.linkedTo = null;
            node.awaySince(now);
            if (node.leaving) {
                nodes.remove(ref.id());
            }
        }
    }

    void leaves(NodeRef ref) {
        Node node = nodes.get(ref.id());
        if (node != null && node.ref.equals(ref)) {
            node.leaving = true;
        }
    }

    /** It is dropped at once, a seed as well; one that is linked stays. */
    void forget(NodeRef ref) {
        Node node = nodes.get(ref.id());
        if (node != null && !node.isLinked() && !node.ref.isLaterThan(ref)) {
            nodes.remove(ref.id());
        }
    }

    void gone(NodeRef ref, long now) {
        Node node = nodes.get(ref.id());
        if (node == null || node.ref.isLaterThan(ref)) {
            return;
        }
        node.gone = true;
        node.linkedTo = null;
        node.awaySince(now);
        if (node.leaving || !node.wasLinked && !seeds.test(ref.id())) {
            nodes.remove(ref.id());
        }
    }

    /** These are to be linked; who is not is away from now on, others are no node's concern. */
    void wanted(Collection<NodeId> ids, long now) {
        Set<NodeId> all = new HashSet<>(ids);
        nodes.forEach((id, node) -> {
            if (!node.isLinked() && all.contains(id)) {
                node.awaySince(now);
            } else if (!node.isLinked() && !node.gone) {
                node.isAway = false;
            }
        });
    }

    /** Drops who is away for too long. */
    List<Dropped> dropAway(long now) {
        List<Dropped> dropped = new ArrayList<>(0);
        nodes.values()
                .removeIf(node -> {
                    boolean drop =
                            node.isAway
                                    && now - node.awaySinceNanos > mostAwayNanos
                                    && !seeds.test(node.ref.id());
                    if (drop) {
                        dropped.add(new Dropped(node.ref, node.gone));
                    }
                    return drop;
                });
        return dropped;
    }
}
