package org.evenkeel.model.submission;

import java.util.List;

/**
 * Takes the effects of a {@link SubmissionMachine}, in their order. It may neither block nor call
 * the machine: a driver queues what leaves, and does the rest when the event is over. Without a
 * link it drops what was to leave.
 *
 * @param <T> a task as the driver knows it
 */
public interface SubmissionOutput<T extends OpenSubmission> {

    /** Submit this task, under its number and epoch. */
    void submit(T task);

    /**
     * Tell the daemon that these outcomes have come.
     *
     * @param numbers of tasks; the array is used again afterwards
     * @param count how many of them count
     */
    void acknowledge(long[] numbers, int count);

    /** Ask the daemon to stop these. */
    void cancel(List<T> tasks, String why);

    /**
     * Tell the daemon that all it needs again has been submitted.
     *
     * @param upTo the last number of those, 0 for none
     */
    void submittedAgain(long upTo);

    /**
     * A cancelled task left the session: the daemon does not know it, or may not. An outcome that
     * comes all the same is acknowledged.
     */
    void dropped(T task);

    /** The task cannot be submitted again from here, and its daemon is gone. */
    void lost(T task);
}
