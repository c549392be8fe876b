package org.evenkeel.api;

/**
 * No node that answered knows the job: it has ended, or its id is misspelt. Nothing was changed.
 */
public final class UnknownJobException extends EvenkeelException {

    private static final long serialVersionUID = 1L;

    public UnknownJobException(String message) {
        super(message);
    }
}
