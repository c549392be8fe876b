package org.evenkeel.daemon.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyPair;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.stream.Stream;
import org.evenkeel.daemon.config.DaemonConfig.Address;
import org.evenkeel.security.identity.Credentials;
import org.evenkeel.security.identity.IdentityException;
import org.evenkeel.security.identity.Keys;
import org.evenkeel.security.identity.Pem;
import org.evenkeel.security.identity.RevocationList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IdentityFilesTest {
    @TempDir private Path folder;
    private Path directory;
    private Cluster cluster;
    private IdentityFiles files;

    @BeforeEach
    void makesACluster() throws Exception {
        directory = folder.resolve("cluster");
        cluster = Cluster.create(directory);
        files = new IdentityFiles(directory);
    }

    private RevocationList list(long version, KeyPair keys, int... serials) throws Exception {
        List<BigInteger> numbers =
                java.util.Arrays.stream(serials).mapToObj(BigInteger::valueOf).toList();
        return RevocationList.sign(version, numbers, Cluster.NOW, keys.getPrivate());
    }

    private static void chmod(Path path, String permissions) throws Exception {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
    }

    private void isRefused(String because) {
        assertThatExceptionOfType(IdentityException.class)
                .isThrownBy(files::load)
                .withMessageContaining(files.file().toString())
                .withMessageContaining(because);
    }

    @Test
    void atFirstThereIsNone() throws Exception {
        assertThat(files.load()).isEmpty();
        assertThat(files.seed()).isEmpty();
        assertThat(files.revoked(cluster.authority.certificate())).isEmpty();
        assertThat(files.exists()).isFalse();
    }

    @Test
    void whatIsSavedIsLoadedByTheNextProcess() throws Exception {
        Credentials credentials = cluster.credentials("n1");
        files.save(credentials);
        assertThat(new IdentityFiles(directory).load()).contains(credentials);
        Credentials renewed = cluster.credentials("n2");
        files.save(renewed);
        assertThat(new IdentityFiles(directory).load()).contains(renewed);
    }

    @Test
    void everyFileIsTheOwnersAlone() throws Exception {
        files.save(cluster.credentials("n1"));
        files.saveSeed(new Address("10.0.0.1", 7070));
        files.keepRevoked(cluster.authority.revoked(), cluster.authority.certificate());
        Cluster.assertPrivate(directory);
        try (Stream<Path> all = Files.list(directory.resolve("identity"))) {
            assertThat(all.map(path -> path.getFileName().toString()))
                    .containsExactlyInAnyOrder("lock", "node.pem", "revoked", "seed");
        }
    }

    @Test
    void aKeyThatOthersCanReadIsRefused() throws Exception {
        files.save(cluster.credentials("n1"));
        for (String permissions : List.of("rw-r-----", "rw----r--", "rw--w----", "rw-----w-")) {
            chmod(files.file(), permissions);
            isRefused("chmod 600 " + files.file());
        }
        chmod(files.file(), "r--------");
        assertThat(files.load()).isPresent();
    }

    @Test
    void aDirectoryThatOthersCanChangeIsRefused() throws Exception {
        files.save(cluster.credentials("n1"));
        chmod(directory.resolve("identity"), "rwxrwx---");
        isRefused("chmod 700 " + directory.resolve("identity"));
        chmod(directory.resolve("identity"), "rwxr-x---");
        assertThat(files.load()).isPresent();
    }

    @Test
    void aCrashBeforeTheRenameLeavesTheIdentityOfBefore() throws Exception {
        Credentials before = cluster.credentials("n1");
        files.save(before);
        byte[] next = Pem.write(cluster.credentials("n2"));
        Path half = files.file().resolveSibling("node.pem.4711.tmp");
        for (int length : new int[] {0, 100, next.length}) {
            Files.write(half, java.util.Arrays.copyOf(next, length));
            assertThat(new IdentityFiles(directory).load()).contains(before);
        }
        Credentials after = cluster.credentials("n3");
        files.save(after);
        assertThat(half).doesNotExist();
        assertThat(files.load()).contains(after);
    }

    @Test
    void aCrashBeforeTheFirstRenameLeavesNone() throws Exception {
        files.saveSeed(new Address("n1", 1));
        Path half = files.file().resolveSibling("node.pem.4711.tmp");
        Files.write(half, Pem.write(cluster.credentials("n1")));
        assertThat(new IdentityFiles(directory).load()).isEmpty();
    }

    @Test
    void keyAndCertificateNeverComeApart() throws Exception {
        Credentials one = cluster.credentials("n1");
        Credentials other = cluster.credentials("n2");
        files.save(one);
        byte[] mixed =
                Pem.write(
                        new Credentials(
                                other.key(), one.certificate(), one.authority(), one.subject()));
        Files.write(files.file(), mixed);
        isRefused("the key does not belong to the certificate");
    }

    @Test
    void aDamagedOrEndlessFileIsRefused() throws Exception {
        files.save(cluster.credentials("n1"));
        byte[] content = Files.readAllBytes(files.file());
        Files.write(files.file(), java.util.Arrays.copyOf(content, content.length / 2));
        isRefused("cut off");
        Files.write(files.file(), new byte[17 << 10]);
        isRefused("longer than 16384 bytes");
    }

    @Test
    void theNewestListIsKept() throws Exception {
        X509Certificate authority = cluster.authority.certificate();
        RevocationList first = cluster.authority.revoked();
        cluster.issue(Keys.generate(Cluster.RANDOM), "n1");
        RevocationList second = cluster.authority.revoke("n1", Cluster.NOW).list();
        assertThat(files.keepRevoked(second, authority).version()).isEqualTo(2);
        assertThat(files.keepRevoked(first, authority).version()).isEqualTo(2);
        assertThat(new IdentityFiles(directory).revoked(authority))
                .get()
                .satisfies(list -> assertThat(list.encode()).isEqualTo(second.encode()));
    }

    @Test
    void aListThatTheAuthorityDidNotSignIsRefusedAndChangesNothing() throws Exception {
        X509Certificate authority = cluster.authority.certificate();
        files.keepRevoked(cluster.authority.revoked(), authority);
        RevocationList forged = list(99, Keys.generate(Cluster.RANDOM), 1);
        assertThatExceptionOfType(IdentityException.class)
                .isThrownBy(() -> files.keepRevoked(forged, authority))
                .withMessageContaining("not signed by this cluster's authority");
        assertThat(files.revoked(authority).orElseThrow().version()).isEqualTo(1);
    }

    @Test
    void aForgedOrDamagedListOnDiskIsRefusedUntilTheNextRightOneComes() throws Exception {
        X509Certificate authority = cluster.authority.certificate();
        files.keepRevoked(cluster.authority.revoked(), authority);
        Path file = directory.resolve("identity/revoked");
        for (byte[] wrong :
                List.of(
                        list(99, Keys.generate(Cluster.RANDOM), 1).encode(),
                        new byte[0],
                        new byte[1000])) {
            Files.write(file, wrong);
            assertThatExceptionOfType(IdentityException.class)
                    .isThrownBy(() -> files.revoked(authority))
                    .withMessageContaining(file.toString());
            files.keepRevoked(cluster.authority.revoked(), authority);
            assertThat(files.revoked(authority)).isPresent();
        }
    }

    @Test
    void twoListsOfOneVersionAreRefused() throws Exception {
        Cluster copy = Cluster.create(folder.resolve("copy"));
        X509Certificate authority = cluster.authority.certificate();
        Files.write(
                copy.files.directory().resolve("ca.pem"),
                Files.readAllBytes(cluster.files.directory().resolve("ca.pem")));
        Files.write(
                copy.files.directory().resolve("revoked"),
                Files.readAllBytes(cluster.files.directory().resolve("revoked")));
        Authority twin = Authority.open(copy.files, Cluster.RANDOM);
        KeyPair keys = Keys.generate(Cluster.RANDOM);
        twin.issue(keys.getPublic(), cluster.daemon("n1"), Issued.INIT, Cluster.NOW);
        cluster.issue(Keys.generate(Cluster.RANDOM), "n1");
        files.keepRevoked(cluster.authority.revoke("n1", Cluster.NOW).list(), authority);
        RevocationList other = twin.revoke("n1", Cluster.NOW).list();
        assertThatExceptionOfType(IdentityException.class)
                .isThrownBy(() -> files.keepRevoked(other, authority))
                .withMessageContaining("two lists");
    }

    @Test
    void theSeedReadsBackTheSame() throws Exception {
        for (Address address : List.of(new Address("head.lab", 7070), new Address("::1", 1))) {
            files.saveSeed(address);
            assertThat(new IdentityFiles(directory).seed()).contains(address);
        }
        Files.writeString(directory.resolve("identity/seed"), "no address\n");
        assertThatExceptionOfType(IdentityException.class)
                .isThrownBy(files::seed)
                .withMessageContaining("HOST:PORT");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> files.saveSeed(new Address("two words", 1)));
    }
}
