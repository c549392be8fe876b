package org.evenkeel.kernel.policy;

import java.util.List;
import org.evenkeel.model.AvailabilitySpan;

/**
 * What a node knows of the time to come, for a policy that plans.
 *
 * @param tasks that wait here and may be started or handed on
 * @param sites this node first, then its neighbours in the order of C_S
 */
public record AvailabilityForecast(int tasks, List<Site> sites) {

    /** Says that no task of the kind has ended anywhere yet. */
    public static final long UNKNOWN = -1;

    /**
     * A node.
     *
     * @param takesTasks whether one that is sent there now would be taken
     * @param workers while it is open
     * @param tasks there, running ones included, as last heard
     * @param taskNanos of one of the tasks that wait here, on one worker there; or {@link #UNKNOWN}
     * @param freeInNanos estimated time until all of its tasks have ended
     * @param open when it is open, nanoseconds from now, in order; an end leaves time to spare
     */
    public record Site(
            boolean takesTasks,
            int workers,
            int tasks,
            long taskNanos,
            long freeInNanos,
            List<AvailabilitySpan> open) {}

    /**
     * What a plan comes to.
     *
     * @param tasks planned with
     * @param fits how many of them have a place in the hours that are known
     * @param finishInNanos when the last of these ends, from when it was planned
     */
    public record Forecast(int tasks, long fits, long finishInNanos) {}
}
