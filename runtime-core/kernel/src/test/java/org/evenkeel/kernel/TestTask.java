package org.evenkeel.kernel;

import org.evenkeel.model.Task;

/** A task in a {@link BalancerNetwork}, wherever its custody is. */
final class TestTask {
    final Task task;
    final int owner;
    final long serviceNanos;
    final long submittedNanos;

    /** Raised by every offer. */
    int hop;

    int starts;
    boolean finished;

    TestTask(Task task, int owner, long serviceNanos, long submittedNanos) {
        this.task = task;
        this.owner = owner;
        this.serviceNanos = serviceNanos;
        this.submittedNanos = submittedNanos;
    }
}
