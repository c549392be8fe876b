package org.evenkeel.security.identity;

import java.math.BigInteger;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;

/**
 * The serials of all certificates that an authority took back, as one signed list. Lists of one
 * authority have versions; the greater one replaces the lesser one. Never changes; any thread may
 * use it.
 */
public final class RevocationList {

    /** Most serials in a list. */
    public static final int MAX_SERIALS = 1 << 15;

    /** Longest list as bytes. */
    public static final int MAX_BYTES = RevocationListCodec.MAX_BYTES;

    static final int MAX_SERIAL_BITS = 159; // 20 bytes with the sign, as RFC 5280 permits

    private static final String PURPOSE = "evenkeel-revoked-1";

    private final long version;
    private final Instant issuedAt;
    private final List<BigInteger> serials;
    private final byte[] content;
    private final byte[] signature;

    private RevocationList(RevocationListCodec.Content parsed, byte[] content, byte[] signature) {
        this.version = parsed.version();
        this.issuedAt = parsed.issuedAt();
        this.serials = parsed.serials();
        this.content = content;
        this.signature = signature;
    }

    /**
     * Makes a list.
     *
     * @param version from 1
     * @param serials in any order
     * @param issuedAt kept in whole seconds
     * @param key the authority's
     * @throws IdentityException if there are too many serials, or the key cannot sign
     */
    public static RevocationList sign(
            long version, Collection<BigInteger> serials, Instant issuedAt, PrivateKey key)
            throws IdentityException {
        if (version < 1) {
            throw new IllegalArgumentException("versions start with 1, not " + version);
        }
        List<BigInteger> sorted = List.copyOf(new TreeSet<>(serials));
        for (BigInteger serial : sorted) {
            checkSerial(serial);
        }
        if (sorted.size() > MAX_SERIALS) {
            throw new IdentityException(
                    ("more than %s certificates are revoked: create the cluster again (evenkeel "
                                    + "cluster init)")
                            .formatted(MAX_SERIALS));
        }
        Instant seconds = issuedAt.truncatedTo(ChronoUnit.SECONDS);
        RevocationListCodec.Content parsed =
                new RevocationListCodec.Content(version, seconds, sorted);
        byte[] content = RevocationListCodec.write(parsed);
        return new RevocationList(parsed, content, Signatures.sign(key, PURPOSE, content));
    }

    /**
     * Reads a list; says nothing of who signed it, see {@link #verify}.
     *
     * @param bytes any
     */
    public static RevocationList decode(byte[] bytes) throws IdentityException {
        RevocationListCodec.SignedContent signedContent = RevocationListCodec.split(bytes);
        return new RevocationList(
                RevocationListCodec.read(signedContent.content()),
                signedContent.content(),
                signedContent.signature());
    }

    /** At most {@link #MAX_BYTES}. */
    public byte[] encode() {
        return RevocationListCodec.join(content, signature);
    }

    /**
     * Makes sure that the authority signed this list.
     *
     * @throws IdentityException if it did not
     */
    public void verify(PublicKey authority) throws IdentityException {
        if (!Signatures.verify(authority, PURPOSE, content, signature)) {
            throw new IdentityException(
                    "the revocation list, version %s, is not signed by this cluster's authority"
                            .formatted(version));
        }
    }

    /**
     * The one of both that counts: the one with the greater version.
     *
     * @param other signed by the same authority, verified
     * @throws IdentityException if both have one version and differ: the authority was restored
     *     from a copy or its key is in two hands
     */
    public RevocationList orNewer(RevocationList other) throws IdentityException {
        if (other.version == version && !Arrays.equals(other.content, content)) {
            throw new IdentityException(
                    "two revocation lists have version "
                            + version
                            + ": revoke another certificate on the machine with the authority (evenkeel "
                            + "cert revoke), so that a newer list replaces both");
        }
        return other.version > version ? other : this;
    }

    public boolean isRevoked(BigInteger serial) {
        return Collections.binarySearch(serials, serial) >= 0;
    }

    /** From 1. */
    public long version() {
        return version;
    }

    /** When the authority signed it, by its clock, in whole seconds. */
    public Instant issuedAt() {
        return issuedAt;
    }

    /** Ascending. */
    public List<BigInteger> serials() {
        return serials;
    }

    static void checkSerial(BigInteger serial) throws IdentityException {
        if (serial.signum() <= 0 || serial.bitLength() > MAX_SERIAL_BITS) {
            throw new IdentityException("a serial is a positive number of at most 20 bytes");
        }
    }

    @Override
    public String toString() {
        return "revocation list, version " + version + ", " + serials.size() + " serials";
    }
}
