package org.evenkeel.simulator.work;

import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** What clients submit, when, and at which node. Immutable; the same seed gives the same tasks. */
public interface Workload {

    /**
     * One submission.
     *
     * @param atNanos since the first moment of the workload; never earlier than the one before
     * @param node 0 to nodes - 1
     * @param here whether it is kept at that node when it comes, whatever the policy says: it
     *     starts there if a worker is idle, else it waits
     */
    record Arrival(long atNanos, int node, SimWork work, boolean here) {

        /** One that the policy places. */
        public Arrival(long atNanos, int node, SimWork work) {
            this(atNanos, node, work, false);
        }
    }

    /** Submissions one after the other. */
    interface Source {
        /** The next one, null when there is none left. */
        @Nullable Arrival next();
    }

    /** The machines, as far as a workload asks: workers and speed of each node. */
    interface Machines {
        int nodes();

        int workers(int node);

        double speed(int node);

        /** Tasks of mean 1 that a node runs in a unit of time. */
        default double capacity(int node) {
            return workers(node) * speed(node);
        }
    }

    /** Starts from the beginning. */
    Source open(SplittableRandom random, Machines machines);

    /** A human-readable description. */
    String name();

    /**
     * Whether all of it is submitted together, at the moment and the node of the first, as a
     * program submits its tasks in one call.
     */
    default boolean isOneSubmission() {
        return false;
    }

    /** Whether it continues what was begun: some of its arrivals are {@link Arrival#here}. */
    default boolean isUnderWay() {
        return false;
    }

    /** Whether a task of this number can be suspended while it runs. */
    default boolean comesToCheckpoints(long number) {
        return true;
    }

    /** How long a task of this number waits for others of its job in the midst of its work. */
    default long waitsNanos(long number) {
        return 0;
    }

    /** The job's whole work in the unit of the tasks' weights, 0 when unknown. */
    default long totalWeight() {
        return 0;
    }
}
