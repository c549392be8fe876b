package org.evenkeel.api;

/**
 * What survives the loss of processes and machines; chosen at submission.
 *
 * <p>At every level, an attached client loses nothing when a daemon crashes: it keeps every task it
 * submitted and resubmits it, with the same id, until it has the outcome.
 */
public enum Durability {
    /** Only the client keeps the task: it is lost if the client and its daemon die together. */
    MEMORY,

    /**
     * The daemon that accepted the task keeps it on disk: it survives if that daemon and the client
     * crash together.
     */
    DISK,

    /**
     * Another node keeps the task on its disk too: it survives the loss of the daemon's machine.
     */
    REPLICATED
}
