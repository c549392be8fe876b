package org.evenkeel.security.identity;

import java.util.Objects;

/**
 * A key, a certificate, a token or a list that cannot be used. The message says what is wrong with
 * it and, where the reader can do something, what to do; it never holds a secret.
 */
public final class IdentityException extends Exception {
    public IdentityException(String reason) {
        super(reason);
    }

    public IdentityException(String reason, Throwable cause) {
        super(reason, cause);
    }

    /** The message, which is always there. */
    public String reason() {
        return Objects.requireNonNull(getMessage());
    }
}
