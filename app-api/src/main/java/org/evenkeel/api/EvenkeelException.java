package org.evenkeel.api;

import org.jspecify.annotations.Nullable;

/**
 * What goes wrong with the cluster or a task; the subclass says what the caller may assume.
 *
 * <p>{@link TaskFailedException}: it ran and threw. {@link TaskRejectedException}: never accepted,
 * safe to submit again. {@link OutcomeUnknownException}: it may have run. {@link
 * TaskCancelledException}: a client stopped it. {@link PayloadException}: it cannot travel. {@link
 * ClusterUnavailableException}: there is no daemon to speak to. {@link UnknownJobException}: there
 * is no such job to attach to.
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
