package org.evenkeel.hostile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import org.evenkeel.daemon.identity.Authority;
import org.evenkeel.daemon.identity.AuthorityFiles;
import org.evenkeel.daemon.identity.IdentityFiles;
import org.evenkeel.daemon.identity.TokenBook;
import org.evenkeel.security.identity.CertRole;
import org.evenkeel.security.identity.Credentials;
import org.evenkeel.security.identity.IdentityException;
import org.evenkeel.security.identity.JoinToken;
import org.evenkeel.security.identity.Keys;
import org.evenkeel.security.identity.Subject;

/** Certificates and tokens in files: those that count, and those that do not. */
record Papers(Path directory) {

    static final String SUBMIT = "submit";
    static final String OBSERVE = "observe";
    static final String ADMIN = "admin";
    static final String DAEMON = "daemon";
    static final String EXPIRED = "expired";
    static final String REVOKED = "revoked";
    static final String FOREIGN = "foreign";

    private static final Duration AGE_OF_CLUSTER = Duration.ofDays(365);
    private static final Duration AGE_OF_EXPIRED = Duration.ofDays(100);

    /**
     * Makes an authority, node n1 and everybody else.
     *
     * @param cluster the directory of the cluster, in which there is no authority yet
     */
    void make(Path cluster) throws IOException, IdentityException {
        SecureRandom random = new SecureRandom();
        Instant now = Instant.now();
        AuthorityFiles files = new AuthorityFiles(cluster);
        Authority authority = Authority.create(files, random, now.minus(AGE_OF_CLUSTER));
        new IdentityFiles(cluster)
                .save(issue(authority, "n1", now, CertRole.DAEMON, CertRole.MASTER));
        save(SUBMIT, issue(authority, "mallory", now, CertRole.SUBMIT));
        save(OBSERVE, issue(authority, "olga", now, CertRole.OBSERVE));
        save(ADMIN, issue(authority, "adam", now, CertRole.ADMIN, CertRole.SUBMIT));
        save(DAEMON, issue(authority, "dora", now, CertRole.DAEMON));
        save(EXPIRED, issue(authority, "erwin", now.minus(AGE_OF_EXPIRED), CertRole.SUBMIT));
        save(REVOKED, issue(authority, "rudi", now, CertRole.SUBMIT));
        authority.revoke("rudi", now);
        Authority other =
                Authority.create(
                        new AuthorityFiles(directory.resolve("elsewhere")),
                        random,
                        now.minus(AGE_OF_CLUSTER));
        save(FOREIGN, issue(other, "mallory", now, CertRole.SUBMIT, CertRole.DAEMON));
        JoinToken token =
                new TokenBook(files, random)
                        .create(
                                EnumSet.of(CertRole.SUBMIT),
                                TokenBook.USUAL_TTL,
                                Optional.empty(),
                                now);
        Files.writeString(directory.resolve("token"), token.text());
    }

    private static Credentials issue(
            Authority authority, String name, Instant at, CertRole... roles)
            throws IOException, IdentityException {
        KeyPair pair = Keys.generate(new SecureRandom());
        EnumSet<CertRole> all = EnumSet.noneOf(CertRole.class);
        all.addAll(List.of(roles));
        Subject subject = new Subject(authority.cluster(), name, all);
        return Credentials.of(
                pair.getPrivate(),
                authority.issue(pair.getPublic(), subject, "test", at),
                authority.certificate());
    }

    private void save(String name, Credentials credentials) throws IOException {
        new IdentityFiles(directory.resolve(name)).save(credentials);
    }

    /** What somebody shows. */
    Credentials of(String name) throws IOException, IdentityException {
        return new IdentityFiles(directory.resolve(name)).load().orElseThrow();
    }

    /** The token, as it was printed. */
    JoinToken token() throws IOException, IdentityException {
        return JoinToken.parse(Files.readString(directory.resolve("token")));
    }
}
