package org.evenkeel.api;

import org.jspecify.annotations.Nullable;

/**
 * There is no daemon to speak to; the message says where one was looked for and how to start one.
 * Nothing was submitted.
 */
public class ClusterUnavailableException extends EvenkeelException {

    private static final long serialVersionUID = 1L;

    public ClusterUnavailableException(String message) {
        super(message);
    }

    public ClusterUnavailableException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
