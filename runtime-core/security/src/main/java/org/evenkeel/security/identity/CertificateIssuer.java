package org.evenkeel.security.identity;

import java.security.KeyPair;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;

/** Builds and signs certificates. Safe for use by many threads. */
public interface CertificateIssuer {

    /** How long a certificate is valid. */
    Duration LIFE = Duration.ofDays(90);

    /** How long an authority is valid. */
    Duration AUTHORITY_LIFE = Duration.ofDays(3652);

    /** How far in the past validity begins, because clocks differ. */
    Duration BACKDATED = Duration.ofMinutes(5);

    /**
     * Returns the certificate of an authority, signed by itself.
     *
     * @param cluster the cluster's id, in hexadecimal
     * @throws IdentityException if it cannot be signed
     */
    X509Certificate authority(KeyPair keys, String cluster, SecureRandom random, Instant now)
            throws IdentityException;

    /**
     * Returns a certificate for a machine or a client; it ends no later than the authority's.
     *
     * @throws IdentityException if it cannot be signed
     */
    X509Certificate endEntity(
            PublicKey key,
            Subject subject,
            KeyedCertificate authority,
            SecureRandom random,
            Instant now)
            throws IdentityException;
}
