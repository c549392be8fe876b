package org.evenkeel.daemon;

import org.evenkeel.daemon.net.AuthenticatedPeer;
import org.evenkeel.daemon.net.Authenticator;
import org.evenkeel.daemon.net.NoRegistrar;
import org.evenkeel.daemon.net.Registrar;
import org.evenkeel.daemon.net.Role;
import org.evenkeel.daemon.net.TransportIdentity;
import org.evenkeel.wire.WireException;
import org.evenkeel.wire.proto.Hello;
import org.jspecify.annotations.Nullable;

/** Admits no process until the daemon behind it is complete: the port must be known before. */
final class DeferredAuthenticator implements Authenticator {

    private volatile @Nullable Authenticator authenticator;

    void open(Authenticator behind) {
        authenticator = behind;
    }

    @Override
    public byte @Nullable [] secretOf(Role role, int worker) {
        Authenticator behind = authenticator;
        return behind == null ? null : behind.secretOf(role, worker);
    }

    @Override
    public void refused(TransportIdentity transportIdentity, String address, String why) {
        Authenticator behind = authenticator;
        if (behind != null) {
            behind.refused(transportIdentity, address, why);
        }
    }

    @Override
    public Registrar registrar() {
        Authenticator behind = authenticator;
        return behind == null
                ? new NoRegistrar("the daemon is still starting; try again in a moment")
                : behind.registrar();
    }

    @Override
    public Answer admit(Hello hello, AuthenticatedPeer authenticatedPeer) throws WireException {
        Authenticator behind = authenticator;
        return behind == null
                ? new Answer.Refuse("the daemon is still starting; try again in a moment")
                : behind.admit(hello, authenticatedPeer);
    }
}
