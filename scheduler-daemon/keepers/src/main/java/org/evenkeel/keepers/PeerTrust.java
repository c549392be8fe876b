package org.evenkeel.keepers;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;
import org.evenkeel.security.identity.CertRole;
import org.evenkeel.security.identity.Subject;
import org.evenkeel.security.identity.Verdict;
import org.evenkeel.security.tls.ClusterTrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Trusts daemons of the cluster, on both sides. Who connects expects besides the name that the
 * address has ({@link Peers}); who accepts does not know the name yet: {@link PeerCheck} looks at
 * it. Any thread may use it.
 */
final class PeerTrust extends X509ExtendedTrustManager {

    private static final X509Certificate[] ANY = new X509Certificate[0];

    private final ClusterTrustManager trust;
    private final Refusals refusals;

    PeerTrust(ClusterTrustManager trust, Refusals refusals) {
        this.trust = trust;
        this.refusals = refusals;
    }

    /**
     * Whom the chain proves.
     *
     * @throws CertificateException if that is not a daemon of the cluster at this moment
     */
    static Subject daemon(ClusterTrustManager trust, List<X509Certificate> chain)
            throws CertificateException {
        return switch (trust.judge(chain)) {
            case Verdict.Refused refused -> throw new CertificateException(refused.reason());
            case Verdict.Expired expired ->
                    throw new CertificateException(
                            "the certificate of %s expired on %s"
                                    .formatted(
                                            expired.subject().name(),
                                            expired.certificate().getNotAfter().toInstant()));
            case Verdict.Valid valid -> {
                if (!valid.subject().has(CertRole.DAEMON)) {
                    throw new CertificateException(
                            valid.subject() + " does not have the role daemon: it is no keeper");
                }
                yield valid.subject();
            }
        };
    }

    private Subject requireDaemon(X509Certificate[] chain) throws CertificateException {
        try {
            return daemon(trust, List.of(chain));
        } catch (CertificateException e) {
            throw refused(e);
        }
    }

    private void requireNamed(X509Certificate[] chain, @Nullable String expected)
            throws CertificateException {
        Subject subject = requireDaemon(chain);
        if (!subject.name().equals(expected)) {
            throw refused(
                    new CertificateException(
                            "the certificate is of %s, and the keepers' list has %s at this address"
                                    .formatted(subject, expected)));
        }
    }

    private CertificateException refused(CertificateException e) {
        refusals.tell(String.valueOf(e.getMessage()));
        return e;
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, @Nullable SSLEngine engine)
            throws CertificateException {
        requireDaemon(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, @Nullable SSLEngine engine)
            throws CertificateException {
        requireNamed(chain, engine == null ? null : engine.getPeerHost());
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, @Nullable Socket socket)
            throws CertificateException {
        requireDaemon(chain);
    }

    /** Without an engine there is no name to expect. */
    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, @Nullable Socket socket)
            throws CertificateException {
        requireNamed(chain, null);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type)
            throws CertificateException {
        requireDaemon(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type)
            throws CertificateException {
        requireNamed(chain, null);
    }

    /** Empty: a keeper shows the one certificate that it has. */
    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return ANY.clone();
    }
}
