package org.evenkeel.api;

import org.jspecify.annotations.Nullable;

/** The task was cancelled. It may have run in part; it has no result. */
public class TaskCancelledException extends EvenkeelException {

    private static final long serialVersionUID = 1L;

    public TaskCancelledException(String message) {
        super(message);
    }

    public TaskCancelledException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
