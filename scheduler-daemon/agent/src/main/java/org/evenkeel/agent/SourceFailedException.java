package org.evenkeel.agent;

import org.jspecify.annotations.Nullable;

/**
 * The idle time is unknown. The message gives the reason in one sentence, for the owner to read.
 */
public final class SourceFailedException extends Exception {

    public SourceFailedException(String reason) {
        super(reason);
    }

    public SourceFailedException(String reason, @Nullable Throwable cause) {
        super(reason, cause);
    }

    /** The message, which is never null here. */
    String reason() {
        return String.valueOf(getMessage());
    }
}
