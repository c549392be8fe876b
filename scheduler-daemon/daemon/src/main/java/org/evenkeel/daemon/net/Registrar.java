package org.evenkeel.daemon.net;

import org.evenkeel.wire.proto.Issued;
import org.evenkeel.wire.proto.Join;

/** Hands out certificates in the handshake. Called, and answers, on the event loop. */
public interface Registrar {

    /**
     * Somebody asks for a certificate with a token.
     *
     * @param nonce what this listener sent
     */
    void join(Join join, byte[] nonce, Answer answer);

    /** Somebody asks for a certificate like its own, which may have expired. */
    void renew(Caller caller, Answer answer);

    /** What becomes of it; one of {@link #issued} and {@link #refused} is called, once. */
    interface Answer {
        /** Whether somebody still waits for it; any thread may ask. */
        boolean isAwaited();

        /** Where the other side is, empty when nobody knows. */
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
