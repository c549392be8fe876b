package org.evenkeel.daemon.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.evenkeel.security.identity.IdentityException;
import org.evenkeel.security.identity.Keys;
import org.evenkeel.security.identity.RevocationList;
import org.evenkeel.security.identity.Subject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Certificates are renewed for the same key, and taken back for good. */
class RenewalTest {
    private static final Instant NOW = Cluster.NOW;
    private static final Duration DAY = Duration.ofDays(1);

    @TempDir private Path directory;
    private Cluster cluster;
    private Authority authority;
    private final KeyPair keys = Keys.generate(Cluster.RANDOM);
    private X509Certificate first;
    private Instant end;

    @BeforeEach
    void makesACluster() throws Exception {
        cluster = Cluster.create(directory);
        authority = cluster.authority;
        first = cluster.issue(keys, "n1");
        end = first.getNotAfter().toInstant();
    }

    private X509Certificate renew(X509Certificate old, Instant now) throws Exception {
        return authority.renew(old, keys.getPublic(), now);
    }

    private void isRefused(X509Certificate old, Instant now, String because) {
        assertThatExceptionOfType(IdentityException.class)
                .isThrownBy(() -> renew(old, now))
                .withMessageContaining(because);
    }

    @Test
    void keepsNameRolesAndKey() throws Exception {
        Instant later = NOW.plus(DAY.multipliedBy(30));
        X509Certificate second = renew(first, later);
        assertThat(Subject.of(second)).isEqualTo(Subject.of(first));
        assertThat(second.getPublicKey()).isEqualTo(keys.getPublic());
        assertThat(second.getSerialNumber()).isNotEqualTo(first.getSerialNumber());
        assertThat(second.getNotAfter().toInstant())
                .isEqualTo(later.minus(Duration.ofMinutes(5)).plus(DAY.multipliedBy(90)));
        assertThat(authority.list())
                .extracting(Issued::how)
                .containsExactly(
                        "token:ab12cd34", "renewal:" + Issued.spell(first.getSerialNumber()));
    }

    @Test
    void isGrantedForNinetyDaysAfterTheEnd() throws Exception {
        renew(first, end.plus(DAY));
        renew(first, end.plus(DAY.multipliedBy(90)));
        isRefused(first, end.plus(DAY.multipliedBy(91)), "join again with a new token");
    }

    @Test
    void isRefusedForAnotherKey() {
        KeyPair other = Keys.generate(Cluster.RANDOM);
        assertThatExceptionOfType(IdentityException.class)
                .isThrownBy(() -> authority.renew(first, other.getPublic(), NOW))
                .withMessageContaining("for its own key only");
    }

    @Test
    void isRefusedForAnotherAuthoritysCertificate() throws Exception {
        Cluster other = Cluster.create(directory.resolve("other"));
        isRefused(other.issue(keys, "n1"), NOW, "another cluster");
    }

    @Test
    void isRefusedForAnyCertificateOfAKeyThatWasRevoked() throws Exception {
        X509Certificate second = renew(first, NOW.plus(DAY));
        authority.revoke(Issued.spell(first.getSerialNumber()), NOW.plus(DAY));
        isRefused(first, NOW.plus(DAY), "revoked");
        isRefused(second, NOW.plus(DAY), "revoked");
        assertThatExceptionOfType(IdentityException.class)
                .isThrownBy(() -> cluster.issue(keys, "n1"))
                .withMessageContaining("never counts again");
    }

    @Test
    void isRefusedWhenTheRevokedOneIsNotTheOneThatIsShown() throws Exception {
        // One that the list does not name, as after lines were dropped: the key gives it away.
        X509Certificate second = renew(first, NOW);
        var list =
                RevocationList.sign(
                        2, List.of(first.getSerialNumber()), NOW, cluster.files.load().key());
        try (DirectoryLock _ = cluster.files.lock()) {
            cluster.files.saveRevoked(list);
        }
        isRefused(second, NOW, "the key was revoked");
    }

    @Test
    void isGrantedEightTimesADay() throws Exception {
        for (int i = 0; i < 8; i++) {
            renew(first, NOW);
        }
        isRefused(first, NOW, "try again tomorrow");
        isRefused(first, NOW.plus(Duration.ofHours(23)), "try again tomorrow");
        renew(first, NOW.plus(DAY));
    }

