package org.evenkeel.simulator.disk;

/** What a crash leaves of the pages that were written and not forced. */
public enum CrashOutcome {
    NOTHING,
    ALL,
    /** Each page by itself is there or not. */
    SUBSET,
    /** Like SUBSET, and some pages are there in part. */
    TORN,
    /** The pages written last are there, those before them not. */
    REORDERED
}
