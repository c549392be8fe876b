package org.evenkeel.api;

import org.jspecify.annotations.Nullable;

/**
 * A task, a result or something one of them refers to cannot travel: the message has the path to
 * it, like {@code QueensTask.board -> Board.lock (java.util.concurrent.locks.ReentrantLock)}. At
 * submission it means that nothing was sent.
 */
public class PayloadException extends EvenkeelException {

    private static final long serialVersionUID = 1L;

    public PayloadException(String message) {
        super(message);
    }

    public PayloadException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
