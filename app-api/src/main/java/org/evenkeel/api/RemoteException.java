package org.evenkeel.api;

import org.jspecify.annotations.Nullable;

/** Replaces an exception whose class this program does not have or cannot create. */
public class RemoteException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String typeName;
    private final @Nullable String remoteMessage;

    public RemoteException(String typeName, @Nullable String message) {
        super(message);
        this.typeName = typeName;
        this.remoteMessage = message;
    }

    /** Returns the name of the exception's class. */
    public String typeName() {
        return typeName;
    }

    /** Returns {@code type: message}, as the original exception would. */
    @Override
    @SuppressWarnings("OverrideThrowableToString") // stands for another type
    public String toString() {
        return remoteMessage == null ? typeName : typeName + ": " + remoteMessage;
    }
}
