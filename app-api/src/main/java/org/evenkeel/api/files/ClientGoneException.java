package org.evenkeel.api.files;

import java.io.IOException;
import java.io.Serial;

/**
 * The program that submitted the task, and serves its files and console, was unreachable for the
 * whole waiting time.
 */
public final class ClientGoneException extends IOException {
    @Serial private static final long serialVersionUID = 1L;

    public ClientGoneException(String message) {
        super(message);
    }
}
