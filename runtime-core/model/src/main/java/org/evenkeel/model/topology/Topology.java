package org.evenkeel.model.topology;

import java.util.List;

/**
 * Which nodes are neighbours of which, by index. Symmetric, connected, and nobody neighbours
 * itself. Implementations may be shared by threads.
 */
public interface Topology {

    /** As written in a configuration, e.g. {@code mesh} or {@code random(k=3,seed=1)}. */
    String name();

    /**
     * The neighbours of one node, in ascending order.
     *
     * @param index 0 to {@code nodes} - 1
     * @param nodes how many nodes there are, at least 1
     * @throws IllegalArgumentException if there is no such node, or no such topology of so many
     */
    List<Integer> neighbours(int index, int nodes);
}
