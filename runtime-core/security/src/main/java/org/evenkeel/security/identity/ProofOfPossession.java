package org.evenkeel.security.identity;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.PrivateKey;
import java.security.PublicKey;

/**
 * The proof that a joining machine who joins has the private key of the public key it sends: a
 * signature by that key over the token's id, the listener's nonce and the public key. It cannot be
 * used for another token, in another conversation or for another key, nor for anything else that is
 * signed.
 *
 * @param tokenId as in {@link JoinToken#id()}
 * @param nonce drawn by the one who verifies, new for each conversation; 16 to 64 bytes
 * @param publicKey SubjectPublicKeyInfo in DER
 */
public record ProofOfPossession(String tokenId, byte[] nonce, byte[] publicKey) {

    private static final String PURPOSE = "evenkeel-possession-1";
    private static final int MIN_NONCE_BYTES = 16;
    private static final int MAX_NONCE_BYTES = 64;

    /** Signs with the key whose public half is sent. */
    public byte[] sign(PrivateKey key) throws IdentityException {
        return Signatures.sign(key, PURPOSE, content());
    }

    /**
     * The public key, read and checked, when the signature was made by its private half.
     *
     * @param signature any bytes
     * @throws IdentityException if the key is not one on P-256 or the signature does not fit
     */
    public PublicKey verify(byte[] signature) throws IdentityException {
        PublicKey key = Keys.publicKey(publicKey);
        if (!Signatures.verify(key, PURPOSE, content(), signature)) {
            throw new IdentityException(
                    "the sender of the public key did not prove possession of the private key");
        }
        return key;
    }

    /** Each part with its length in front, so that no byte can pass from one to the next. */
    private byte[] content() throws IdentityException {
        if (!JoinToken.isId(tokenId)) {
            throw new IdentityException(QuotedText.text(tokenId) + " is not a token id");
        }
        if (nonce.length < MIN_NONCE_BYTES || nonce.length > MAX_NONCE_BYTES) {
            throw new IdentityException("a nonce of " + nonce.length + " bytes");
        }
        if (publicKey.length != Keys.PUBLIC_BYTES) {
            throw new IdentityException("a public key of " + publicKey.length + " bytes");
        }
        byte[] id = tokenId.getBytes(StandardCharsets.US_ASCII);
        return ByteBuffer.allocate(3 * Integer.BYTES + id.length + nonce.length + publicKey.length)
                .putInt(id.length)
                .put(id)
                .putInt(nonce.length)
                .put(nonce)
                .putInt(publicKey.length)
                .put(publicKey)
                .array();
    }
}
