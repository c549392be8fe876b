package org.evenkeel.security.identity;

import java.util.Objects;

/**
 * A key, a certificate, a token or a list that cannot be used. The message says what is wrong with
 * it and, where somebody can do something, what to do; it never holds a secret.
 */
public final class IdentityException extends Exception {
    private static final long serialVersionUID = 1;

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
