package org.evenkeel.model.protocol;

import org.evenkeel.model.Task;

/**
 * One submitted task.
 *
 * @param epoch raised by the submitter at every resubmission, from 1
 * @param waitedNanos since the program submitted it; only of a task with a deadline
 */
public record Submission(Task task, int epoch, long waitedNanos) {

    /** One without a deadline, or that has not waited. */
    public Submission(Task task, int epoch) {
        this(task, epoch, 0);
    }
}
