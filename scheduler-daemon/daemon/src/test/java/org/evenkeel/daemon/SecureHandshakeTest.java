package org.evenkeel.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.evenkeel.daemon.admission.AuthorityClient;
import org.evenkeel.daemon.admission.AuthorityClient.Obtained;
import org.evenkeel.daemon.config.ConfigException;
import org.evenkeel.daemon.config.ConfigKey;
import org.evenkeel.daemon.config.DaemonConfig.Address;
import org.evenkeel.daemon.fake.Keyed;
import org.evenkeel.daemon.fake.LateOnce;
import org.evenkeel.daemon.fake.Tasks;
import org.evenkeel.daemon.fake.TestAuthority;
import org.evenkeel.daemon.fake.TestCluster;
import org.evenkeel.daemon.fake.WireSocket;
import org.evenkeel.daemon.identity.HeldAuthority;
import org.evenkeel.daemon.identity.Issued;
import org.evenkeel.model.Digest;
import org.evenkeel.security.identity.CertRole;
import org.evenkeel.security.identity.Credentials;
import org.evenkeel.security.identity.IdentityException;
import org.evenkeel.security.identity.JoinToken;
import org.evenkeel.security.tls.ClusterTls;
import org.evenkeel.wire.proto.FetchValue;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.Frame.BodyCase;
import org.evenkeel.wire.proto.Hello;
import org.evenkeel.wire.proto.NodeRef;
import org.evenkeel.wire.proto.OpenJob;
import org.evenkeel.wire.proto.Ping;
import org.evenkeel.wire.proto.Role;
import org.evenkeel.wire.proto.Serve;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Who comes in over TLS, as what, and how it gets a certificate, at a real daemon. */
@Timeout(120)
class SecureHandshakeTest {

    @TempDir Path directory;
    @TempDir Path elsewhere;
    private TestAuthority authority;
    private TestCluster cluster;
    private Daemon daemon;

    @BeforeEach
    void open() throws Exception {
        authority = new TestAuthority(directory);
        authority.makeNode("n1");
        cluster = new TestCluster(directory);
        daemon = cluster.start("n1", 0, engine());
    }

    /** Who computes TLS: the one that this machine uses unless told otherwise. */
    Map<ConfigKey, String> engine() {
        return Map.of();
    }

    @AfterEach
    void close() throws Exception {
        cluster.close();
    }

    private WireSocket connect(Credentials own) throws Exception {
        return WireSocket.secure(
                daemon.file().host(),
                daemon.file().port(),
                authority.context(Optional.ofNullable(own)));
    }

    private Frame greet(Credentials own, Hello.Builder hello) throws Exception {
        try (WireSocket socket = connect(own)) {
            return socket.greet(hello, ClusterTls.handshakeSecret());
        }
    }

    private AuthorityClient client() {
        return new AuthorityClient(
                new Address(daemon.file().host(), daemon.file().port()),
                InstantSource.system(),
                busy -> {});
    }

    private static Hello.Builder submitter() {
        return Keyed.hello(5);
    }

    private static Hello.Builder peer(String name) {
        return Hello.newBuilder()
                .setRole(Role.PEER)
                .setNode(
                        NodeRef.newBuilder()
                                .setName(name)
                                .setIncarnation(1)
                                .setHost("127.0.0.1")
                                .setPort(1));
    }

    // ---- Workers beside the authority

