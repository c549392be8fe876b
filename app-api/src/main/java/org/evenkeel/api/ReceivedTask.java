package org.evenkeel.api;

/** A task that a {@link TaskProcess} received and must answer. */
public interface ReceivedTask {

    /** Id of the task. */
    String id();

    /** What was sent. */
    Object body();

    /** Whether it need not be answered any more. */
    boolean isCancelled();
}
