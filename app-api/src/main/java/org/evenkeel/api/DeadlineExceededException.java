package org.evenkeel.api;

import org.jspecify.annotations.Nullable;

/**
 * The task had not ended at its {@link TaskOptions#deadline()}, and was cancelled. It may not have
 * run at all.
 */
public class DeadlineExceededException extends TaskTimedOutException {

    private static final long serialVersionUID = 1L;

    public DeadlineExceededException(
            String message, String taskId, String node, @Nullable Throwable cause) {
        super(message, taskId, node, cause);
    }
}
