package org.evenkeel.test;

import org.evenkeel.Evenkeel;

/** Where the tasks of a test run. */
public enum ClusterMode {

    /**
     * In the JVM of the test, as with {@link Evenkeel#local}: no process starts, and breakpoints in
     * tasks work. Tasks and results are encoded as for a cluster. There are no messages, barriers,
     * graphs, serving processes or detached jobs.
     */
    LOCAL,

    /**
     * In worker processes of real daemons, as with {@link Evenkeel#embedded(int)}. They need a
     * distribution: {@code org.evenkeel:evenkeel-dist} on the class path of the test, or the
     * directory that EVENKEEL_HOME or the property {@code evenkeel.home} names. They run on the
     * Java of the test, which must be 25 or newer.
     */
    EMBEDDED
}
