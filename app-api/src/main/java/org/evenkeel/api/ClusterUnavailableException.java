package org.evenkeel.api;

import org.jspecify.annotations.Nullable;

/**
 * No daemon answers. The message says where the client looked and how to start a daemon. Nothing
 * was submitted.
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
