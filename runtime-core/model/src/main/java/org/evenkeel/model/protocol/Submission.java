package org.evenkeel.model.protocol;

import org.evenkeel.model.Task;

/**
 * One submitted task.
 *
 * @param epoch raised by the submitter at every resubmission, from 1
 */
public record Submission(Task task, int epoch) {}
