package org.evenkeel.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.awaitility.Awaitility;
import org.evenkeel.daemon.config.ConfigKey;
import org.evenkeel.daemon.fake.FakeBundle;
import org.evenkeel.daemon.fake.Tasks;
import org.evenkeel.daemon.fake.TestCluster;
import org.evenkeel.daemon.fake.WireSocket;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.Frame.BodyCase;
import org.evenkeel.wire.proto.Hello;
import org.evenkeel.wire.proto.OpenJob;
import org.evenkeel.wire.proto.OutcomeItem;
import org.evenkeel.wire.proto.Query;
import org.evenkeel.wire.proto.Refused;
import org.evenkeel.wire.proto.Role;
import org.evenkeel.wire.proto.Welcome;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a daemon keeps for a job whose client is gone, and to whom it gives it. */
@Timeout(120)
class JobSessionsTest {
    private static final long JOB = 7; // that of Tasks.kind
    private static final long ORIGIN = 11;
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Duration RETENTION = Duration.ofSeconds(1);

    @TempDir Path directory;
    private TestCluster cluster;
    private Daemon daemon;
    private final FakeBundle bundle = new FakeBundle(1_000);

    @BeforeEach
    void open() throws Exception {
        cluster = new TestCluster(directory);
        daemon = cluster.start("n1", 1, Map.of(ConfigKey.SESSION_LEASE, "100ms"));
    }

    @AfterEach
    void close() throws Exception {
        cluster.close();
    }

    private Frame greet(WireSocket socket, long origin, long client, long attachJob)
            throws Exception {
        return socket.greet(
                Hello.newBuilder()
                        .setRole(Role.CLIENT)
                        .setOrigin(origin)
                        .setClient(client)
                        .setAttachJob(attachJob),
                cluster.token());
    }

    /** Submits three tasks and is gone when the first outcome has come, without acknowledging. */
    private void submitAndGo(boolean outlives) throws Exception {
        try (WireSocket client = cluster.open(daemon)) {
            assertThat(greet(client, ORIGIN, 77, 0)).matches(Frame::hasWelcome);
            client.send(
                    Frame.newBuilder()
                            .setOpenJob(
                                    OpenJob.newBuilder()
                                            .setJob(JOB)
                                            .setName("left")
                                            .setOutlives(outlives))
                            .build());
            client.send(Tasks.submit(Tasks.kind("echo", bundle.digest()), 1, 3, "hello"));
            while (true) {
                Frame frame = client.read();
                if (frame.hasBlobRequest()) {
                    client.send(bundle.answer(frame.getBlobRequest()));
                } else if (frame.hasOutcomes()) {
                    return;
                }
            }
        }
    }

    /** Timers end in their order: that of a client which leaves now ends after all before. */
    private void awaitLease() throws Exception {
        try (WireSocket later = cluster.open(daemon)) {
            assertThat(greet(later, 13, 79, 0)).matches(Frame::hasWelcome);
            later.send(
                    Frame.newBuilder()
                            .setOpenJob(OpenJob.newBuilder().setJob(JOB + 1).setName("later"))
                            .build());
            Awaitility.await()
                    .untilAsserted(() -> assertThat(jobs()).contains("\"name\":\"later\""));
        }
        Awaitility.await()
                .untilAsserted(() -> assertThat(jobs()).doesNotContain("\"name\":\"later\""));
    }

    private String jobs() throws Exception {
        try (WireSocket observer = cluster.client(daemon, 99)) {
            observer.send(Frame.newBuilder().setQuery(Query.newBuilder().setWhat("jobs")).build());
            return observer.readUntil(BodyCase.QUERY_REPLY).getQueryReply().getJson();
        }
    }

    @Test
    void anotherClientTakesTheJobOverWithAllItsOutcomes() throws Exception {
        submitAndGo(true);
        Awaitility.await()
                .untilAsserted(() ->
                        assertThat(jobs())
                                .contains(
                                        "\"name\":\"left\"",
                                        "\"attached\":false",
                                        "\"open\":0",
                                        "\"unfetched\":3"));
        awaitLease();
        try (WireSocket second = cluster.open(daemon)) {
            Welcome welcome = greet(second, 12, 78, JOB).getWelcome();
            assertThat(welcome.getSession()).isEqualTo(ORIGIN);
            assertThat(welcome.getLastNumber()).isEqualTo(3);
            assertThat(welcome.getRecovered()).isFalse();
            List<OutcomeItem> outcomes = Tasks.outcomes(second, bundle, 3);
            assertThat(outcomes)
                    .extracting(OutcomeItem::getNumber)
                    .containsExactlyInAnyOrderElementsOf(
                            LongStream.rangeClosed(1, 3).boxed().toList());
            Awaitility.await()
                    .untilAsserted(() ->
                            assertThat(jobs()).contains("\"attached\":true", "\"unfetched\":0"));
            theFirstIsNotLetIn();
        }
    }

    @Test
    void ofALongNameTheBeginningIsKeptAndTheLinkGoesOn() throws Exception {
        try (WireSocket client = cluster.open(daemon)) {
            assertThat(greet(client, ORIGIN, 77, 0)).matches(Frame::hasWelcome);
            client.send(
                    Frame.newBuilder()
                            .setOpenJob(OpenJob.newBuilder().setJob(JOB).setName("x".repeat(5_000)))
                            .build());
            client.send(Tasks.submit(Tasks.kind("echo", bundle.digest()), 1, 3, "hello"));
            assertThat(Tasks.outcomes(client, bundle, 3)).hasSize(3);
            assertThat(jobs()).contains("\"name\":\"xxx");
        }
    }

    private void theFirstIsNotLetIn() throws Exception {
        try (WireSocket first = cluster.open(daemon)) {
            Refused refused = greet(first, ORIGIN, 77, 0).getRefused();
            assertThat(refused.getTakenOver()).isTrue();
            assertThat(refused.getReason()).contains("another client");
        }
    }

    @Test
    void aClientThatIsTakenOverIsToldSo() throws Exception {
        submitAndGo(true);
        try (WireSocket first = cluster.open(daemon);
                WireSocket second = cluster.open(daemon)) {
            assertThat(greet(first, ORIGIN, 77, 0)).matches(Frame::hasWelcome);
            assertThat(greet(second, 12, 78, JOB)).matches(Frame::hasWelcome);
            assertThat(first.readUntil(BodyCase.REFUSED).getRefused().getTakenOver()).isTrue();
        }
    }

    @Test
    void aJobThatDoesNotOutliveItsClientEndsWithTheLease() throws Exception {
        submitAndGo(false);
        Awaitility.await()
                .untilAsserted(() -> assertThat(jobs()).doesNotContain("\"name\":\"left\""));
        try (WireSocket second = cluster.open(daemon)) {
            assertThat(greet(second, 12, 78, JOB).getRefused().getReason())
                    .contains("is not at this node");
        }
    }

    @Test
    void aJobNobodyComesForEndsAfterItsRetention() throws Exception {
        cluster.close();
        cluster = new TestCluster(directory.resolve("brief"));
        daemon =
                cluster.start(
                        "n1",
                        1,
                        Map.of(
                                ConfigKey.SESSION_LEASE,
                                "100ms",
                                ConfigKey.JOB_RETENTION,
                                RETENTION.toMillis() + "ms"));
        long before = System.nanoTime();
        submitAndGo(true);
        Awaitility.await()
                .atMost(LIMIT)
                .untilAsserted(() -> assertThat(jobs()).doesNotContain("\"name\":\"left\""));
        assertThat(Duration.ofNanos(System.nanoTime() - before)).isGreaterThanOrEqualTo(RETENTION);
    }
}
