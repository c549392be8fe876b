package org.evenkeel.recorder.query;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** DuckDB does not understand a query, or may not do what it says. */
public final class WrongQueryException extends IOException {
    WrongQueryException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
