package org.evenkeel.daemon.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.evenkeel.security.identity.CertRole;
import org.evenkeel.security.identity.IdentityException;
import org.evenkeel.security.identity.Keys;
import org.evenkeel.security.identity.Subject;
import org.evenkeel.security.identity.Verdict;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuthorityTest {
    private static final Instant NOW = Cluster.NOW;
    private static final Duration DAY = Duration.ofDays(1);

    @TempDir private Path directory;
    private Cluster cluster;
    private Authority authority;
    private final KeyPair keys = Keys.generate(Cluster.RANDOM);

    @BeforeEach
    void makesACluster() throws Exception {
        cluster = Cluster.create(directory);
        authority = cluster.authority;
    }

    private interface Attempt {
        void run() throws Exception;
    }

    private static void isRefused(Attempt attempt, String because) {
        assertThatExceptionOfType(IdentityException.class)
                .isThrownBy(attempt::run)
                .withMessageContaining(because);
    }

    private X509Certificate issue(KeyPair pair, String name, Instant now) throws Exception {
        return authority.issue(pair.getPublic(), cluster.daemon(name), Issued.INIT, now);
    }

    @Test
    void aCertificateSaysWhoForHowLongAndWhatFor() throws Exception {
        Subject subject =
                new Subject(
                        authority.cluster(), "n1", EnumSet.of(CertRole.DAEMON, CertRole.MASTER));
        X509Certificate certificate =
                authority.issue(keys.getPublic(), subject, Issued.INIT, NOW.plusMillis(345));
        assertThat(cluster.verify(certificate, NOW))
                .isEqualTo(new Verdict.Valid(subject, certificate));
        assertThat(certificate.getNotBefore().toInstant())
                .isEqualTo(NOW.minus(Duration.ofMinutes(5)));
        assertThat(certificate.getNotAfter().toInstant())
                .isEqualTo(NOW.minus(Duration.ofMinutes(5)).plus(Duration.ofDays(90)));
        assertThat(certificate.getSerialNumber().toByteArray()).hasSize(16);
        assertThat(certificate.getBasicConstraints()).isEqualTo(-1);
        assertThat(certificate.getKeyUsage())
                .containsExactly(true, false, false, false, false, false, false, false, false);
        assertThat(certificate.getExtendedKeyUsage())
                .containsExactly("1.3.6.1.5.5.7.3.1", "1.3.6.1.5.5.7.3.2");
        assertThat(certificate.getPublicKey()).isEqualTo(keys.getPublic());
    }

    @Test
    void theAuthorityCountsForTenYearsAndSignsEndEntitiesOnly() {
        X509Certificate certificate = authority.certificate();
        assertThat(certificate.getNotAfter().toInstant()).isAfter(NOW.plus(DAY.multipliedBy(3650)));
        assertThat(certificate.getBasicConstraints()).isZero();
        assertThat(authority.cluster()).matches("[0-9a-f]{16}");
    }

    @Test
    void noCertificateOutlivesTheAuthority() throws Exception {
        Instant end = authority.certificate().getNotAfter().toInstant();
        X509Certificate last = issue(keys, "n1", end.minus(DAY));
        assertThat(last.getNotAfter().toInstant()).isEqualTo(end);
    }

    @Test
    void serialsAreRandom() throws Exception {
        Set<BigInteger> serials = new HashSet<>();
        for (int i = 0; i < 20; i++) {
            serials.add(cluster.issue(keys, "n1").getSerialNumber());
        }
        assertThat(serials).hasSize(20);
        assertThat(new HashSet<>(serials.stream().map(serial -> serial.shiftRight(64)).toList()))
                .hasSize(20);
    }

    @Test
    void thereIsOneAuthorityInADirectory() throws Exception {
        isRefused(
                () -> Authority.create(cluster.files, Cluster.RANDOM, NOW),
                "there is an authority already, of cluster " + authority.cluster());
        Authority opened = Authority.open(new AuthorityFiles(directory), Cluster.RANDOM);
        assertThat(opened.certificate()).isEqualTo(authority.certificate());
        isRefused(
                () -> Authority.open(new AuthorityFiles(directory.resolve("x")), Cluster.RANDOM),
                "evenkeel cluster init");
    }

    @Test
    void aCrashBeforeTheKeyIsThereLeavesNoAuthority() throws Exception {
        Path key = cluster.files.directory().resolve("ca.pem");
        Files.move(key, key.resolveSibling("ca.pem.4711.tmp"));
        assertThat(cluster.files.exists()).isFalse();
        cluster.issue(keys, "n1");
        Authority second = Authority.create(cluster.files, Cluster.RANDOM, NOW);
        assertThat(second.cluster()).isNotEqualTo(authority.cluster());
        assertThat(second.list()).isEmpty();
        assertThat(key.resolveSibling("ca.pem.4711.tmp")).doesNotExist();
        assertThat(key.resolveSibling("issued.old")).exists();
    }

    @Test
    void everyFileIsTheOwnersAlone() throws Exception {
        cluster.issue(keys, "n1");
        authority.revoke("n1", NOW);
        new TokenBook(cluster.files, Cluster.RANDOM)
                .create(EnumSet.of(CertRole.DAEMON), DAY, java.util.Optional.empty(), NOW);
        Cluster.assertPrivate(directory);
    }

    @Test
    void filesThatOthersCanReadAreRefused() throws Exception {
        for (String name : List.of("ca.pem", "revoked", "issued")) {
            Path file = cluster.files.directory().resolve(name);
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
            isRefused(
                    () -> {
                        Authority.open(cluster.files, Cluster.RANDOM);
                        cluster.issue(keys, "n1");
                    },
                    "chmod 600 " + file);
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        }
    }

    @Test
    void aFileThatIsGoneIsMissed() throws Exception {
        for (String name : List.of("revoked", "issued")) {
            Path file = cluster.files.directory().resolve(name);
            byte[] content = Files.readAllBytes(file);
            Files.delete(file);
            isRefused(() -> cluster.issue(keys, "n1"), "bring it back");
            try (var channel = org.evenkeel.daemon.files.PrivateFiles.create(file)) {
                channel.write(java.nio.ByteBuffer.wrap(content));
            }
        }
        cluster.issue(keys, "n1");
    }

    @Test
    void onlyKeysOnP256AreSigned() throws Exception {
        KeyPairGenerator rsa = KeyPairGenerator.getInstance("RSA");
        rsa.initialize(2048);
        PublicKey key = rsa.generateKeyPair().getPublic();
        isRefused(() -> authority.issue(key, cluster.daemon("n1"), Issued.INIT, NOW), "P-256");
        isRefused(
                () ->
                        authority.issue(
                                authority.certificate().getPublicKey(),
                                cluster.daemon("n1"),
                                Issued.INIT,
                                NOW),
                "authority's own");
        assertThat(authority.list()).isEmpty();
    }

    @Test
    void onlySubjectsOfItsClusterAreSigned() {
        Subject foreign = new Subject("0123456789abcdef", "n1", EnumSet.of(CertRole.DAEMON));
        isRefused(
                () -> authority.issue(keys.getPublic(), foreign, Issued.INIT, NOW),
                "not of 0123456789abcdef");
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        authority.issue(keys.getPublic(), cluster.daemon("n1"), "two words", NOW));
    }

    @Test
    void aNameBelongsToOneKeyUntilItIsRevokedOrLongOver() throws Exception {
        cluster.issue(keys, "n1");
        KeyPair other = Keys.generate(Cluster.RANDOM);
        isRefused(() -> cluster.issue(other, "n1"), "evenkeel cert revoke n1");
        isRefused(() -> issue(other, "n1", NOW.plus(DAY.multipliedBy(179))), "another key");
        cluster.issue(keys, "n1");
        cluster.issue(other, "n2");
        authority.revoke("n1", NOW);
        cluster.issue(Keys.generate(Cluster.RANDOM), "n1");
        issue(Keys.generate(Cluster.RANDOM), "n2", NOW.plus(DAY.multipliedBy(181)));
    }

    @Test
    void aKeyHasOneName() throws Exception {
        cluster.issue(keys, "n1");
        isRefused(() -> cluster.issue(keys, "n2"), "the key belongs to n1");
    }

    @Test
    void whatIsSignedIsInTheLogAtOnce() throws Exception {
        X509Certificate certificate = cluster.issue(keys, "n1");
        List<Issued> list = Authority.open(cluster.files, Cluster.RANDOM).list();
        assertThat(list)
                .containsExactly(
                        Issued.of(certificate, cluster.daemon("n1"), Issued.byToken("ab12cd34")));
        assertThat(Files.readString(cluster.files.directory().resolve("issued")))
                .isEqualTo(list.getFirst().line() + "\n")
                .startsWith(Issued.spell(certificate.getSerialNumber()) + " n1 daemon ")
                .endsWith(" token:ab12cd34\n");
    }
}
