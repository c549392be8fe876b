package org.evenkeel.security.tls;

import java.math.BigInteger;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Predicate;
import org.evenkeel.security.identity.CertRole;
import org.evenkeel.security.identity.Trust;
import org.evenkeel.security.identity.Verdict;

/** Lets TLS ask a {@link Trust}. Any thread may use it. */
public final class ClusterTrustManager extends ChainTrustManager {

    private final Trust trust;
    private final InstantSource clock;
    private final Predicate<BigInteger> revoked;

    /**
     * @param revoked asked by the serial, at every handshake
     */
    public ClusterTrustManager(Trust trust, InstantSource clock, Predicate<BigInteger> revoked) {
        this.trust = trust;
        this.clock = clock;
        this.revoked = revoked;
    }

    /** What a chain proves at this moment. */
    public Verdict judge(List<X509Certificate> chain) {
        return trust.verify(chain, clock.instant(), revoked);
    }

    /** One that has expired may connect, to renew it. */
    @Override
    void checkClient(List<X509Certificate> chain) throws CertificateException {
        if (judge(chain) instanceof Verdict.Refused refused) {
            throw new CertificateException(refused.reason());
        }
    }

    @Override
    void checkServer(List<X509Certificate> chain) throws CertificateException {
        switch (judge(chain)) {
            case Verdict.Refused refused -> throw new CertificateException(refused.reason());
            case Verdict.Expired expired ->
                    throw new CertificateException(
                            "the certificate of "
                                    + expired.subject().name()
                                    + " expired on "
                                    + expired.certificate().getNotAfter().toInstant());
            case Verdict.Valid valid -> {
                if (!valid.subject().has(CertRole.DAEMON)) {
                    throw new CertificateException(
                            valid.subject() + " is no daemon: it may not take connections");
                }
            }
        }
    }
}
