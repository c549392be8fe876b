package org.evenkeel.api.messages;

import java.io.IOException;

/** The other task has ended, or belongs to another job. */
public final class NoSuchTaskException extends IOException {

    private static final long serialVersionUID = 1L;

    public NoSuchTaskException(String message) {
        super(message);
    }
}
