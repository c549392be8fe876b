package org.evenkeel.security.identity;

import java.io.ByteArrayInputStream;
import java.security.cert.CertificateEncodingException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Arrays;

/** Reads certificates and says which are of the kind that clusters use. */
public final class Certificates {

    /** Longest certificate that is read, in bytes of DER; those of clusters have about 600. */
    public static final int MAX_BYTES = 4 << 10;

    private static final String ALGORITHM = "SHA256withECDSA";
    private static final int VERSION = 3;
    private static final int DIGITAL_SIGNATURE = 0; // places in the key usage of RFC 5280
    private static final int KEY_CERT_SIGN = 5;

    /**
     * Reads one certificate; says nothing of who signed it.
     *
     * @param der any bytes may be given; there must be nothing behind the certificate
     */
    public static X509Certificate read(byte[] der) throws IdentityException {
        if (der.length > MAX_BYTES) {
            throw new IdentityException(
                    "a certificate of %s bytes exceeds the limit of %s bytes"
                            .formatted(der.length, MAX_BYTES));
        }
        try {
            CertificateFactory factory = CertificateFactory.getInstance("X.509");
            if (factory.generateCertificate(new ByteArrayInputStream(der))
                            instanceof X509Certificate certificate
                    && Arrays.equals(der, certificate.getEncoded())
                    && endsWithWholeBytes(der, certificate.getSignature())) {
                return certificate;
            }
        } catch (CertificateException | IllegalArgumentException e) {
            throw new IdentityException("the certificate cannot be read", e);
        }
        throw new IdentityException("these bytes are not one certificate in DER");
    }

    /**
     * Whether the signature, a string of bits, is one of bytes (RFC 5280, section 4.1.1.3, and
     * DER): Java passes over bits that are said not to be used, so that one certificate would have
     * several forms.
     */
    private static boolean endsWithWholeBytes(byte[] der, byte[] signature) {
        int at = der.length - signature.length;
        return at > 0
                && der[at - 1] == 0
                && Arrays.equals(der, at, der.length, signature, 0, signature.length);
    }

    /** The certificate in DER. */
    public static byte[] write(X509Certificate certificate) {
        try {
            return certificate.getEncoded();
        } catch (CertificateEncodingException e) {
            throw new IllegalStateException("a decoded certificate has an encoding", e);
        }
    }

    /** Refuses what cannot be the certificate of a machine or a client. */
    static void checkEndEntity(X509Certificate certificate) throws IdentityException {
        if (certificate.getBasicConstraints() >= 0) {
            throw new IdentityException(
                    "this is an authority's certificate, not one of a machine or client");
        }
        checkKind(certificate);
        if (!permits(certificate, DIGITAL_SIGNATURE)) {
            throw new IdentityException("the certificate's key usage lacks digitalSignature");
        }
    }

    /** Refuses what cannot be an authority's certificate; returns its cluster. */
    static String checkAuthority(X509Certificate certificate) throws IdentityException {
        if (certificate.getBasicConstraints() < 0 || !permits(certificate, KEY_CERT_SIGN)) {
            throw new IdentityException("its key may not sign certificates");
        }
        checkKind(certificate);
        if (!certificate.getSubjectX500Principal().equals(certificate.getIssuerX500Principal())) {
            throw new IdentityException("it was issued by another authority");
        }
        return SubjectUris.clusterOfAuthority(certificate);
    }

    private static void checkKind(X509Certificate certificate) throws IdentityException {
        if (certificate.getVersion() != VERSION) {
            throw new IdentityException("the certificate is not X.509 version 3");
        }
        if (!certificate.getSigAlgName().equals(ALGORITHM)) {
            throw new IdentityException(
                    "the certificate is signed by %s, not by %s"
                            .formatted(QuotedText.text(certificate.getSigAlgName()), ALGORITHM));
        }
        Keys.checkPublic(certificate.getPublicKey());
    }

    private static boolean permits(X509Certificate certificate, int usage) {
        boolean[] usages = certificate.getKeyUsage();
        return usages != null && usages.length > usage && usages[usage];
    }
}
