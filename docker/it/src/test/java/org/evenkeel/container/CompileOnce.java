package org.evenkeel.container;

/** For clusters that end before optimised code pays, which takes the processors meanwhile. */
final class CompileOnce {
    /** Of JVMs of daemons. */
    static final String DAEMONS = "-XX:TieredStopAtLevel=1";

    /** A flag of daemons, for the JVMs of their workers. */
    static final String WORKERS = "--worker-options=" + DAEMONS;

    private CompileOnce() {}
}
