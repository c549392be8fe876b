package org.evenkeel.wire;

import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** HKDF-SHA256 (RFC 5869), which the JDK has since Java 25 only. */
final class Hkdf {

    private static final String HMAC = "HmacSHA256";
    private static final int HASH_BYTES = 32;

    /** The number of a block has one byte. */
    private static final int MAX_BLOCKS = 255;

    /**
     * Derives key material.
     *
     * @param salt may be empty
     * @param secret what it is derived from
     * @param info what it is for
     * @param bytes how much, at most 8,160
     */
    static byte[] derive(byte[] salt, byte[] secret, byte[] info, int bytes) {
        if (bytes < 1 || bytes > MAX_BLOCKS * HASH_BYTES) {
            throw new IllegalArgumentException(bytes + " bytes of key material");
        }
        try {
            Mac mac = Mac.getInstance(HMAC);
            byte[] extract = salt.length == 0 ? new byte[HASH_BYTES] : salt;
            mac.init(new SecretKeySpec(extract, HMAC));
            mac.init(new SecretKeySpec(mac.doFinal(secret), HMAC));
            byte[] all = new byte[bytes];
            byte[] block = new byte[0];
            for (int from = 0; from < bytes; from += HASH_BYTES) {
                mac.update(block);
                mac.update(info);
                mac.update((byte) (1 + from / HASH_BYTES));
                block = mac.doFinal();
                System.arraycopy(block, 0, all, from, Math.min(HASH_BYTES, bytes - from));
            }
            Arrays.fill(block, (byte) 0);
            return all;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java lacks " + HMAC, e);
        }
    }
}
