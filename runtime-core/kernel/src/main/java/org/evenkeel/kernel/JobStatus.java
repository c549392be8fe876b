package org.evenkeel.kernel;

import org.evenkeel.model.Durability;
import org.evenkeel.model.JobId;
import org.jspecify.annotations.Nullable;

/**
 * A job as one node sees it at one moment, for displays. What its client submitted is counted where
 * it was submitted, since that process started; what runs and waits is counted on every node, with
 * tasks that tasks spawned.
 *
 * @param submitted accepted from the client
 * @param succeeded of these, ended with a result
 * @param failed of these, ended otherwise
 * @param cancelled of these
 * @param open of these, not ended
 * @param unfetched of these, ended and not yet acknowledged by a client
 * @param running started copies here, parked ones included
 * @param waiting copies here that have not started
 */
public record JobStatus(
        JobId job,
        long submitted,
        long succeeded,
        long failed,
        long cancelled,
        int open,
        int unfetched,
        int running,
        int waiting) {

    /**
     * A task of the job that its client submitted and whose outcome nobody had yet.
     *
     * @param number the second part of its id
     * @param state READY, RUNNING, ... of the copy here, AWAY when a peer has it, DONE when its
     *     outcome waits for a client
     * @param where the node that has it, as far as known
     * @param failures attempts that threw
     * @param deaths workers that died while they ran it
     */
    public record TaskLine(
            long number,
            String kind,
            String state,
            @Nullable String where,
            int failures,
            int deaths,
            Durability durability) {}
}
