package org.evenkeel.security.tls;

import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.InstantSource;
import java.util.List;
import org.evenkeel.security.identity.IdentityException;
import org.evenkeel.security.identity.JoinToken;
import org.evenkeel.security.identity.Trust;

/**
 * Trusts the daemons of the one authority that a token names. Made for one connection of somebody
 * who has nothing but the token; nobody connects to it.
 */
public final class PinnedTrustManager extends ChainTrustManager {

    private final JoinToken token;
    private final InstantSource clock;

    public PinnedTrustManager(JoinToken token, InstantSource clock) {
        this.token = token;
        this.clock = clock;
    }

    @Override
    void checkClient(List<X509Certificate> chain) throws CertificateException {
        throw new CertificateException("nobody is expected to connect");
    }

    @Override
    void checkServer(List<X509Certificate> chain) throws CertificateException {
        X509Certificate authority = chain.isEmpty() ? null : chain.getLast();
        if (authority == null || !token.pins(authority)) {
            throw new CertificateException(
                    "whoever answers is not of the cluster that the token is for: is the address"
                            + " right?");
        }
        try {
            new ClusterTrustManager(new Trust(authority), clock, serial -> false)
                    .checkServer(chain);
        } catch (IdentityException e) {
            throw new CertificateException(e.reason(), e);
        }
    }
}
