package org.evenkeel.daemon.identity;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyPair;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Stream;
import org.evenkeel.security.identity.CertRole;
import org.evenkeel.security.identity.Credentials;
import org.evenkeel.security.identity.Keys;
import org.evenkeel.security.identity.Subject;
import org.evenkeel.security.identity.Trust;
import org.evenkeel.security.identity.Verdict;

/** An authority in a directory, and what tests ask of it again and again. */
final class Cluster {
    static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");
    static final SecureRandom RANDOM = new SecureRandom();

    final Path directory;
    final AuthorityFiles files;
    final Authority authority;

    private Cluster(Path directory, Authority authority) {
        this.directory = directory;
        this.files = new AuthorityFiles(directory);
        this.authority = authority;
    }

    static Cluster create(Path directory) throws Exception {
        return new Cluster(directory, Authority.create(new AuthorityFiles(directory), RANDOM, NOW));
    }

    Subject daemon(String name) {
        return new Subject(authority.cluster(), name, EnumSet.of(CertRole.DAEMON));
    }

    X509Certificate issue(KeyPair keys, String name) throws Exception {
        return authority.issue(keys.getPublic(), daemon(name), Issued.byToken("ab12cd34"), NOW);
    }

    Credentials credentials(String name) throws Exception {
        KeyPair keys = Keys.generate(RANDOM);
        return Credentials.of(keys.getPrivate(), issue(keys, name), authority.certificate());
    }

    Verdict verify(X509Certificate certificate, Instant now) throws Exception {
        return new Trust(authority.certificate())
                .verify(List.of(certificate), now, authority.revoked()::isRevoked);
    }

    /** Every file below is the owner's alone, every directory too. */
    static void assertPrivate(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            assertThat(all.filter(path -> !path.equals(directory)).toList())
                    .isNotEmpty()
                    .allSatisfy(path ->
                            assertThat(
                                            PosixFilePermissions.toString(
                                                    Files.getPosixFilePermissions(path)))
                                    .isEqualTo(
                                            Files.isDirectory(path) ? "rwx------" : "rw-------"));
        }
    }
}
