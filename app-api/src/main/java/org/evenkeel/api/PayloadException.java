package org.evenkeel.api;

import org.jspecify.annotations.Nullable;

/**
 * A task, a result, or an object that it refers to cannot travel. The message contains the path to
 * that object, such as {@code QueensTask.board -> Board.lock
 * (java.util.concurrent.locks.ReentrantLock)}. If a submission throws it, nothing was sent.
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
