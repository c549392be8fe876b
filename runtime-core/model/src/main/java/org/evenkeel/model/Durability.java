package org.evenkeel.model;

/** What survives when processes die, chosen at submission. */
public enum Durability {
    /** The client keeps every open task and resubmits it when its owner is gone. */
    MEMORY,
    /** The owner's disk keeps the task: it survives owner and client together. */
    DISK,
    /** The disk of another node keeps it as well: it survives the loss of the owner's machine. */
    REPLICATED
}
