package org.evenkeel.recorder.store;

import java.io.IOException;

/** Another recorder writes the directory. */
public final class StoreInUseException extends IOException {
    StoreInUseException(String message) {
        super(message);
    }
}
