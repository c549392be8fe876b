package org.evenkeel.daemon.net;

import org.evenkeel.wire.proto.Issued;
import org.evenkeel.wire.proto.Join;

/** Hands out certificates in the handshake. Called, and answers, on the event loop. */
public interface Registrar {

    /**
     * A machine asks for a certificate with a token.
     *
     * @param nonce what this listener sent
     */
    void join(Join join, byte[] nonce, Answer answer);

    /** A machine asks for a certificate like its own, which may have expired. */
    void renew(TransportIdentity transportIdentity, Answer answer);

    /** What becomes of it; one of {@link #issued} and {@link #refused} is called, once. */
    interface Answer {
        /** Whether a connection still waits for it; any thread may ask. */
        boolean isAwaited();

        /** Where the other side is, empty when no node knows. */
        default String address() {
            return "";
        }

        void issued(Issued issued);

        /**
         * There is none.
         *
         * @param why what the other side may know
         */
        void refused(String why);
    }
}
