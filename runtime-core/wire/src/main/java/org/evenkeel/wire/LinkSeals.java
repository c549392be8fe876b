package org.evenkeel.wire;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Both directions of one connection over plain TCP. Their keys come from the secret and from the
 * nonces of both sides (HKDF-SHA256), so they are those of this connection and of no other; a
 * process between the two that does not know the secret can pass bytes on and cut them off, and
 * nothing else.
 *
 * @param toListener what the speaker says
 * @param toSpeaker what the listener says
 */
public record LinkSeals(Seal toListener, Seal toSpeaker) {

    private static final byte[] LABEL = "evenkeel-sealed-1".getBytes(StandardCharsets.US_ASCII);
    private static final int KEY_BYTES = 32;

    /**
     * @param role number of the speaker's role
     */
    public static LinkSeals of(byte[] secret, byte[] listenerNonce, byte[] speakerNonce, int role) {
        byte[] salt =
                ByteBuffer.allocate(listenerNonce.length + speakerNonce.length)
                        .put(listenerNonce)
                        .put(speakerNonce)
                        .array();
        byte[] info =
                ByteBuffer.allocate(LABEL.length + Integer.BYTES).put(LABEL).putInt(role).array();
        byte[] keys = Hkdf.derive(salt, secret, info, 2 * KEY_BYTES);
        return new LinkSeals(
                new Seal(Arrays.copyOf(keys, KEY_BYTES)),
                new Seal(Arrays.copyOfRange(keys, KEY_BYTES, 2 * KEY_BYTES)));
    }
}
