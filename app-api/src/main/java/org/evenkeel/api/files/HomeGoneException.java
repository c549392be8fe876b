package org.evenkeel.api.files;

import java.io.IOException;
import java.io.Serial;

/**
 * The program that submitted the task, which has its files and its console, could not be reached
 * for as long as was waited for it.
 */
public final class HomeGoneException extends IOException {
    @Serial private static final long serialVersionUID = 1L;

    public HomeGoneException(String message) {
        super(message);
    }
}
