package org.evenkeel.policy;

import org.evenkeel.model.LoadState;

/**
 * What a node knows of one neighbour.
 *
 * @param linked whether messages can be sent to it; when not, it is believed HIGH
 * @param believed the neighbour's state as last heard or concluded (neb of the paper)
 * @param told this node's state as the neighbour knows it (bel); the paper's {@code ldsend} is
 *     {@code told != MODERATE}
 * @param room how many tasks it may still be sent before its next load
 * @param busy workers busy there, as last heard
 * @param waiting tasks waiting there, as last heard, and those sent since
 * @param workers workers there, as last heard, at least 1
 */
public record NeighbourView(
        boolean linked,
        LoadState believed,
        LoadState told,
        int room,
        int busy,
        int waiting,
        int workers) {

    /** Busy and waiting tasks per worker: what best fit compares. */
    public double crowding() {
        return (double) (busy + waiting) / workers;
    }
}
