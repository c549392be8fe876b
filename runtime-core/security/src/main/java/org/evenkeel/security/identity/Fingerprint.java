package org.evenkeel.security.identity;

import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.HexFormat;
import org.evenkeel.model.Digest;

/** The SHA-256 of a certificate in DER: by it a certificate is named and pinned. */
public final class Fingerprint {

    /** Length in bytes. */
    public static final int BYTES = 32;

    /** 32 bytes. */
    public static byte[] of(X509Certificate certificate) {
        try {
            return sha256(certificate.getEncoded());
        } catch (CertificateEncodingException e) {
            throw new IllegalStateException("a decoded certificate has an encoding", e);
        }
    }

    /** 64 lower-case hexadecimal digits. */
    public static String hex(X509Certificate certificate) {
        return HexFormat.of().formatHex(of(certificate));
    }

    /** The SHA-256 of any bytes. */
    public static byte[] sha256(byte[] bytes) {
        return Digest.sha256().digest(bytes);
    }
}
