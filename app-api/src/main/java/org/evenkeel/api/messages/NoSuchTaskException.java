package org.evenkeel.api.messages;

import java.io.IOException;

/** The task at the other end has ended, or is none of this job. */
public final class NoSuchTaskException extends IOException {

    private static final long serialVersionUID = 1L;

    public NoSuchTaskException(String message) {
        super(message);
    }
}
