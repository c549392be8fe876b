package org.evenkeel.api.files;

import java.io.IOException;
import java.io.Serial;

/**
 * This copy of the task was abandoned and another copy continues; the effects of this one no longer
 * count.
 */
public final class StaleCopyException extends IOException {
    @Serial private static final long serialVersionUID = 1L;

    public StaleCopyException(String message) {
        super(message);
    }
}