    @Test
    void byNameAllCertificatesOfTheKeyAreTakenBack() throws Exception {
        X509Certificate second = renew(first, NOW.plus(DAY));
        X509Certificate other = cluster.issue(Keys.generate(Cluster.RANDOM), "n2");
        Revocation revocation = authority.revoke("n1", NOW.plus(DAY));
        assertThat(revocation.isNew()).isTrue();
        assertThat(revocation.list().version()).isEqualTo(2);
        assertThat(revocation.certificates())
                .extracting(Issued::serial)
                .containsExactly(first.getSerialNumber(), second.getSerialNumber());
        assertThat(authority.revoked().isRevoked(first.getSerialNumber())).isTrue();
        assertThat(authority.revoked().isRevoked(second.getSerialNumber())).isTrue();
        assertThat(authority.revoked().isRevoked(other.getSerialNumber())).isFalse();
        authority.revoked().verify(authority.certificate().getPublicKey());
        assertThat(Authority.open(cluster.files, Cluster.RANDOM).revoked().version()).isEqualTo(2);
    }

    @Test
    void bySerialAllCertificatesOfTheKeyAreTakenBackToo() throws Exception {
        renew(first, NOW.plus(DAY));
        String serial = Issued.spell(first.getSerialNumber());
        String asOpenSslShowsIt =
                serial.toUpperCase(java.util.Locale.ROOT).replaceAll("(..)(?=.)", "$1:");
        assertThat(authority.revoke(asOpenSslShowsIt, NOW).certificates()).hasSize(2);
    }

    @Test
    void whatIsRevokedAlreadyMakesNoNewList() throws Exception {
        authority.revoke("n1", NOW);
        Revocation again = authority.revoke("n1", NOW.plus(DAY));
        assertThat(again.isNew()).isFalse();
        assertThat(again.list().version()).isEqualTo(2);
        assertThat(again.certificates()).hasSize(1);
    }

    @Test
    void whatDoesNotExistOrIsLongOverIsNotRevoked() throws Exception {
        for (String which : new String[] {"n9", "", "ab", "0".repeat(32)}) {
            assertThat(authority.revoke(which, NOW).certificates()).isEmpty();
        }
        assertThat(authority.revoke("n1", end.plus(DAY.multipliedBy(91))).certificates()).isEmpty();
        assertThat(authority.revoked().version()).isEqualTo(1);
    }

    @Test
    void anAuthorityOfAnOldCopyTakesOverWhatItSignedLater() throws Exception {
        Path file = cluster.files.directory().resolve("revoked");
        byte[] old = Files.readAllBytes(file);
        cluster.issue(Keys.generate(Cluster.RANDOM), "n2");
        authority.revoke("n2", NOW);
        RevocationList later = authority.revoke("n1", NOW).list();
        Files.write(file, old);
        RevocationList adopted = authority.adopt(later, NOW);
        assertThat(adopted.version()).isEqualTo(4);
        assertThat(adopted.serials()).isEqualTo(later.serials());
        assertThat(authority.revoked().encode()).isEqualTo(adopted.encode());
        assertThat(authority.adopt(adopted, NOW).version()).isEqualTo(4);
        assertThat(authority.adopt(later, NOW).version()).isEqualTo(4);
    }

    @Test
    void twoListsOfOneVersionBecomeOneThatIsNewer() throws Exception {
        RevocationList twin =
                RevocationList.sign(
                        2, List.of(BigInteger.valueOf(77)), NOW, cluster.files.load().key());
        authority.revoke("n1", NOW);
        RevocationList both = authority.adopt(twin, NOW);
        assertThat(both.version()).isEqualTo(3);
        assertThat(both.serials()).containsExactly(BigInteger.valueOf(77), first.getSerialNumber());
    }

    @Test
    void anotherAuthoritysListIsNotTakenOver() throws Exception {
        RevocationList foreign =
                RevocationList.sign(9, List.of(), NOW, Keys.generate(Cluster.RANDOM).getPrivate());
        assertThatExceptionOfType(IdentityException.class)
                .isThrownBy(() -> authority.adopt(foreign, NOW))
                .withMessageContaining("not signed");
        assertThat(authority.revoked().version()).isEqualTo(1);
    }
}
