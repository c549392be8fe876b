package org.evenkeel.keepers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.evenkeel.keepers.TestKeepers.PATIENT;
import static org.evenkeel.keepers.TestKeepers.SHORT;
import static org.evenkeel.keepers.TestKeepers.bytes;
import static org.evenkeel.keepers.TestKeepers.join;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import org.evenkeel.daemon.fake.TestAuthority;
import org.evenkeel.daemon.keepers.Keeper;
import org.evenkeel.daemon.keepers.KeeperPeer;
import org.evenkeel.daemon.keepers.KeeperSettings;
import org.evenkeel.daemon.keepers.KeeperSettings.Start;
import org.evenkeel.model.NodeId;
import org.evenkeel.security.identity.CertRole;
import org.evenkeel.security.identity.Credentials;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who may be a keeper. */
class KeeperCertificatesTest {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path directory;

    private TestAuthority authority(String name) throws Exception {
        return new TestAuthority(Files.createDirectories(directory.resolve(name)));
    }

    private static X509Certificate[] chain(Credentials of) {
        return of.chain().toArray(X509Certificate[]::new);
    }

    @Test
    void roleClusterDatesAndNameAreChecked() throws Exception {
        TestAuthority authority = authority("a");
        TestAuthority other = authority("b");
        Credentials n1 = authority.issue("n1", CertRole.DAEMON);
        PeerTrust trust =
                new PeerTrust(TestKeepers.tls(authority, n1).trust(), new Refusals(() -> 0));
        SSLEngine toN1 = SSLContext.getDefault().createSSLEngine("n1", 1);
        SSLEngine toN2 = SSLContext.getDefault().createSSLEngine("n2", 1);

        assertThatCode(() -> trust.checkServerTrusted(chain(n1), "EC", toN1))
                .doesNotThrowAnyException();
        assertThatCode(() -> trust.checkClientTrusted(chain(n1), "EC", toN2))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> trust.checkServerTrusted(chain(n1), "EC", toN2))
                .hasMessageContaining("is of n1 (daemon) of cluster")
                .hasMessageContaining("the keepers' list has n2 at this address");
        assertThatThrownBy(() -> trust.checkServerTrusted(chain(n1), "EC"))
                .hasMessageContaining("has null at this address");
        Credentials client = authority.issue("c1", CertRole.SUBMIT, CertRole.ADMIN);
        assertThatThrownBy(() -> trust.checkClientTrusted(chain(client), "EC", toN1))
                .hasMessageContaining("c1 (submit, admin) of cluster")
                .hasMessageEndingWith("does not have the role daemon: it is no keeper");
        assertThatThrownBy(() -> trust.checkServerTrusted(chain(client), "EC", toN1))
                .hasMessageEndingWith("does not have the role daemon: it is no keeper");
        Credentials stranger = other.issue("n1", CertRole.DAEMON);
        assertThatThrownBy(() -> trust.checkClientTrusted(chain(stranger), "EC", toN1))
                .hasMessageContaining("another authority");
        Credentials old =
                authority.issue("n7", Instant.now().minus(Duration.ofDays(100)), CertRole.DAEMON);
        assertThatThrownBy(() -> trust.checkClientTrusted(chain(old), "EC", toN1))
                .hasMessageContaining("the certificate of n7 expired on");
    }

    @Test
    void keepersRefuseOneWithoutTheRoleAndAnotherDaemon() throws Exception {
        try (TestKeepers group = new TestKeepers(directory, "n1", "n2", "n3")) {
            String[] all = {"n1", "n2", "n3"};
            Keeper first = group.start("n1", Start.FOUND, PATIENT, all);
            group.start("n2", Start.FOUND, PATIENT, all);
            Keeper submitter =
                    group.start(
                            group.settings("n3", Start.FOUND, SHORT, all),
                            group.tls("n3", CertRole.SUBMIT));
            assertThat(join(first).holds()).isTrue();
            assertThatThrownBy(() -> bytes(submitter)).cause().hasMessageContaining("too few");
            assertThatThrownBy(() -> join(submitter)).cause().hasMessageContaining("too few");
            assertThat(submitter.status().appliedIndex()).isNegative();
            group.stop("n3");

            Keeper impostor =
                    group.start(
                            group.settings("n3", Start.CONTINUE, SHORT, all),
                            group.tls("n2", CertRole.DAEMON));
            assertThatThrownBy(() -> bytes(impostor)).cause().hasMessageContaining("too few");
            assertThat(impostor.status().appliedIndex()).isNegative();
            group.stop("n3");

            group.add("n9");
            Keeper uninvited = group.start("n9", Start.JOIN, SHORT, all);
            assertThatThrownBy(() -> join(uninvited))
                    .cause()
                    .hasMessageContaining("n9 is not among the keepers that this one knows");

            Keeper right = group.start("n3", Start.CONTINUE, PATIENT, all);
            assertThat(bytes(right)).isEqualTo(bytes(first));
        }
    }

    @Test
    void reasonIsToldOnceAMinute() {
        AtomicLong nanos = new AtomicLong();
        Refusals refusals = new Refusals(nanos::get);
        assertThat(refusals.tell("one")).isTrue();
        assertThat(refusals.tell("one")).isFalse();
        assertThat(refusals.tell("another")).isTrue();
        nanos.addAndGet(Duration.ofMinutes(1).toNanos());
        assertThat(refusals.tell("one")).isTrue();
    }

    @Test
    void withoutCertificatesKeepersAreAtLoopbackAddressesOnly() throws Exception {
        KeeperPeer away = new KeeperPeer(new NodeId("n1"), "192.0.2.1", 1);
        KeeperSettings settings =
                new KeeperSettings(
                        away,
                        List.of(away),
                        UUID.randomUUID(),
                        directory,
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 1),
                        Start.FOUND,
                        SHORT);
        assertThatThrownBy(() -> new RatisKeepers().start(settings, null))
                .hasMessageContaining("keeper n1 has no certificate");
    }

    @Test
    void oneWithoutTlsServesItsMachine() throws Exception {
        try (TestKeepers group = new TestKeepers(directory, "n1");
                Keeper keeper =
                        new RatisKeepers()
                                .start(group.settings("n1", Start.FOUND, PATIENT, "n1"), null)) {
            assertThat(join(keeper).holds()).isTrue();
        }
    }
}
