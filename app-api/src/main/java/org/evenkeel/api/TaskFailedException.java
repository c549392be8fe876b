package org.evenkeel.api;

import org.jspecify.annotations.Nullable;

/**
 * The task ran and threw, or its class could not be loaded, or three workers died of it.
 *
 * <p>The cause is what it threw, with its own type where this program has the class (a {@link
 * RemoteException} otherwise), its message and the stack of the worker. The other fields of an
 * exception do not travel.
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

    /** Id of the task. */
    public String taskId() {
        return taskId;
    }

    /** Name of the node where it ran last, empty when not known. */
    public String node() {
        return node;
    }
}
