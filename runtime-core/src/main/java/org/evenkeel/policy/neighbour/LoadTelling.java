package org.evenkeel.policy.neighbour;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.evenkeel.model.LoadState;
import org.evenkeel.policy.Decision.Announcement;
import org.evenkeel.policy.NeighbourView;
import org.evenkeel.policy.NodeView;

/** When a change of state is told to a neighbour. */
public enum LoadTelling {
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
        List<NeighbourView> neighbours = view.neighbours();
        List<Announcement> due = List.of();
        for (int index = 0; index < neighbours.size(); index++) {
            NeighbourView neighbour = neighbours.get(index);
            if (neighbour.linked() && isDue(neighbour.told(), view)) {
                if (due.isEmpty()) {
                    due = new ArrayList<>(neighbours.size() - index);
                }
                due.add(new Announcement(index, view.state()));
            }
        }
        return due;
    }

    private boolean isDue(LoadState told, NodeView view) {
        if (told == view.state()) {
            return false;
        }
        return this == EAGER
                || view.queueStack()
                || told != LoadState.LOW
                || view.state() != LoadState.MODERATE;
    }
}
