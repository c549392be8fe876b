package org.evenkeel.api;

import org.jspecify.annotations.Nullable;

/** The task was never accepted and has not run. It is safe to submit it again. */
public class TaskRejectedException extends EvenkeelException {

    private static final long serialVersionUID = 1L;

    public TaskRejectedException(String message) {
        super(message);
    }

    public TaskRejectedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
