package org.evenkeel.security.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.security.KeyPair;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.util.List;
import org.evenkeel.testing.Seeds;
import org.junit.jupiter.api.Tag;

class CertificatesTest {

    /** Whatever is changed behind what is signed, it is not the certificate any more. */
    @Seeds(3)
    @Tag("extended")
    void aCertificateHasOneForm(long seed) throws Exception {
        SecureRandom numbers = Forge.random(seed);
        KeyPair authorityKeys = Keys.generate(numbers);
        KeyPair keys = Keys.generate(numbers);
        Trust trust = new Trust(Forge.authority(authorityKeys).random(numbers).make());
        X509Certificate certificate = evenSignature(keys, authorityKeys, numbers);
        byte[] der = certificate.getEncoded();
        int unsigned = der.length - certificate.getSignature().length - 20;
        assertInstanceOf(Verdict.Valid.class, verdict(trust, der));
        for (int at = unsigned; at < der.length; at++) {
            for (int bit = 0; bit < Byte.SIZE; bit++) {
                byte[] changed = der.clone();
                changed[at] ^= (byte) (1 << bit);
                assertThat(verdict(trust, changed))
                        .as("bit %d of byte %d of %d", bit, at, der.length)
                        .isNotInstanceOf(Verdict.Valid.class);
            }
        }
    }

    /** The last bit of the signature is zero: it could be said not to be used. */
    @Seeds(1)
    void aSignatureIsOfWholeBytes(long seed) throws Exception {
        SecureRandom numbers = Forge.random(seed);
        KeyPair keys = Keys.generate(numbers);
        X509Certificate certificate = evenSignature(keys, keys, numbers);
        byte[] der = certificate.getEncoded();
        int unused = der.length - certificate.getSignature().length - 1;
        assertThat(der[unused]).isZero();
        assertThat(Certificates.read(der)).isEqualTo(certificate);
        der[unused] = 1;
        assertThatThrownBy(() -> Certificates.read(der))
                .isInstanceOf(IdentityException.class)
                .hasMessageContaining("not one certificate in DER");
    }

    private static X509Certificate evenSignature(KeyPair keys, KeyPair signer, SecureRandom numbers)
            throws Exception {
        while (true) {
            X509Certificate made = Forge.daemon(keys, signer).random(numbers).make();
            byte[] signature = made.getSignature();
            if (signature[signature.length - 1] % 2 == 0) {
                return made;
            }
        }
    }

    private static Object verdict(Trust trust, byte[] der) {
        try {
            return trust.verify(List.of(Certificates.read(der)), Forge.NOW, serial -> false);
        } catch (IdentityException e) {
            return e;
        }
    }
}
