package org.evenkeel.daemon.session;

import org.evenkeel.model.JobId;
import org.evenkeel.model.JobSecret;

/**
 * A job as its client opened it.
 *
 * @param secret what its id is computed from
 * @param outlives whether its tasks and outcomes are kept when its client is gone
 * @param submitter whose it is: the name in the client's certificate, empty for this machine's user
 * @param minWorkers workers it asks for at once, 0 for none in particular
 */
public record OpenedJob(
        JobId id,
        JobSecret secret,
        String name,
        boolean outlives,
        String submitter,
        int minWorkers) {

    private static final int BYTES = 1_024;

    /** What it takes of this daemon's memory, about. */
    long heldBytes() {
        return BYTES + 2L * (name.length() + submitter.length());
    }
}
