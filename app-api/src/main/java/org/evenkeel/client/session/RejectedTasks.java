package org.evenkeel.client.session;

import org.evenkeel.api.TaskRejectedException;

/**
 * Tasks of a connection that its daemon did not accept, as long as the program has not seen it at
 * their handles. Thread-safe.
 */
final class RejectedTasks {

    private long unseen;
    private String latest = "";

    /** To be called before the task ends. */
    synchronized void rejected(String why) {
        unseen++;
        latest = why;
    }

    /** The program has read the outcome of one of them. */
    synchronized void seen() {
        unseen = Math.max(0, unseen - 1);
    }

    /**
     * Tells each of them once.
     *
     * @throws TaskRejectedException if there are any
     */
    synchronized void tell() {
        if (unseen > 0) {
            long count = unseen;
            unseen = 0;
            throw new TaskRejectedException(
                    ("%s not accepted, because: %s. Submit again what this job is to have, or call"
                                    + " detach() once more to leave the job without")
                            .formatted(count == 1 ? "a task was" : count + " tasks were", latest));
        }
    }
}
