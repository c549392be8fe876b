package org.evenkeel.api.files;

import java.io.IOException;
import java.io.Serial;

/**
 * This copy of the task was given up, and another one continues: what this one does counts no more.
 */
public final class StaleCopyException extends IOException {
    @Serial private static final long serialVersionUID = 1L;

    public StaleCopyException(String message) {
        super(message);
    }
}
