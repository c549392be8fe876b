package org.evenkeel.model.submission;

/** What the daemon at the end of a fresh link has of the session. */
public enum SessionContinuity {
    /** Everything: it is the process of before, or one to which that has passed the session. */
    RESUMED,
    /** What its disk kept: it is a new process of the node of before. */
    RECOVERED,
    /** Nothing. */
    NEW;

    /**
     * Whether the daemon has this task.
     *
     * @param acceptedUpTo what the daemon of before accepted
     */
    boolean hasTask(OpenSubmission task, long acceptedUpTo) {
        return switch (this) {
            case RESUMED -> task.number() <= acceptedUpTo;
            case RECOVERED -> task.isDurable();
            case NEW -> false;
        };
    }
}
