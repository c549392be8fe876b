package org.evenkeel.api;

import org.jspecify.annotations.Nullable;

/** Stands for an exception whose class this program does not have or cannot make. */
public class RemoteException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String typeName;
    private final @Nullable String remoteMessage;

    public RemoteException(String typeName, @Nullable String message) {
        super(message);
        this.typeName = typeName;
        this.remoteMessage = message;
    }

    /** Name of the exception's class. */
    public String typeName() {
        return typeName;
    }

    /** {@code type: message}, as the original would print itself. */
    @Override
    @SuppressWarnings("OverrideThrowableToString") // stands for another type
    public String toString() {
        return remoteMessage == null ? typeName : typeName + ": " + remoteMessage;
    }
}
