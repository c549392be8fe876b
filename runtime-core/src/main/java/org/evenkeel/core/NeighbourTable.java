package org.evenkeel.core;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.evenkeel.model.NodeId;
import org.evenkeel.policy.NeighbourView;
import org.evenkeel.policy.Policy;
import org.jspecify.annotations.Nullable;

/**
 * The neighbours of a node in the order of C_S, and every other node it is linked to: loads of
 * those are remembered, so that nothing is missed when they become neighbours.
 */
final class NeighbourTable {

    private final SequencedMap<NodeId, Neighbour> known = new LinkedHashMap<>();
    private Neighbour[] order = {};
    private List<NeighbourView> views = List.of();

    /** C_S in its order; not to be changed. */
    Neighbour[] inOrder() {
        return order;
    }

    @Nullable Neighbour find(NodeId id) {
        return known.get(id);
    }

    Neighbour findOrAdd(NodeId id) {
        return known.computeIfAbsent(id, Neighbour::new);
    }

    /** Forgets a node that is neither linked nor a neighbour. */
    void forgetIfUnused(Neighbour node) {
        if (!node.isLinked() && !node.isNeighbour()) {
            known.remove(node.id);
        }
    }

    /** Replaces C_S; returns those that were not in it. */
    List<Neighbour> setOrder(List<NodeId> ids) {
        List<Neighbour> newcomers = new ArrayList<>();
        Neighbour[] before = order;
        Neighbour[] after = new Neighbour[ids.size()];
        for (int index = 0; index < after.length; index++) {
            Neighbour neighbour = findOrAdd(ids.get(index));
            after[index] = neighbour;
            if (!neighbour.isNeighbour()) {
                newcomers.add(neighbour);
            }
        }
        for (Neighbour neighbour : before) {
            neighbour.index = Policy.LOCAL;
        }
        for (int index = 0; index < after.length; index++) {
            if (after[index].index != Policy.LOCAL) {
                throw new IllegalArgumentException(after[index].id + " is a neighbour twice");
            }
            after[index].index = index;
        }
        order = after;
        for (Neighbour neighbour : before) {
            forgetIfUnused(neighbour);
        }
        views = List.of();
        return newcomers;
    }

    /** What a policy may see of the neighbours; the same list until something changes. */
    List<NeighbourView> views() {
        if (order.length > 0 && !isCurrent()) {
            NeighbourView[] all = new NeighbourView[order.length];
            Arrays.setAll(all, index -> order[index].view());
            views = Collections.unmodifiableList(Arrays.asList(all));
        }
        return views;
    }

    private boolean isCurrent() {
        if (views.isEmpty()) {
            return false;
        }
        for (int index = 0; index < order.length; index++) {
            if (!order[index].isShownBy(views.get(index))) {
                return false;
            }
        }
        return true;
    }
}
