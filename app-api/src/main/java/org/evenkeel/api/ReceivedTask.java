package org.evenkeel.api;

/** A task that a {@link TaskProcess} received and must answer. */
public interface ReceivedTask {

    /** Id of the task. */
    String id();

    /** The object that was sent. */
    Object body();

    /** Returns whether the answer is no longer needed. */
    boolean isCancelled();
}
