package org.evenkeel.api;

import org.jspecify.annotations.Nullable;

/** A client stopped the task. It may have run in part; its result will not come. */
public class TaskCancelledException extends EvenkeelException {

    private static final long serialVersionUID = 1L;

    public TaskCancelledException(String message) {
        super(message);
    }

    public TaskCancelledException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
