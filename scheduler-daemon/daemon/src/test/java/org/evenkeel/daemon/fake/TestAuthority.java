package org.evenkeel.daemon.fake;

import java.nio.file.Path;
import java.security.KeyPair;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.evenkeel.daemon.identity.Authority;
import org.evenkeel.daemon.identity.AuthorityFiles;
import org.evenkeel.daemon.identity.IdentityFiles;
import org.evenkeel.daemon.identity.TokenBook;
import org.evenkeel.security.identity.CertRole;
import org.evenkeel.security.identity.Credentials;
import org.evenkeel.security.identity.JoinToken;
import org.evenkeel.security.identity.Keys;
import org.evenkeel.security.identity.Subject;
import org.evenkeel.security.identity.Trust;
import org.evenkeel.security.tls.ClusterTls;
import org.evenkeel.security.tls.ClusterTrustManager;

/** The authority of a cluster that has been there for a year, and credentials by it. */
public final class TestAuthority {

    private static final Duration AGE = Duration.ofDays(365);

    private final Path directory;
    private final SecureRandom random = new SecureRandom();
    public final Authority authority;
    public final TokenBook tokens;

    public TestAuthority(Path directory) throws Exception {
        this.directory = directory;
        AuthorityFiles files = new AuthorityFiles(directory);
        authority = Authority.create(files, random, Instant.now().minus(AGE));
        tokens = new TokenBook(files, random);
    }

    /** Lets daemons in this directory be this node. */
    public void makeNode(String name) throws Exception {
        new IdentityFiles(directory).save(issue(name, CertRole.DAEMON, CertRole.MASTER));
    }

    public Credentials issue(String name, CertRole... roles) throws Exception {
        return issue(name, Instant.now(), roles);
    }

    /** Counts for 90 days from then. */
    public Credentials issue(String name, Instant at, CertRole... roles) throws Exception {
        KeyPair pair = Keys.generate(random);
        EnumSet<CertRole> all = EnumSet.noneOf(CertRole.class);
        all.addAll(java.util.List.of(roles));
        Subject subject = new Subject(authority.cluster(), name, all);
        return Credentials.of(
                pair.getPrivate(),
                authority.issue(pair.getPublic(), subject, "test", at),
                authority.certificate());
    }

    public JoinToken token(CertRole role) throws Exception {
        return tokens.create(
                EnumSet.of(role), Duration.ofMinutes(15), Optional.empty(), Instant.now());
    }

    /** Shows these, and trusts daemons of this authority. */
    public SSLContext context(Optional<Credentials> own) throws Exception {
        Trust trust = new Trust(authority.certificate());
        return ClusterTls.context(
                own, new ClusterTrustManager(trust, InstantSource.system(), serial -> false));
    }
}
