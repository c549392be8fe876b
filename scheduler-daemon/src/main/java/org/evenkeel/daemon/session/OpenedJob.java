package org.evenkeel.daemon.session;

import org.evenkeel.model.JobId;

/**
 * A job as its client opened it.
 *
 * @param outlives whether its tasks and outcomes are kept when its client is gone
 */
public record OpenedJob(JobId id, String name, boolean outlives) {}
