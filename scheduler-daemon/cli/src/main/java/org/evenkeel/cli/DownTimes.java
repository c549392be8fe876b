package org.evenkeel.cli;

import java.time.Duration;

/** How long {@code evenkeel down} waits: what calls it has to give it as much. */
public final class DownTimes {

    /** For daemons to hand on and finish what they have; then they are killed. */
    public static final Duration DRAIN = Duration.ofSeconds(30);

    /** For those that are told to end at once, and for those that were killed. */
    public static final Duration NOW = Duration.ofSeconds(5);

    /** The longest that it takes, with the recorder that ends last, but for its own start. */
    public static final Duration MOST = DRAIN.plus(NOW).plus(NOW);
}
