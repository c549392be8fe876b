package org.evenkeel.continuations.capture;

import org.evenkeel.continuations.envelope.Envelope;

/** Gets the checkpoints of a task, on the task's thread. */
public interface CheckpointSink {

    /**
     * The task is suspended.
     *
     * @return whether it resumes here; false when it is another copy's now
     */
    boolean suspend(Envelope checkpoint);

    /**
     * Where the task is, which runs on here whatever comes of this.
     *
     * @param checkpoint large arrays in it are the task's own: it is to be written down before this
     *     returns
     */
    void checkpoint(Envelope checkpoint);

    /**
     * It could not be suspended at this checkpoint and runs on; it will be asked again at the next.
     *
     * @param reason with class and line
     */
    void deferred(String reason);
}