    @Test
    void tasksDoNotRunAsTheUserWhoHasTheAuthoritysKeyUnlessToldTo() throws Exception {
        cluster.close();
        assertThatThrownBy(() -> cluster.start("n1", 1, Map.of(ConfigKey.WORKER_USER, "auto")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("key of the cluster's authority")
                .hasMessageContaining("--workers 0")
                .hasMessageContaining("--worker-user same");
        assertThat(cluster.start("n1", 0, Map.of(ConfigKey.WORKER_USER, "auto")).file().workers())
                .isZero();
    }

    // ---- Roles

    @Test
    void aCertificateComesInAsWhatItsRolesSay() throws Exception {
        Credentials submit = authority.issue("alice", CertRole.SUBMIT);
        Credentials other = authority.issue("n2", CertRole.DAEMON);
        assertThat(greet(submit, submitter()).hasWelcome()).isTrue();
        assertThat(greet(other, peer("n2")).hasWelcome()).isTrue();
        assertThat(greet(submit, peer("alice")).getRefused().getReason())
                .contains("alice (submit)")
                .contains("may not connect as PEER");
        assertThat(greet(other, submitter()).getRefused().getReason())
                .contains("may not connect as CLIENT");
    }

    @Test
    void nobodySpeaksUnderAnothersName() throws Exception {
        Credentials other = authority.issue("n2", CertRole.DAEMON);
        assertThat(greet(other, peer("n3")).getRefused().getReason()).contains("may not act as n3");
    }

    @Test
    void aWorkerNeverComesOverTheNetwork() throws Exception {
        Credentials all = authority.issue("n2", CertRole.DAEMON, CertRole.SUBMIT, CertRole.ADMIN);
        Hello.Builder worker = Hello.newBuilder().setRole(Role.WORKER).setWorker(1);
        assertThat(greet(all, worker).getRefused().getReason()).contains("WORKER");
    }

    @Test
    void whoMaySubmitMayNotEndADaemon() throws Exception {
        try (WireSocket socket = connect(authority.issue("alice", CertRole.SUBMIT))) {
            socket.greet(submitter(), ClusterTls.handshakeSecret());
            socket.send(
                    Frame.newBuilder()
                            .setDrain(org.evenkeel.wire.proto.Drain.getDefaultInstance())
                            .build());
            assertThat(socket.readUntil(BodyCase.REFUSED).getRefused().getReason())
                    .contains("may not send DRAIN");
        }
        assertThat(daemon.ended()).isNotDone();
    }

    private static Frame openHers() {
        return Frame.newBuilder()
                .setOpenJob(Keyed.opening(5, 1).setName("hers").setOutlives(true))
                .build();
    }

    @Test
    void aSessionAndItsJobsAreTheirSubmittersAlone() throws Exception {
        Credentials alice = authority.issue("alice", CertRole.SUBMIT);
        Credentials bob = authority.issue("bob", CertRole.SUBMIT);
        try (WireSocket hers = connect(alice)) {
            hers.greet(submitter(), ClusterTls.handshakeSecret());
            hers.send(openHers());
            assertThat(greet(bob, submitter()).getRefused().getReason())
                    .contains("this session belongs to another submitter");
            Hello.Builder attach = Hello.newBuilder().setRole(Role.CLIENT).setOrigin(9);
            assertThat(greet(bob, attach.setAttachJob(Keyed.job(5, 1))).getRefused().getReason())
                    .contains("this session belongs to another submitter");
            try (WireSocket his = connect(bob)) {
                his.greet(Keyed.hello(8), ClusterTls.handshakeSecret());
                his.send(Keyed.close(5, 1));
                assertThat(his.readUntil(BodyCase.REFUSED).getRefused().getReason())
                        .contains("another submitter: alice");
            }
            try (WireSocket his = connect(bob)) {
                his.greet(Keyed.hello(8), ClusterTls.handshakeSecret());
                his.send(
                        Frame.newBuilder()
                                .setServe(Serve.newBuilder().setJob(Keyed.job(5, 1)).setSlots(1))
                                .build());
                assertThat(his.readUntil(BodyCase.REFUSED).getRefused().getReason())
                        .contains("another submitter: alice");
            }
        }
        assertThat(greet(alice, submitter()).hasWelcome()).isTrue();
    }

    /** At a daemon where she never was, too: it can tell by the key alone. */
    @Test
    void whoHasOnlyReadTheIdOfASessionDoesNotGetIt() throws Exception {
        Credentials bob = authority.issue("bob", CertRole.SUBMIT);
        assertThat(greet(bob, submitter().clearSessionKey()).getRefused().getReason())
                .contains("must prove the key of its session");
        Hello.Builder wrong = submitter().setSessionKey(Keyed.hello(8).getSessionKey());
        assertThat(greet(bob, wrong).getRefused().getReason())
                .contains("belongs to another key than the one proved");
        assertThat(greet(bob, submitter().setSessionKey(ByteString.copyFromUtf8("short"))))
                .as("no key at all")
                .matches(Frame::hasRefused);
    }

    @Test
    void whoHasOnlyReadTheIdOfAJobCannotOpenItOrSubmitToItOrServeIt() throws Exception {
        Credentials bob = authority.issue("bob", CertRole.SUBMIT);
        long hers = Keyed.job(5, 1);
        OpenJob.Builder open = Keyed.opening(8, 1).setJob(hers).setName("mine");
        assertThat(answer(bob, Frame.newBuilder().setOpenJob(open).build()))
                .contains("does not belong to this session");
        Serve.Builder serve = Serve.newBuilder().setJob(hers).setSlots(1);
        assertThat(answer(bob, Frame.newBuilder().setServe(serve).build()))
                .contains("is not open here");
        FetchValue.Builder fetch = FetchValue.newBuilder().setJob(hers).setNode("n1");
        assertThat(answer(bob, Frame.newBuilder().setFetchValue(fetch).build()))
                .contains("is not open here");
        try (WireSocket his = connect(bob)) {
            his.greet(Keyed.hello(8), ClusterTls.handshakeSecret());
            his.send(
                    Tasks.submit(
                            Tasks.kind("echo", Digest.NONE.toBytes()).setJob(hers), 1, 1, "x"));
            assertThat(his.readUntil(BodyCase.REJECTED).getRejected().getReason())
                    .contains("its job is not open here");
        }
    }

    /** Why somebody is refused who says this. */
    private String answer(Credentials own, Frame frame) throws Exception {
        try (WireSocket socket = connect(own)) {
            socket.greet(Keyed.hello(8), ClusterTls.handshakeSecret());
            socket.send(frame);
            return socket.readUntil(BodyCase.REFUSED).getRefused().getReason();
        }
    }

    /** Who takes a job over is told what opens it elsewhere. */
    @Test
    void whoMayActForASessionIsGivenItsKey() throws Exception {
        Credentials alice = authority.issue("alice", CertRole.SUBMIT);
        try (WireSocket hers = connect(alice)) {
            hers.greet(submitter(), ClusterTls.handshakeSecret());
            hers.send(openHers());
        }
        Hello.Builder attach = Hello.newBuilder().setRole(Role.CLIENT).setOrigin(9);
        Frame welcome =
                Awaitility.await()
                        .until(
                                () -> greet(alice, attach.clone().setAttachJob(Keyed.job(5, 1))),
                                Frame::hasWelcome);
        assertThat(welcome.getWelcome().getSession()).isEqualTo(Keyed.key(5).session());
        assertThat(welcome.getWelcome().getSessionKey()).isEqualTo(submitter().getSessionKey());
        assertThat(welcome.getWelcome().getJobNumber()).isEqualTo(1);
    }

    @Test
    void anAdministratorMayActForAll() throws Exception {
        Credentials alice = authority.issue("alice", CertRole.SUBMIT);
        Credentials root = authority.issue("root", CertRole.SUBMIT, CertRole.ADMIN);
        try (WireSocket hers = connect(alice)) {
            hers.greet(submitter(), ClusterTls.handshakeSecret());
            hers.send(openHers());
            Hello.Builder attach = Hello.newBuilder().setRole(Role.CLIENT).setOrigin(9);
            Awaitility.await()
                    .until(() ->
                            greet(root, attach.clone().setAttachJob(Keyed.job(5, 1))).hasWelcome());
        }
        assertThat(greet(alice, submitter()).hasWelcome()).as("it stays hers").isTrue();
    }

    // ---- Certificates that do not count

    @Test
    void withoutACertificateNobodyIsWelcome() throws Exception {
        assertThat(greet(null, submitter()).getRefused().getReason())
                .contains("a process without a certificate");
    }

    @Test
    void aCertificateOfAnotherClusterIsRefused() throws Exception {
        TestAuthority other = new TestAuthority(elsewhere);
        Credentials foreign = other.issue("n2", CertRole.DAEMON);
        assertThatThrownBy(() -> greet(foreign, peer("n2"))).isInstanceOf(IOException.class);
    }

    @Test
    void anExpiredCertificateMayBeRenewedAndNothingElse() throws Exception {
        Credentials late =
                authority.issue("n2", Instant.now().minus(Duration.ofDays(100)), CertRole.DAEMON);
        assertThat(greet(late, peer("n2")).getRefused().getReason()).contains("expired");
        Credentials renewed = client().renew(late).credentials();
        assertThat(greet(renewed, peer("n2")).hasWelcome()).isTrue();
        assertThat(renewed.subject()).isEqualTo(late.subject());
    }

    @Test
    void whatIsRevokedIsRefusedAndItsConnectionsAreClosed() throws Exception {
        Credentials alice = authority.issue("alice", CertRole.SUBMIT);
        try (WireSocket socket = connect(alice)) {
            assertThat(socket.greet(submitter(), ClusterTls.handshakeSecret()).hasWelcome())
                    .isTrue();
            authority.authority.revoke("alice", Instant.now());
            assertThat(socket.readUntil(BodyCase.REFUSED).getRefused().getReason())
                    .contains("revoked");
        }
        assertThatThrownBy(() -> greet(alice, submitter())).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> client().renew(alice)).isInstanceOf(Exception.class);
    }

    // ---- Joining

    @Test
    void aTokenLetsOneIn() throws Exception {
        JoinToken token = authority.token(CertRole.DAEMON);
        Credentials joined = client().join(token, "n2").credentials();
        assertThat(joined.subject().name()).isEqualTo("n2");
        assertThat(greet(joined, peer("n2")).hasWelcome()).isTrue();
        assertThatThrownBy(() -> client().join(token, "n3"))
                .isInstanceOf(IdentityException.class)
                .hasMessageContaining("this token is not valid");
    }

    /** What it says comes too late the first time. */
    @Test
    @Tag("extended")
    void whoJoinsAtABusyMachineAsksAgain() throws Exception {
        JoinToken token = authority.token(CertRole.DAEMON);
        InetSocketAddress there = new InetSocketAddress(daemon.file().host(), daemon.file().port());
        try (LateOnce late = LateOnce.before(there)) {
            Address address = new Address(daemon.file().host(), late.port());
            List<String> told = new ArrayList<>();
            AuthorityClient client =
                    new AuthorityClient(address, InstantSource.system(), told::add);
            assertThat(client.join(token, "n2").credentials().subject().name()).isEqualTo("n2");
            assertThat(told)
                    .singleElement()
                    .asString()
                    .startsWith(daemon.file().host())
                    .contains("retried");
            assertThat(late.connections()).isEqualTo(2);
        }
    }

    /** The authority's disk is busy for longer than a handshake may take. */
    @Test
    @Tag("extended")
    void whoWasLetInTooLateAsksAgainWithTheSameToken() throws Exception {
        JoinToken token = authority.token(CertRole.DAEMON);
        CountDownLatch late = new CountDownLatch(1);
        Address address = new Address(daemon.file().host(), daemon.file().port());
        AuthorityClient client =
                new AuthorityClient(address, InstantSource.system(), _ -> late.countDown());
        FutureTask<Obtained> joining = new FutureTask<>(() -> client.join(token, "n2"));
        try (HeldAuthority _ = new HeldAuthority(directory)) {
            Thread.ofVirtual().start(joining);
            assertThat(late.await(60, TimeUnit.SECONDS)).isTrue();
        }
        Credentials joined = joining.get(60, TimeUnit.SECONDS).credentials();
        assertThat(greet(joined, peer("n2")).hasWelcome()).isTrue();
        // Two if the work for the first question had begun when its client gave up.
        assertThat(authority.authority.list())
                .filteredOn(issued -> issued.how().equals(Issued.byToken(token.id())))
                .hasSizeBetween(1, 2);
        assertThatThrownBy(() -> client.join(token, "n2"))
                .hasMessageContaining("this token is not valid");
    }

    @Test
    void aTokenOfAnotherClusterIsNotShownToThisOne() throws Exception {
        TestAuthority other = new TestAuthority(elsewhere);
        JoinToken token = other.token(CertRole.DAEMON);
        assertThatThrownBy(() -> client().join(token, "n2"))
                .isInstanceOf(IdentityException.class)
                .hasMessageContaining("check the address");
        assertThat(other.tokens.list(Instant.now())).hasSize(1);
    }

    @Test
    void aNameThatIsNoDirectorysIsRefusedAndTheTokenStaysGood() throws Exception {
        JoinToken token = authority.token(CertRole.DAEMON);
        assertThatThrownBy(() -> client().join(token, ".."))
                .isInstanceOf(IdentityException.class)
                .hasMessageContaining("--name");
        assertThat(client().join(token, "n2").credentials().subject().name()).isEqualTo("n2");
    }

    @Test
    void aNameThatIsTakenIsNotGivenAway() throws Exception {
        JoinToken token = authority.token(CertRole.DAEMON);
        assertThatThrownBy(() -> client().join(token, "n1")).isInstanceOf(IdentityException.class);
    }

    // ---- Without TLS, and without an identity

    @Test
    void thePlainProtocolIsNotSpokenWhereThereIsTls() throws Exception {
        try (WireSocket socket = cluster.open(daemon)) {
            socket.send(Frame.newBuilder().setPing(Ping.newBuilder().setNumber(1)).build());
            assertThatThrownBy(socket::read).isInstanceOf(IOException.class);
        }
    }

    @Test
    void programsOfThisMachineNeedTheTokenAlone() throws Exception {
        try (WireSocket socket = WireSocket.connect(daemon.file().socket())) {
            assertThat(socket.attach(6, 0, cluster.token()).getWindow()).isPositive();
        }
    }

    @Test
    void moreThanAHandshakeNeedsIsNotTaken() throws Exception {
        try (Socket socket = new Socket(daemon.file().host(), daemon.file().port())) {
            byte[] noise = new byte[1 << 20];
            noise[0] = 22; // a record of a TLS handshake
            noise[1] = 3;
            noise[2] = 1;
            noise[3] = 0x3f;
            Awaitility.await().until(() -> isCut(socket, noise));
        }
        assertThat(greet(authority.issue("alice", CertRole.SUBMIT), submitter()).hasWelcome())
                .isTrue();
    }

    private static boolean isCut(Socket socket, byte[] bytes) {
        try {
            socket.getOutputStream().write(bytes);
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    @Test
    void anotherNodesCertificateIsNoUse() throws Exception {
        assertThatThrownBy(() -> cluster.start("n2", 0, Map.of()))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("--node n1");
    }

    @Test
    void withoutTlsNobodyListensOffThisMachine() throws Exception {
        try (TestCluster plain = new TestCluster(elsewhere)) {
            assertThatThrownBy(() -> plain.start("n9", 0, Map.of(ConfigKey.LISTEN, "0.0.0.0:0")))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("evenkeel cluster init")
                    .hasMessageContaining("evenkeel join");
        }
        cluster.close();
        assertThatThrownBy(() ->
                        cluster.start(
                                "n1",
                                0,
                                Map.of(ConfigKey.LISTEN, "0.0.0.0:0", ConfigKey.TLS, "off")))
                .isInstanceOf(IOException.class);
    }
}
