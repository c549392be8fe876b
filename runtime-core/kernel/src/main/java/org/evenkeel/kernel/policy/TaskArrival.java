package org.evenkeel.kernel.policy;

/**
 * How a task that is to be placed came here.
 *
 * @param from {@link Policy#LOCAL} for a task of this node's clients and workers and for one that
 *     came back, else the neighbour that handed it over
 * @param hops how often it was handed over under its present grant, refused offers included
 */
public record TaskArrival(int from, int hops) {

    /** A task that has just been submitted or spawned here. */
    public static final TaskArrival NEW = new TaskArrival(Policy.LOCAL, 0);

    /** Whether no neighbour handed it over now. */
    public boolean isLocal() {
        return from == Policy.LOCAL;
    }
}
