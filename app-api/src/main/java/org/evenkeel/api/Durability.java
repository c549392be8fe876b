package org.evenkeel.api;

/**
 * What survives when processes die, chosen at submission.
 *
 * <p>Whatever the level, an attached client loses nothing by the crash of a daemon: it keeps every
 * task it submitted and submits it again, under the same id, until the outcome has come.
 */
public enum Durability {
    /** Nothing but the client: a task is lost when its client and the daemon it gave it to die. */
    MEMORY,

    /**
     * The disk of the daemon that accepted the task: it survives the crash of that daemon and of
     * the client together.
     */
    DISK,

    /** The disk of another node as well: it survives the loss of the daemon's machine. */
    REPLICATED
}
