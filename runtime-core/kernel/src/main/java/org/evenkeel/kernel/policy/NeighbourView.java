package org.evenkeel.kernel.policy;

import org.evenkeel.model.Distance;
import org.evenkeel.model.LoadState;

/**
 * What a node knows of one neighbour.
 *
 * @param linked whether messages can be sent to it; when not, it is believed HIGH
 * @param believed the neighbour's state as last heard or concluded (neb of the paper)
 * @param announced this node's state as the neighbour knows it (bel); the paper's {@code ldsend} is
 *     {@code announced != MODERATE}
 * @param room how many tasks it may still be sent before its next load
 * @param busy workers busy there, as last heard
 * @param waiting tasks waiting there, as last heard, and those sent that it had not seen then
 * @param workers workers there, as last heard; 1 before the first load
 * @param distance hops from it to the nearest node with room, as last heard
 * @param closed whether it has refused a task, or said that it is full though a worker is idle: it
 *     drains or holds its bound of tasks; until its next load
 * @param announcedCounts the counts of the load it was told last
 */
public record NeighbourView(
        boolean linked,
        LoadState believed,
        LoadState announced,
        int room,
        int busy,
        int waiting,
        int workers,
        int distance,
        boolean closed,
        AnnouncedCounts announcedCounts) {

    /**
     * What a neighbour was told beside the state.
     *
     * @param tasks busy and waiting
     * @param workers of this node
     * @param distance hops from this node to the nearest one with room
     */
    public record AnnouncedCounts(int tasks, int workers, int distance) {

        /** Nothing was told on this link yet. */
        public static final AnnouncedCounts NONE = new AnnouncedCounts(0, 0, Distance.UNKNOWN);
    }

    /** As if there were no link with it. */
    public NeighbourView withoutLink() {
        return new NeighbourView(
                false,
                LoadState.HIGH,
                announced,
                0,
                busy,
                waiting,
                workers,
                distance,
                closed,
                announcedCounts);
    }

    /** Whether a task sent there can run: it is linked, has workers and is not closed. */
    public boolean takesTasks() {
        return linked && workers > 0 && !closed;
    }

    /** Tasks there, running ones included. */
    public int tasks() {
        return busy + waiting;
    }

    /** Busy and waiting tasks per worker: what best fit compares. Infinite without workers. */
    public double crowding() {
        return workers == 0 ? Double.POSITIVE_INFINITY : (double) tasks() / workers;
    }
}
