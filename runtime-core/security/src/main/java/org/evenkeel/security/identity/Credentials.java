package org.evenkeel.security.identity;

import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.SignatureException;
import java.security.cert.X509Certificate;
import java.util.List;

/**
 * What a machine or a client proves itself with. Its text never shows the key.
 *
 * @param key belongs to the certificate
 * @param certificate signed by the authority; it may have expired
 * @param authority the one that is trusted
 * @param subject whom the certificate is about
 */
public record Credentials(
        PrivateKey key, X509Certificate certificate, X509Certificate authority, Subject subject) {

    /**
     * Puts them together when they belong together.
     *
     * @throws IdentityException if the key is another one's or the authority did not sign the
     *     certificate
     */
    public static Credentials of(
            PrivateKey key, X509Certificate certificate, X509Certificate authority)
            throws IdentityException {
        Trust trust = new Trust(authority);
        Certificates.checkEndEntity(certificate);
        Subject subject = Subject.of(certificate);
        try {
            certificate.verify(authority.getPublicKey());
        } catch (SignatureException e) {
            throw new IdentityException("the certificate is not signed by the authority", e);
        } catch (GeneralSecurityException e) {
            throw new IdentityException("the certificate's signature cannot be checked", e);
        }
        if (!subject.cluster().equals(trust.cluster())) {
            throw new IdentityException("certificate and authority are of different clusters");
        }
        if (!Keys.match(key, certificate.getPublicKey())) {
            throw new IdentityException("the key does not belong to the certificate");
        }
        return new Credentials(key, certificate, authority, subject);
    }

    /** What is shown to a peer: the certificate, then the authority's. */
    public List<X509Certificate> chain() {
        return List.of(certificate, authority);
    }

    @Override
    public String toString() {
        return "Credentials of " + subject;
    }
}
