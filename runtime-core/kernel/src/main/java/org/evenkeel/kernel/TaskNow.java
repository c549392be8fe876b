package org.evenkeel.kernel;

import java.util.List;
import org.evenkeel.model.NodeId;
import org.jspecify.annotations.Nullable;

/**
 * What a task waits for at a node at one moment.
 *
 * @param state of the node's copy, such as RUNNING or READY; AWAY or DONE at an owner without one;
 *     empty at a node that has no record of it
 * @param forNanos since when, {@link #UNKNOWN} if that is not known
 * @param expected until it ends, if it runs, or until it starts; null if nothing is known of such
 *     tasks, or something else has to happen first
 * @param obstacles what keeps it from running here, all of it; none if it runs
 * @param linked nodes that waiting tasks can be handed to from here; none at a node without a copy
 * @param elsewhere of a task that waits here and may be handed on: for each of these nodes why it
 *     is not there, should that one have room; {@link Obstacle#other} is the node
 */
public record TaskNow(
        String state,
        long forNanos,
        @Nullable Forecast expected,
        List<Obstacle> obstacles,
        List<NodeId> linked,
        List<Obstacle> elsewhere) {
    public static final long UNKNOWN = -1;

    /** Of a node without a copy. */
    TaskNow(String state, long forNanos, List<Obstacle> obstacles) {
        this(state, forNanos, null, obstacles, List.of(), List.of());
    }

    /**
     * When something is expected, from what finished tasks of the same kinds took at that node.
     *
     * @param nanos from now
     * @param spreadNanos by how much it may be earlier or later: the mean distance of those tasks
     *     from their mean
     * @param runs how many there were, of the kind that has the fewest
     */
    public record Forecast(long nanos, long spreadNanos, long runs) {}

    /**
     * What keeps a task from running at a node.
     *
     * @param words the reason with its figures, human-readable
     * @param count of tasks or workers, 0 if there is nothing to count
     * @param other node that it depends on; null for none
     */
    public record Obstacle(WaitReason reason, String words, long count, @Nullable NodeId other) {
        Obstacle(WaitReason reason, String words) {
            this(reason, words, 0, null);
        }
    }
}
