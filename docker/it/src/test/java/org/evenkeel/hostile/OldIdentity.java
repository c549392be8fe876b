package org.evenkeel.hostile;

import java.io.IOException;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import org.evenkeel.daemon.identity.Authority;
import org.evenkeel.daemon.identity.AuthorityFiles;
import org.evenkeel.daemon.identity.IdentityFiles;
import org.evenkeel.security.identity.CertRole;
import org.evenkeel.security.identity.Credentials;
import org.evenkeel.security.identity.IdentityException;
import org.evenkeel.security.identity.Keys;
import org.evenkeel.security.identity.Subject;

/**
 * A node's certificate that was not renewed for 70 days, because its authority is out of reach, and
 * a new one with the role observe.
 */
final class OldIdentity {
    private static final Duration AGE_OF_CLUSTER = Duration.ofDays(365);
    private static final Duration AGE = Duration.ofDays(70);

    private OldIdentity() {}

    /**
     * Makes them.
     *
     * @param directories of the authority, of the node "old", of the observer
     */
    public static void main(String[] directories) throws IOException, IdentityException {
        Instant now = Instant.now();
        Authority authority =
                Authority.create(
                        new AuthorityFiles(Path.of(directories[0])),
                        new SecureRandom(),
                        now.minus(AGE_OF_CLUSTER));
        save(directories[1], issue(authority, "old", now.minus(AGE), CertRole.DAEMON));
        save(directories[2], issue(authority, "board", now, CertRole.OBSERVE));
    }

    private static void save(String directory, Credentials credentials) throws IOException {
        new IdentityFiles(Path.of(directory)).save(credentials);
    }

    private static Credentials issue(Authority authority, String name, Instant at, CertRole role)
            throws IOException, IdentityException {
        KeyPair pair = Keys.generate(new SecureRandom());
        Subject subject = new Subject(authority.cluster(), name, EnumSet.of(role));
        return Credentials.of(
                pair.getPrivate(),
                authority.issue(pair.getPublic(), subject, "test", at),
                authority.certificate());
    }
}
