package org.evenkeel.kernel.policy;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.kernel.policy.Decision.Announcement;
import org.evenkeel.kernel.policy.NeighbourView.AnnouncedCounts;

/**
 * When a changed number of tasks is told: once it differs from what a neighbour was told by so many
 * tasks, and by such a part of what was said to wait. Near the point where workers fall idle every
 * change is told, far from it only large ones.
 *
 * @param tasks least difference that is told, at least 1
 * @param part least difference that is told, as a part of the waiting tasks told last
 */
public record CountAnnouncementRule(int tasks, double part) {

    /** Only whether there are workers, and how many. */
    public static final CountAnnouncementRule WORKERS_ONLY =
            new CountAnnouncementRule(Integer.MAX_VALUE, 0);

    /** The loads to tell; a changed number of workers is told at once. */
    public List<Announcement> due(NodeView view) {
        List<NeighbourView> neighbours = view.neighbours();
        List<Announcement> due = List.of();
        for (int index = 0; index < neighbours.size(); index++) {
            NeighbourView neighbour = neighbours.get(index);
            if (neighbour.linked() && isDue(neighbour.announcedCounts(), view)) {
                if (due.isEmpty()) {
                    due = new ArrayList<>(neighbours.size() - index);
                }
                due.add(new Announcement(index, view.state()));
            }
        }
        return due;
    }

    private boolean isDue(AnnouncedCounts told, NodeView view) {
        int difference = Math.abs(view.tasks() - told.tasks());
        double least = Math.max(tasks, part * (told.tasks() - told.workers()));
        return told.workers() != view.sample().workers() || difference >= least;
    }
}
