package org.evenkeel.daemon.identity;

/**
 * A token that does not let any machine in. The message says why, for the log of the daemon;
 * whoever sent it is told {@link #TO_PEER} whatever the reason is, so that no peer learns which
 * tokens there are or were.
 */
public final class TokenRefusedException extends Exception {

    /** The only reason a peer gets. */
    public static final String TO_PEER =
            "this token is not valid; ask for a new one (evenkeel token create)";

    TokenRefusedException(String reason) {
        super(reason);
    }
}
