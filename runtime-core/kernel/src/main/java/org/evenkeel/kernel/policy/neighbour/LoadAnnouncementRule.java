package org.evenkeel.kernel.policy.neighbour;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.evenkeel.kernel.policy.Decision.Announcement;
import org.evenkeel.kernel.policy.NeighbourList;
import org.evenkeel.kernel.policy.NeighbourView;
import org.evenkeel.kernel.policy.NodeView;
import org.evenkeel.model.LoadState;

/** When a change of state is told to a neighbour. */
public enum LoadAnnouncementRule {
    /**
     * When it matters. LOW to MODERATE does not: both mean "has room". Under a queue-stack load it
     * does, since MODERATE means a busy node with a short queue there, and is told.
     */
    LAZY,
    /** Always. */
    EAGER;

    /** As written in a configuration. */
    public String spelling() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The loads to tell, given what each neighbour was told last. */
    List<Announcement> due(NodeView view) {
        return due(view, false);
    }

    /**
     * The same.
     *
     * @param relay whether a busy node behind which a node is idle tells MODERATE
     */
    List<Announcement> due(NodeView view, boolean relay) {
        List<NeighbourView> neighbours = view.neighbours();
        if (!relay && neighbours instanceof NeighbourList known && !isDueTo(known, view)) {
            return List.of();
        }
        List<Announcement> all = List.of();
        for (int index = 0; index < neighbours.size(); index++) {
            NeighbourView neighbour = neighbours.get(index);
            LoadState state = relay ? relayed(view, index) : view.state();
            if (neighbour.linked() && isDue(neighbour.announced(), state, view.queueStack())) {
                if (all.isEmpty()) {
                    all = new ArrayList<>(neighbours.size() - index);
                }
                all.add(new Announcement(index, state));
            }
        }
        return all;
    }

    private boolean isDueTo(NeighbourList neighbours, NodeView view) {
        for (LoadState told : LoadState.values()) {
            if (neighbours.announced(told) > 0 && isDue(told, view.state(), view.queueStack())) {
                return true;
            }
        }
        return false;
    }

    /** What to tell one neighbour when an idle node behind this one counts. */
    private static LoadState relayed(NodeView view, int to) {
        if (view.state() != LoadState.HIGH || view.queueStack() || view.sample().workers() == 0) {
            return view.state();
        }
        List<NeighbourView> neighbours = view.neighbours();
        for (int index = 0; index < neighbours.size(); index++) {
            NeighbourView other = neighbours.get(index);
            if (index != to && other.linked() && other.believed() == LoadState.LOW) {
                return LoadState.MODERATE;
            }
        }
        return LoadState.HIGH;
    }

    private boolean isDue(LoadState told, LoadState state, boolean queueStack) {
        if (told == state) {
            return false;
        }
        return this == EAGER || queueStack || told != LoadState.LOW || state != LoadState.MODERATE;
    }
}
