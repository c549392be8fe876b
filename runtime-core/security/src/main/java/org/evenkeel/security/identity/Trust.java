package org.evenkeel.security.identity;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.cert.CertPath;
import java.security.cert.CertPathValidator;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateFactory;
import java.security.cert.PKIXParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Date;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Trust in one authority: what it signed counts, nothing else. The path is checked as PKIX says
 * (RFC 5280), by the JDK; revocation is by the cluster's own list. Never changes; any thread may
 * use it.
 */
public final class Trust {

    /** How far the clocks of two machines may be apart when a certificate is new. */
    public static final Duration CLOCK_TOLERANCE = Duration.ofMinutes(10);

    /** How long after it expired a certificate may be renewed. */
    public static final Duration RENEWABLE = Duration.ofDays(90);

    private static final int LONGEST_CHAIN = 2;

    private final X509Certificate authority;
    private final String cluster;

    /**
     * @throws IdentityException if this is not an authority's certificate, signed by itself
     */
    public Trust(X509Certificate authority) throws IdentityException {
        this.authority = authority;
        try {
            this.cluster = Certificates.checkAuthority(authority);
            authority.verify(authority.getPublicKey());
        } catch (IdentityException e) {
            throw new IdentityException(
                    "this certificate cannot be an authority: " + e.reason(), e);
        } catch (GeneralSecurityException e) {
            throw new IdentityException(
                    "this certificate cannot be an authority: its signature does not match", e);
        }
    }

    /** The id of the cluster that the authority stands for. */
    public String cluster() {
        return cluster;
    }

    /**
     * Judges what a peer shows.
     *
     * @param chain the peer's certificate, which may be followed by the authority's
     * @param revoked tells by the serial
     */
    public Verdict verify(List<X509Certificate> chain, Instant now, Predicate<BigInteger> revoked) {
        try {
            checkAuthority(now);
            return judge(endEntity(chain), now, revoked);
        } catch (IdentityException e) {
            return new Verdict.Refused(e.reason());
        }
    }

    private Verdict judge(X509Certificate certificate, Instant now, Predicate<BigInteger> revoked)
            throws IdentityException {
        Instant from = certificate.getNotBefore().toInstant();
        Instant until = certificate.getNotAfter().toInstant();
        boolean early = now.isBefore(from);
        boolean late = now.isAfter(until);
        checkPath(certificate, early ? from : late ? until : now);
        Certificates.checkEndEntity(certificate);
        Subject subject = Subject.of(certificate);
        if (!subject.cluster().equals(cluster)) {
            throw new IdentityException(
                    "the certificate belongs to cluster %s, its authority to cluster %s"
                            .formatted(subject.cluster(), cluster));
        }
        checkDates(certificate, now);
        if (revoked.test(certificate.getSerialNumber())) {
            throw new IdentityException(
                    ("the certificate of %s is revoked: if that was a mistake, join again with a "
                                    + "new token (evenkeel token create)")
                            .formatted(subject.name()));
        }
        return late
                ? new Verdict.Expired(subject, certificate)
                : new Verdict.Valid(subject, certificate);
    }

    private static void checkDates(X509Certificate certificate, Instant now)
            throws IdentityException {
        Instant from = certificate.getNotBefore().toInstant();
        Instant until = certificate.getNotAfter().toInstant();
        if (now.isBefore(from.minus(CLOCK_TOLERANCE))) {
            throw new IdentityException(
                    ("the certificate is valid from %s on, and the clock here says %s: set the "
                                    + "clocks of both machines")
                            .formatted(from, now.truncatedTo(ChronoUnit.SECONDS)));
        }
        if (now.isAfter(until.plus(RENEWABLE))) {
            throw new IdentityException(
                    ("the certificate expired on %s, too long ago to be renewed: join again with a "
                                    + "new token (evenkeel token create)")
                            .formatted(until));
        }
    }

    /** PKIX takes the word of whom it is told to trust; an authority ends all the same. */
    private void checkAuthority(Instant now) throws IdentityException {
        Instant from = authority.getNotBefore().toInstant();
        Instant until = authority.getNotAfter().toInstant();
        if (now.isAfter(until)) {
            throw new IdentityException(
                    ("the authority of cluster %s expired on %s: create the cluster again "
                                    + "(evenkeel cluster init)")
                            .formatted(cluster, until));
        }
        if (now.isBefore(from.minus(CLOCK_TOLERANCE))) {
            throw new IdentityException(
                    "the authority of cluster %s is valid from %s on: set this machine's clock"
                            .formatted(cluster, from));
        }
    }

    private X509Certificate endEntity(List<X509Certificate> chain) throws IdentityException {
        if (chain.isEmpty()) {
            throw new IdentityException(
                    "no certificate was presented: join the cluster first (evenkeel join)");
        }
        if (chain.size() > LONGEST_CHAIN) {
            throw new IdentityException(
                    "a chain of " + chain.size() + " certificates; a cluster has one authority");
        }
        if (chain.size() == LONGEST_CHAIN && !chain.getLast().equals(authority)) {
            throw new IdentityException(foreign("the chain ends in another authority"));
        }
        return chain.getFirst();
    }

    private void checkPath(X509Certificate certificate, Instant at) throws IdentityException {
        try {
            CertPath path =
                    CertificateFactory.getInstance("X.509").generateCertPath(List.of(certificate));
            PKIXParameters parameters =
                    new PKIXParameters(Set.of(new TrustAnchor(authority, null)));
            parameters.setRevocationEnabled(false);
            parameters.setDate(Date.from(at));
            CertPathValidator.getInstance("PKIX").validate(path, parameters);
        } catch (CertPathValidatorException e) {
            throw new IdentityException(
                    foreign(
                            "the certificate was not issued by this authority ("
                                    + QuotedText.text(Objects.toString(e.getMessage(), ""))
                                    + ")"),
                    e);
        } catch (GeneralSecurityException e) {
            throw new IdentityException("the certificate cannot be verified", e);
        }
    }

    private String foreign(String what) {
        return ("%s: it belongs to another cluster than %s, or was altered; join with a token of "
                        + "this cluster (evenkeel token create)")
                .formatted(what, cluster);
    }
}
