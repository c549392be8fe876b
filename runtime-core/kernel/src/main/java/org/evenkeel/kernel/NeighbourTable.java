package org.evenkeel.kernel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.evenkeel.kernel.policy.NeighbourList;
import org.evenkeel.kernel.policy.NeighbourView;
import org.evenkeel.kernel.policy.Policy;
import org.evenkeel.model.NodeId;
import org.jspecify.annotations.Nullable;

/**
 * The neighbours of a node in the order of C_S, and every other node it is linked to: loads of
 * those are remembered, so that nothing is missed when they become neighbours.
 */
final class NeighbourTable {
    private static final Comparator<Neighbour> BY_INDEX =
            Comparator.comparingInt(neighbour -> neighbour.index);

    private final SequencedMap<NodeId, Neighbour> known = new LinkedHashMap<>();
    private Neighbour[] order = {};
    private NeighbourList views = NeighbourList.of(List.of());
    private boolean isNew;
    private long heard;
    private final List<Neighbour> changed = new ArrayList<>();
    private final List<Neighbour> attended = new ArrayList<>();

    /** Grows whenever something is heard of a neighbour, or others become neighbours. */
    long heard() {
        return heard;
    }

    void hears() {
        heard++;
    }

    /** C_S in its order; not to be changed. */
    Neighbour[] inOrder() {
        return order;
    }

    @Nullable Neighbour find(NodeId id) {
        return known.get(id);
    }

    Neighbour findOrAdd(NodeId id) {
        return known.computeIfAbsent(id, name -> new Neighbour(name, this));
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
                throw new IllegalArgumentException(
                        after[index].id + " is listed as a neighbour twice");
            }
            after[index].index = index;
        }
        order = after;
        for (Neighbour neighbour : before) {
            forgetIfUnused(neighbour);
        }
        isNew = true;
        hears();
        return newcomers;
    }

    /** What a policy may see of the neighbours; the same list until something changes. */
    List<NeighbourView> views() {
        if (isNew) {
            isNew = false;
            views = NeighbourList.of(Arrays.stream(order).map(Neighbour::view).toList());
            changed.clear();
        }
        for (Neighbour neighbour : changed) {
            if (neighbour.isNeighbour()) {
                views = views.with(neighbour.index, neighbour.view());
            }
        }
        changed.clear();
        return views;
    }

    /** The same for one task: as if there were no link with those that cannot run it. */
    List<NeighbourView> viewsFor(HeldTask task) {
        views();
        NeighbourList able = views;
        for (Neighbour neighbour : order) {
            if (!neighbour.canRun(task)) {
                able = able.with(neighbour.index, neighbour.view().withoutLink());
            }
        }
        return able;
    }

    /** What was seen of it is no longer so. */
    void changed(Neighbour neighbour) {
        changed.add(neighbour);
    }

    /** It may have to be told something. */
    void attend(Neighbour neighbour) {
        attended.add(neighbour);
    }

    /**
     * The neighbours that may have to be told something, in the order of C_S; each is to be {@link
     * Neighbour#attendedTo}.
     */
    List<Neighbour> takeAttended() {
        if (attended.isEmpty()) {
            return List.of();
        }
        List<Neighbour> taken = new ArrayList<>(attended);
        attended.clear();
        taken.sort(BY_INDEX);
        return taken;
    }
}
