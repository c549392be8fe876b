package org.evenkeel.api;

import org.jspecify.annotations.Nullable;

/**
 * The task threw, its class could not be loaded, or it caused the death of three workers.
 *
 * <p>The cause is the exception that the task threw: with its own type if this program has the
 * class, otherwise a {@link RemoteException}; with its message and the worker's stack trace. Other
 * fields of an exception do not travel.
 */
public class TaskFailedException extends EvenkeelException {

    private static final long serialVersionUID = 1L;

    private final String taskId;
    private final String node;

    public TaskFailedException(String message, @Nullable Throwable cause) {
        this(message, "", "", cause);
    }

    public TaskFailedException(
            String message, String taskId, String node, @Nullable Throwable cause) {
        super(message, cause);
        this.taskId = taskId;
        this.node = node;
    }

    /** Returns the id of the task. */
    public String taskId() {
        return taskId;
    }

    /** Returns the name of the node that ran the task last; empty if unknown. */
    public String node() {
        return node;
    }
}
