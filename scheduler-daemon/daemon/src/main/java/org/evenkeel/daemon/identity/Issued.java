package org.evenkeel.daemon.identity;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.PublicKey;
import java.security.cert.X509Certificate;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.evenkeel.model.Digest;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.Numbers;
import org.evenkeel.security.identity.CertRole;
import org.evenkeel.security.identity.Fingerprint;
import org.evenkeel.security.identity.IdentityException;
import org.evenkeel.security.identity.Subject;
import org.evenkeel.security.identity.Trust;

/**
 * A certificate that was signed, as the authority remembers it. As text one line, its parts between
 * blanks in the order of the components.
 *
 * @param roles at least one
 * @param key SHA-256 of the public key as SubjectPublicKeyInfo
 * @param from when it begins to count
 * @param until when it expires
 * @param how it came about: {@link #INIT}, {@link #byToken}, {@link #byRenewal}
 */
public record Issued(
        BigInteger serial,
        String name,
        Set<CertRole> roles,
        Digest key,
        Instant from,
        Instant until,
        String how) {

    /** Made with the cluster itself. */
    public static final String INIT = "init";

    /** Longest line, the line feed included. */
    static final int MAX_LINE = 512;

    private static final String RENEWAL = "renewal:";
    private static final Pattern HOW = Pattern.compile("[a-z0-9:-]{1,64}");
    private static final Pattern SERIAL = Pattern.compile("[0-9a-f]{32}");
    private static final int PARTS = 7;

    /**
     * @throws IllegalArgumentException if {@code how} is not of the permitted form
     */
    public Issued {
        if (!HOW.matcher(how).matches()) {
            throw new IllegalArgumentException(
                    "\"" + how + "\" is not a way to issue a certificate");
        }
    }

    /** With the token of this id. */
    public static String byToken(String id) {
        return "token:" + id;
    }

    /** In place of the certificate of this serial. */
    public static String byRenewal(BigInteger serial) {
        return RENEWAL + spell(serial);
    }

    boolean isRenewal() {
        return how.startsWith(RENEWAL);
    }

    static Issued of(X509Certificate certificate, Subject subject, String how) {
        return new Issued(
                certificate.getSerialNumber(),
                subject.name(),
                subject.roles(),
                digest(certificate.getPublicKey()),
                certificate.getNotBefore().toInstant(),
                certificate.getNotAfter().toInstant(),
                how);
    }

    /** SHA-256 of the key as SubjectPublicKeyInfo. */
    public static Digest digest(PublicKey key) {
        return Digest.of(Fingerprint.sha256(key.getEncoded()));
    }

    /** A serial as it is shown: 32 hexadecimal digits. */
    public static String spell(BigInteger serial) {
        return Numbers.format("%032x", serial);
    }

    /** Whether the certificate counts, or could still be renewed. */
    boolean isUsable(Instant now) {
        return !now.isAfter(until.plus(Trust.RENEWABLE));
    }

    boolean isExpired(Instant now) {
        return now.isAfter(until);
    }

    /** The line, without a line feed. */
    String line() {
        return String.join(
                " ",
                spell(serial),
                name,
                roles.stream().map(CertRole::spelling).collect(Collectors.joining(",")),
                key.toString(),
                from.toString(),
                until.toString(),
                how);
    }

    /** The line with its line feed. */
    byte[] bytes() {
        return (line() + "\n").getBytes(StandardCharsets.US_ASCII);
    }

    /**
     * Reads a line.
     *
     * @throws IdentityException if it is not one
     */
    static Issued parse(String line) throws IdentityException {
        String[] parts = line.split(" ", -1);
        if (parts.length != PARTS
                || !SERIAL.matcher(parts[0]).matches()
                || !NodeId.isValid(parts[1])) {
            throw new IdentityException("not a record of a certificate");
        }
        Set<CertRole> roles = EnumSet.noneOf(CertRole.class);
        for (String role : Arrays.asList(parts[2].split(",", -1))) {
            roles.add(CertRole.parse(role));
        }
        try {
            return new Issued(
                    new BigInteger(1, HexFormat.of().parseHex(parts[0])),
                    parts[1],
                    roles,
                    Digest.parse(parts[3]),
                    Instant.parse(parts[4]),
                    Instant.parse(parts[5]),
                    parts[6]);
        } catch (IllegalArgumentException | DateTimeException e) {
            throw new IdentityException("not a record of a certificate", e);
        }
    }
}
