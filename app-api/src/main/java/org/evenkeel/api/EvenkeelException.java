package org.evenkeel.api;

import org.jspecify.annotations.Nullable;

/**
 * A failure of the cluster or of a task; the subclass states what the caller may assume.
 *
 * <ul>
 *   <li>{@link TaskFailedException}: the task ran and threw.
 *   <li>{@link TaskRejectedException}: the task was never accepted; submitting it again is safe.
 *   <li>{@link OutcomeUnknownException}: the task may have run.
 *   <li>{@link TaskCancelledException}: the task was cancelled.
 *   <li>{@link PayloadException}: the task or its result cannot travel.
 *   <li>{@link ClusterUnavailableException}: no daemon answers.
 *   <li>{@link UnknownJobException}: no job has this id.
 * </ul>
 */
public class EvenkeelException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public EvenkeelException(String message) {
        super(message);
    }

    public EvenkeelException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
