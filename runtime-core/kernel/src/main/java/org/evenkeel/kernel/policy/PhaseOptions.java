package org.evenkeel.kernel.policy;

/**
 * How a policy takes part in scheduling phases.
 *
 * @param eta share of the nodes that must lack work before a phase, 0 to 1; never less than one
 *     node
 * @param gapNanos at least so long between two phases
 * @param published whether phases are those of the paper: new tasks wait until a phase schedules
 *     them, quotas are equal, and nodes hand on nothing else while there is a master. Otherwise
 *     phases correct what neighbours have left uneven, quotas are in proportion to speeds, and only
 *     tasks that wait move
 * @param movesStarted whether tasks that have started may be moved too, where that is possible
 */
public record PhaseOptions(double eta, long gapNanos, boolean published, boolean movesStarted) {
    public PhaseOptions {
        if (!(eta >= 0 && eta <= 1)) {
            throw new IllegalArgumentException("eta must be 0 to 1, not " + eta);
        }
        if (gapNanos < 0) {
            throw new IllegalArgumentException("negative time between phases: " + gapNanos);
        }
    }

    /** How many of so many nodes must lack work before a phase. */
    public int readyOf(int nodes) {
        return Math.max(1, (int) Math.ceil(eta * nodes - 1e-9));
    }
}
