package org.evenkeel.api;

import org.jspecify.annotations.Nullable;

/**
 * The connection was lost and not restored in time: the task may have run, may still be running, or
 * may never have started. Submit it again only if running it twice does no harm.
 */
public class OutcomeUnknownException extends EvenkeelException {

    private static final long serialVersionUID = 1L;

    public OutcomeUnknownException(String message) {
        super(message);
    }

    public OutcomeUnknownException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
