package org.evenkeel.wire;

/** What a worker is to do with a task that runs, at its next checkpoint. */
public enum Capture {
    /** Say where it is, and let it run on. */
    CHECKPOINT,
    /** Put it away, when its children have ended. */
    MOVE,
    /** Put it away, whatever its children do. */
    MOVE_WITH_CHILDREN
}
