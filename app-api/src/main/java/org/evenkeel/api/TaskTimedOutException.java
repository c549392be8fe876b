package org.evenkeel.api;

import org.jspecify.annotations.Nullable;

/** The task exceeded its {@link TaskOptions#timeout()} and was stopped. */
public class TaskTimedOutException extends TaskFailedException {

    private static final long serialVersionUID = 1L;

    public TaskTimedOutException(String message, @Nullable Throwable cause) {
        this(message, "", "", cause);
    }

    public TaskTimedOutException(
            String message, String taskId, String node, @Nullable Throwable cause) {
        super(message, taskId, node, cause);
    }
}
