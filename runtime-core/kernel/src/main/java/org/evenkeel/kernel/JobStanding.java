package org.evenkeel.kernel;

/**
 * Whether a job's tasks are accepted, for displays.
 *
 * @param minWorkers workers it asks for at once, 0 for none in particular
 * @param why why not, empty when they are
 */
public record JobStanding(int minWorkers, State state, String why) {

    /** What became of a job's wish for workers. */
    public enum State {
        /** Its tasks are accepted. */
        BEGUN,
        /** Its tasks wait for the master's word. */
        WAITS,
        /** The cluster has not as many workers: its tasks are rejected. */
        REFUSED
    }

    /** A job that asks for nothing, or is not known. */
    public static final JobStanding PLAIN = new JobStanding(0, State.BEGUN, "");
}
