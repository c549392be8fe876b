package org.evenkeel.security.identity;

import java.security.PrivateKey;
import java.security.cert.X509Certificate;

/**
 * A certificate with its key: what an authority signs with. Its text never shows the key.
 *
 * @param key belongs to the certificate
 */
public record KeyedCertificate(PrivateKey key, X509Certificate certificate) {
    @Override
    public String toString() {
        return "key of certificate " + certificate.getSerialNumber().toString(16);
    }
}
