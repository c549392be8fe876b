package org.evenkeel.wire;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The two proofs of the handshake: each side shows that it knows the secret without telling it.
 *
 * <p>The listener sends a nonce; the speaker answers with its own nonce and {@code
 * HMAC-SHA256(secret, "evenkeel-hello" | listener's nonce | speaker's nonce | role)}; the listener
 * answers with the same over {@code "evenkeel-welcome" | speaker's nonce | listener's nonce |
 * role}.
 */
public final class HandshakeMac {

    private static final byte[] HELLO = "evenkeel-hello".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] WELCOME = "evenkeel-welcome".getBytes(StandardCharsets.US_ASCII);

    /** The speaker's proof. */
    public static byte[] hello(byte[] secret, byte[] listenerNonce, byte[] speakerNonce, int role) {
        return mac(secret, HELLO, listenerNonce, speakerNonce, role);
    }

    /** The listener's proof. */
    public static byte[] welcome(
            byte[] secret, byte[] listenerNonce, byte[] speakerNonce, int role) {
        return mac(secret, WELCOME, speakerNonce, listenerNonce, role);
    }

    /** Compares in constant time. */
    public static boolean matches(byte[] expected, byte[] given) {
        return MessageDigest.isEqual(expected, given);
    }

    private static byte[] mac(byte[] secret, byte[] label, byte[] first, byte[] second, int role) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret, "HmacSHA256"));
            mac.update(label);
            mac.update(first);
            mac.update(second);
            return mac.doFinal(ByteBuffer.allocate(Integer.BYTES).putInt(role).array());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no HmacSHA256", e);
        }
    }
}
