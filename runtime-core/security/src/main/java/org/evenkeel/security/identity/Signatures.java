package org.evenkeel.security.identity;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.SignatureException;

/**
 * ECDSA with SHA-256 over a purpose and some bytes. The purpose stands in front, ended by a zero
 * byte, so that what is signed for one purpose means nothing for another, nor for TLS or X.509.
 */
final class Signatures {
    /** Longest signature on P-256: two integers of 33 bytes in DER. */
    static final int MAX_BYTES = 72;

    private static final String ALGORITHM = "SHA256withECDSA";

    static byte[] sign(PrivateKey key, String purpose, byte[] content) throws IdentityException {
        try {
            Signature signature = Signature.getInstance(ALGORITHM);
            signature.initSign(key);
            update(signature, purpose, content);
            return signature.sign();
        } catch (GeneralSecurityException e) {
            throw new IdentityException("the key cannot sign", e);
        }
    }

    /** Whether the signature fits; any bytes may be given as one. */
    static boolean verify(PublicKey key, String purpose, byte[] content, byte[] claimed)
            throws IdentityException {
        if (claimed.length > MAX_BYTES) {
            return false;
        }
        try {
            Signature signature = Signature.getInstance(ALGORITHM);
            signature.initVerify(key);
            update(signature, purpose, content);
            return signature.verify(claimed);
        } catch (SignatureException e) {
            return false; // not the form of a signature
        } catch (GeneralSecurityException e) {
            throw new IdentityException("the key cannot verify signatures", e);
        }
    }

    private static void update(Signature signature, String purpose, byte[] content)
            throws SignatureException {
        signature.update(purpose.getBytes(StandardCharsets.US_ASCII));
        signature.update((byte) 0);
        signature.update(content);
    }
}
