package org.evenkeel.daemon.identity;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.evenkeel.model.NodeId;
import org.evenkeel.security.identity.CertRole;
import org.evenkeel.security.identity.IdentityException;

/**
 * A token as the authority keeps it, without its secret. As text one line: SHA-256 of the secret,
 * roles, name or {@code :}, created, expires.
 *
 * @param id what it is called
 * @param roles what its certificate will permit; at least one
 * @param name the only name it is for, if there is one
 */
public record OpenToken(
        String id, Set<CertRole> roles, Optional<String> name, Instant created, Instant expires) {

    /** Longest file. */
    static final int MAX_BYTES = 512;

    private static final String ANY_NAME = ":";
    private static final int PARTS = 5;

    /** A token with what proves its secret. Its text does not show it. */
    record Stored(OpenToken token, byte[] secretHash) {
        @Override
        public String toString() {
            return token.toString();
        }
    }

    public OpenToken {
        roles = Collections.unmodifiableSet(EnumSet.copyOf(roles));
    }

    boolean isExpired(Instant now) {
        return !now.isBefore(expires);
    }

    String line(byte[] secretHash) {
        return String.join(
                        " ",
                        HexFormat.of().formatHex(secretHash),
                        roles.stream().map(CertRole::spelling).collect(Collectors.joining(",")),
                        name.orElse(ANY_NAME),
                        created.toString(),
                        expires.toString())
                + "\n";
    }

    /**
     * Reads a file's content.
     *
     * @throws IdentityException if it is not what {@link #line} writes
     */
    static Stored parse(String id, String text) throws IdentityException {
        String[] parts = text.strip().split(" ", -1);
        if (parts.length != PARTS || !parts[2].equals(ANY_NAME) && !NodeId.isValid(parts[2])) {
            throw new IdentityException("the file of token " + id + " cannot be read");
        }
        Set<CertRole> roles = EnumSet.noneOf(CertRole.class);
        for (String role : Arrays.asList(parts[1].split(",", -1))) {
            roles.add(CertRole.parse(role));
        }
        try {
            OpenToken token =
                    new OpenToken(
                            id,
                            roles,
                            Optional.of(parts[2]).filter(name -> !name.equals(ANY_NAME)),
                            Instant.parse(parts[3]),
                            Instant.parse(parts[4]));
            return new Stored(token, HexFormat.of().parseHex(parts[0]));
        } catch (IllegalArgumentException | DateTimeException e) {
            throw new IdentityException("the file of token " + id + " cannot be read", e);
        }
    }
}
