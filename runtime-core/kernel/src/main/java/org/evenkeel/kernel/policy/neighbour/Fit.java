package org.evenkeel.kernel.policy.neighbour;

import java.util.Locale;

/** Which of several suitable neighbours gets a task. */
public enum Fit {
    /** The first in the order of C_S: the paper's choice. */
    FIRST,
    /** The one with the fewest busy and waiting tasks per worker, ties in the order of C_S. */
    BEST,
    /** The first after the one that got the last task. */
    ROTATING;

    /** As written in a configuration. */
    public String spelling() {
        return name().toLowerCase(Locale.ROOT);
    }
}
