package org.evenkeel.security.identity;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.util.Arrays;

/**
 * What a machine is given to join a cluster once. The id finds the token, the secret proves it, and
 * the authority's fingerprint lets the joiner know the cluster before it tells the secret.
 *
 * <p>As text one word for a shell, always of the same length: {@code
 * ek1-<id>-<secret>-<authority>-<check>}, each part in Crockford's base 32 in lower case.
 *
 * @param id 8 characters of base 32; no secret, it may be logged
 * @param secret 32 bytes
 * @param authority 32 bytes, the {@link Fingerprint} of the authority's certificate
 */
public record JoinToken(String id, byte[] secret, byte[] authority) {

    /** Length of the secret in bytes. */
    public static final int SECRET_BYTES = 32;

    private static final String PREFIX = "ek1-";
    private static final int ID_BYTES = 5;
    private static final int ID_LENGTH = Base32.length(ID_BYTES);
    private static final int PART_LENGTH = Base32.length(SECRET_BYTES);
    private static final int CHECK_LENGTH = 4;
    private static final int BODY_LENGTH =
            PREFIX.length() + ID_LENGTH + 1 + PART_LENGTH + 1 + PART_LENGTH;

    /** Characters of a token as text. */
    public static final int LENGTH = BODY_LENGTH + 1 + CHECK_LENGTH;

    /**
     * @throws IllegalArgumentException if a part is not as described
     */
    public JoinToken {
        if (!isId(id)) {
            throw new IllegalArgumentException(QuotedText.text(id) + " is not a token id");
        }
        if (secret.length != SECRET_BYTES || authority.length != Fingerprint.BYTES) {
            throw new IllegalArgumentException("secret and fingerprint have 32 bytes each");
        }
        secret = secret.clone();
        authority = authority.clone();
    }

    /** A new token of this authority. */
    public static JoinToken create(X509Certificate authority, SecureRandom random) {
        byte[] id = new byte[ID_BYTES];
        byte[] secret = new byte[SECRET_BYTES];
        random.nextBytes(id);
        random.nextBytes(secret);
        return new JoinToken(Base32.encode(id), secret, Fingerprint.of(authority));
    }

    /** Whether a text can be the id of a token: 8 characters of base 32. */
    public static boolean isId(String text) {
        return text.length() == ID_LENGTH && text.chars().allMatch(c -> Base32.isDigit((char) c));
    }

    /**
     * Reads what {@link #text()} writes, any text; blanks around it are passed over.
     *
     * @throws IdentityException saying where the text differs from a token, never showing it
     */
    public static JoinToken parse(String given) throws IdentityException {
        String text = given.length() > 2 * LENGTH ? given : given.strip();
        checkShape(text);
        String body = text.substring(0, BODY_LENGTH);
        if (!check(body).equals(text.substring(BODY_LENGTH + 1))) {
            throw new IdentityException(
                    "the token is mistyped: a character differs from the printed one; copy the "
                            + "whole token again");
        }
        int secret = PREFIX.length() + ID_LENGTH + 1;
        int authority = secret + PART_LENGTH + 1;
        return new JoinToken(
                body.substring(PREFIX.length(), secret - 1),
                Base32.decode(body.substring(secret, authority - 1)),
                Base32.decode(body.substring(authority)));
    }

    private static void checkShape(String text) throws IdentityException {
        if (!text.startsWith(PREFIX)) {
            throw new IdentityException(
                    text.matches("(?s)ek[0-9]{1,3}-.*")
                            ? "the token is from another version of Evenkeel: this one reads "
                                    + PREFIX
                            : "a token starts with " + PREFIX + "; copy the whole token");
        }
        if (text.length() < LENGTH) {
            throw new IdentityException(
                    "the token is cut off: it has %s of %s characters; copy the whole token"
                            .formatted(text.length(), LENGTH));
        }
        if (text.length() > LENGTH) {
            throw new IdentityException(
                    "the token has %s characters instead of %s; copy only the token"
                            .formatted(text.length(), LENGTH));
        }
        for (int i = PREFIX.length(); i < LENGTH; i++) {
            char c = text.charAt(i);
            if (isDash(i) ? c != '-' : !Base32.isDigit(c)) {
                throw new IdentityException(
                        "the token is mistyped at character %s; copy the whole token again"
                                .formatted(i + 1));
            }
        }
    }

    private static boolean isDash(int place) {
        int secret = PREFIX.length() + ID_LENGTH + 1;
        return place == secret - 1 || place == secret + PART_LENGTH || place == BODY_LENGTH;
    }

    /** 20 bits of the SHA-256 of what is in front of it. */
    private static String check(String body) {
        byte[] digest = Fingerprint.sha256(body.getBytes(StandardCharsets.US_ASCII));
        return Base32.encode(digest).substring(0, CHECK_LENGTH);
    }

    /** The token as one word. Whoever reads it can join: show it to no other person. */
    public String text() {
        String body = PREFIX + id + "-" + Base32.encode(secret) + "-" + Base32.encode(authority);
        return body + "-" + check(body);
    }

    /** Whether this is the authority that the token was made by. */
    public boolean pins(X509Certificate certificate) {
        return MessageDigest.isEqual(authority, Fingerprint.of(certificate));
    }

    @Override
    public byte[] secret() {
        return secret.clone();
    }

    @Override
    public byte[] authority() {
        return authority.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof JoinToken that
                && id.equals(that.id)
                && MessageDigest.isEqual(secret, that.secret)
                && Arrays.equals(authority, that.authority);
    }

    @Override
    public int hashCode() {
        return id.hashCode();
    }

    /** The id alone. */
    @Override
    public String toString() {
        return "token " + id;
    }
}
