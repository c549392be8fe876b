package org.evenkeel.daemon.net;

import java.util.function.Function;
import org.evenkeel.wire.WireException;
import org.evenkeel.wire.proto.Hello;
import org.evenkeel.wire.proto.Welcome;
import org.jspecify.annotations.Nullable;

/** Decides who comes in; asked by the handshake of a listener. */
public interface Authenticator {

    /** Why a handshake is refused that has not ended in time: one of the two is busy. */
    String TOO_LONG = "the handshake timed out";

    /**
     * The secret that a speaker without a certificate must know, or null when no process of this
     * kind is expected.
     *
     * @param worker the number a worker says it has
     */
    byte @Nullable [] secretOf(Role role, int worker);

    /**
     * A speaker has shown that it knows the secret, or who it is.
     *
     * @throws WireException if its words break a rule
     */
    Answer admit(Hello hello, AuthenticatedPeer authenticatedPeer) throws WireException;

    /** A process is not let in, or its certificate is not good; it hears why from others. */
    default void refused(TransportIdentity transportIdentity, String address, String why) {}

    /** Who hands out certificates here. */
    Registrar registrar();

    /** What becomes of it. */
    sealed interface Answer {
        /**
         * It may not come in.
         *
         * @param takenOver whether another client has its session, so that it is never to come back
         */
        record Refuse(String reason, boolean takenOver) implements Answer {
            /** It may come again. */
            public Refuse(String reason) {
                this(reason, false);
            }
        }

        /**
         * It comes in.
         *
         * @param welcome everything but version and proof
         * @param maxBacklogBytes bytes that may wait for it to read
         * @param attach called once the welcome is under way; says who listens
         */
        record Admit(
                Welcome.Builder welcome,
                long maxBacklogBytes,
                Function<FrameConnection, LinkListener> attach)
                implements Answer {}
    }
}
