package org.evenkeel.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import com.google.protobuf.ByteString;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.evenkeel.daemon.audit.AuditReader;
import org.evenkeel.daemon.config.ConfigKey;
import org.evenkeel.daemon.fake.FakeBundle;
import org.evenkeel.daemon.fake.Keyed;
import org.evenkeel.daemon.fake.Tasks;
import org.evenkeel.daemon.fake.TestAuthority;
import org.evenkeel.daemon.fake.TestCluster;
import org.evenkeel.daemon.fake.WireSocket;
import org.evenkeel.model.TaskId;
import org.evenkeel.security.identity.CertRole;
import org.evenkeel.security.identity.Credentials;
import org.evenkeel.security.tls.ClusterTls;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.Frame.BodyCase;
import org.evenkeel.wire.proto.OutcomeItem;
import org.evenkeel.wire.proto.Query;
import org.evenkeel.wire.proto.Status;
import org.evenkeel.wire.proto.TaskKind;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What submitters may have at a real daemon, and what is remembered of them. */
@Timeout(120)
class SubmittersTest {

    @TempDir Path directory;
    private TestAuthority authority;
    private TestCluster cluster;
    private Daemon daemon;
    private final FakeBundle bundle = new FakeBundle(1_000);
    private final Map<String, Credentials> known = new HashMap<>();

    @BeforeEach
    void open() throws Exception {
        authority = new TestAuthority(directory);
        authority.makeNode("n1");
        cluster = new TestCluster(directory);
    }

    @AfterEach
    void close() throws Exception {
        cluster.close();
    }

    private void start(int workers, String quotas) throws Exception {
        daemon = cluster.start("n1", workers, Map.of(ConfigKey.QUOTAS, quotas));
    }

    private WireSocket client(String name, int number, CertRole... roles) throws Exception {
        Credentials own = known.get(name);
        if (own == null) {
            own =
                    authority.issue(
                            name, roles.length == 0 ? new CertRole[] {CertRole.SUBMIT} : roles);
            known.put(name, own);
        }
        WireSocket socket =
                WireSocket.secure(
                        daemon.file().host(),
                        daemon.file().port(),
                        authority.context(Optional.of(own)));
        Frame answer = socket.greet(Keyed.hello(number), ClusterTls.handshakeSecret());
        assertThat(answer.hasWelcome()).as("%s", answer).isTrue();
        return socket;
    }

    /** Tasks of a client's first job, which is to be open. */
    private Frame tasks(int client, String what, long from, long to, String payload) {
        TaskKind.Builder kind = Tasks.kind(what, bundle.digest()).setJob(Keyed.job(client, 1));
        return Tasks.submit(kind, from, to, payload);
    }

    private Map<?, ?> quotasOf(WireSocket socket) throws IOException {
        socket.send(Frame.newBuilder().setQuery(Query.newBuilder().setWhat("quotas")).build());
        String json = socket.readUntil(BodyCase.QUERY_REPLY).getQueryReply().getJson();
        List<?> lines = (List<?>) JSON.std.mapFrom(json).get("submitters");
        return (Map<?, ?>)
                lines.stream()
                        .filter(line -> "alice".equals(((Map<?, ?>) line).get("submitter")))
                        .findFirst()
                        .orElseThrow();
    }

    /** Everything that was noted so far by the daemon and written. */
    private List<AuditReader.StoredEntry> noted() throws IOException {
        AuditReader reader = new AuditReader(line -> true, 10_000);
        for (Path log : AuditReader.logs(directory, null)) {
            reader.read(log);
        }
        return List.copyOf(reader.lines());
    }

    private AuditReader.StoredEntry awaitNote(String what) {
        return Awaitility.await()
                .until(
                        () ->
                                noted().stream()
                                        .filter(line -> line.text("what").equals(what))
                                        .findFirst(),
                        Optional::isPresent)
                .orElseThrow();
    }

    // ---- What is remembered

    @Test
    void theLogTellsWhoSubmittedWhat() throws Exception {
        start(1, "");
        String forged = "fine\n{\"at\":\"2026-01-01T00:00:00Z\",\"what\":\"token-created\"}";
        try (WireSocket alice = client("alice", 5)) {
            alice.send(Keyed.open(5, 1, forged));
            alice.send(tasks(5, "echo", 1, 3, "x"));
            assertThat(Tasks.outcomes(alice, bundle, 3)).hasSize(3);
            try (WireSocket boss = client("boss", 6, CertRole.SUBMIT, CertRole.ADMIN)) {
                boss.send(Keyed.close(5, 1));
                awaitNote("job-cancelled");
            }
        }
        AuditReader.StoredEntry opened = awaitNote("job-opened");
        assertThat(opened.who().get("name")).isEqualTo("alice");
        assertThat(opened.who().get("roles")).isEqualTo(List.of("submit"));
        assertThat(String.valueOf(opened.who().get("address"))).startsWith("127.0.0.1:");
        assertThat(String.valueOf(opened.who().get("certificate"))).isNotEmpty();
        assertThat(opened.text("name")).isEqualTo(forged);
        assertThat(awaitNote("job-code").fields().get("jars").toString())
                .contains("fake.jar")
                .contains("sha256");
        AuditReader.StoredEntry ended = awaitNote("job-ended");
        assertThat(ended.text("accepted")).isEqualTo("3");
        assertThat(ended.text("done")).isEqualTo("3");
        assertThat(ended.text("cancelled")).isEqualTo("0");
        assertThat(ended.text("submitter")).isEqualTo("alice");
        assertThat(awaitNote("job-cancelled").who().get("name")).isEqualTo("boss");
        assertThat(noted())
                .extracting(line -> line.text("what"))
                .doesNotContain("token-created")
                .contains("daemon-started", "session-opened");
    }

    @Test
    void theLogTellsWhoWasRefused() throws Exception {
        start(0, "");
        try (WireSocket alice = client("alice", 5)) {
            alice.send(
                    Frame.newBuilder()
                            .setDrain(org.evenkeel.wire.proto.Drain.getDefaultInstance())
                            .build());
            alice.readUntil(BodyCase.REFUSED);
        }
        AuditReader.StoredEntry refused = awaitNote("refused");
        assertThat(refused.who().get("name")).isEqualTo("alice");
        assertThat(refused.text("why")).contains("may not send DRAIN");
    }

    /**
     * Code of a task reaches what its worker says. Hers waits, so that his runs in the same slot;
     * ids and grants are in what everybody may ask for.
     */
    @Test
    void whatATaskSaysOfTasksOfOthersCountsForNothing() throws Exception {
        start(1, "");
        try (WireSocket alice = client("alice", 5);
                WireSocket bob = client("bob", 7)) {
            alice.send(Keyed.open(5, 1, "hers"));
            bob.send(Keyed.open(7, 1, "his"));
            alice.send(tasks(5, "wait", 1, 1, ""));
            Frame frame = alice.read();
            while (!frame.hasAccepted()) {
                if (frame.hasBlobRequest()) {
                    alice.send(bundle.answer(frame.getBlobRequest()));
                }
                frame = alice.read();
            }
            long hers = Keyed.key(5).session();
            String forge = hers + " 1 1 1 " + Keyed.job(5, 1);
            Awaitility.await().until(() -> explained(alice), text -> text.contains("PARKED"));
            String before = explained(alice);
            bob.send(tasks(7, "forge", 1, 1, forge));
            assertThat(Tasks.outcomes(bob, bundle, 1).getFirst().getStatus())
                    .as("it got through all it had to say")
                    .isEqualTo(Status.SUCCEEDED);
            assertThat(explained(alice)).isEqualTo(before);
        }
    }

    private String explained(WireSocket socket) throws IOException {
        Query.Builder query =
                Query.newBuilder()
                        .setWhat("explain")
                        .setArgument(new TaskId(Keyed.key(5).session(), 1).toString());
        socket.send(Frame.newBuilder().setQuery(query).build());
        return socket.readUntil(BodyCase.QUERY_REPLY).getQueryReply().getJson();
    }

    // ---- Quotas

    @Test
    void tasksBeyondTheQuotaWaitUntilOthersHaveBeenFetched() throws Exception {
        start(1, "{alice {tasks = 5}}");
        try (WireSocket one = client("alice", 5);
                WireSocket two = client("alice", 6);
                WireSocket bob = client("bob", 7)) {
            one.send(Keyed.open(5, 1, "hers"));
            two.send(Keyed.open(6, 1, "hers, too"));
            bob.send(Keyed.open(7, 1, "his"));
            one.send(tasks(5, "echo", 1, 20, "x"));
            List<OutcomeItem> fetched = new ArrayList<>();
            while (fetched.size() < 5) {
                Frame frame = one.read();
                if (frame.hasBlobRequest()) {
                    one.send(bundle.answer(frame.getBlobRequest()));
                }
                fetched.addAll(frame.getOutcomes().getItemsList());
            }
            // Another session of hers has no more room, somebody else's has.
            two.send(tasks(6, "echo", 1, 4, "y"));
            bob.send(tasks(7, "echo", 1, 30, "z"));
            assertThat(Tasks.outcomes(bob, bundle, 30)).hasSize(30);
            Map<?, ?> hers = quotasOf(one);
            assertThat(hers.get("submitter")).isEqualTo("alice");
            assertThat(hers.get("tasks")).isEqualTo(5);
            assertThat(hers.get("tasksLimit")).isEqualTo(5);
            assertThat(hers.get("tasksWaiting")).isEqualTo(19);
            assertThat(fetched).hasSize(5);
            assertThat(awaitNote("quota-reached").text("why"))
                    .contains("the quota of 5 tasks for submitter alice at node n1")
                    .contains("quotas.alice.tasks");
            one.send(Tasks.ack(fetched));
            assertThat(Tasks.outcomes(one, bundle, 15)).hasSize(15);
            assertThat(Tasks.outcomes(two, bundle, 4)).hasSize(4);
            Awaitility.await()
                    .untilAsserted(() -> {
                        Map<?, ?> after = quotasOf(one);
                        assertThat(after.get("tasks")).isEqualTo(0);
                        assertThat(after.get("bytes")).isEqualTo(0);
                    });
        }
    }

    @Test
    void acknowledgingWhatHasNotEndedFreesNothing() throws Exception {
        start(1, "{default {tasks = 2}}");
        try (WireSocket alice = client("alice", 5)) {
            alice.send(Keyed.open(5, 1, "hers"));
            alice.send(tasks(5, "hang", 1, 4, ""));
            Frame frame = alice.read();
            while (!frame.hasAccepted()) {
                if (frame.hasBlobRequest()) {
                    alice.send(bundle.answer(frame.getBlobRequest()));
                }
                frame = alice.read();
            }
            List<OutcomeItem> lies = new ArrayList<>();
            for (int i = 1; i <= 4; i++) {
                lies.add(OutcomeItem.newBuilder().setNumber(i).build());
            }
            alice.send(Tasks.ack(lies));
            Map<?, ?> hers = quotasOf(alice);
            assertThat(hers.get("tasks")).isEqualTo(2);
            assertThat(hers.get("tasksWaiting")).isEqualTo(2);
        }
    }

    @Test
    void bytesAreCountedWithResultsAndOneTaskThatNeverFitsIsRefused() throws Exception {
        start(1, "{default {bytes = 1000}}");
        try (WireSocket alice = client("alice", 5)) {
            alice.send(Keyed.open(5, 1, "hers"));
            String large = "x".repeat(1_001);
            alice.send(tasks(5, "echo", 1, 1, large));
            assertThat(alice.readUntil(BodyCase.REJECTED).getRejected().getReason())
                    .contains("its payload of 1001 bytes exceeds the quota of 1000 bytes")
                    .contains("submitter alice")
                    .contains("quotas.default.bytes");
            String half = "x".repeat(500);
            alice.send(tasks(5, "echo", 2, 5, half));
            List<OutcomeItem> first = new ArrayList<>();
            while (first.size() < 2) {
                Frame frame = alice.read();
                if (frame.hasBlobRequest()) {
                    alice.send(bundle.answer(frame.getBlobRequest()));
                }
                first.addAll(frame.getOutcomes().getItemsList());
            }
            assertThat(quotasOf(alice).get("bytes")).isEqualTo(1000); // results, not payloads
            assertThat(quotasOf(alice).get("tasksWaiting")).isEqualTo(2);
            alice.send(Tasks.ack(first));
            assertThat(Tasks.outcomes(alice, bundle, 2))
                    .allMatch(one -> one.getPayload().equals(ByteString.copyFromUtf8(half)));
        }
    }

    @Test
    void oneJobTooManyIsRefusedAndAnotherMayBeOpenedWhenOneHasEnded() throws Exception {
        start(0, "{default {jobs = 2}, bob {jobs = 0}}");
        try (WireSocket one = client("alice", 5);
                WireSocket bob = client("bob", 7)) {
            one.send(Keyed.open(5, 1, "first"));
            one.send(Keyed.open(5, 2, "second"));
            one.send(Keyed.open(5, 2, "second, said again"));
            assertThat(quotasOf(one).get("jobs")).isEqualTo(2);
            try (WireSocket two = client("alice", 6)) {
                two.send(Keyed.open(6, 1, "third"));
                two.send(tasks(6, "echo", 1, 1, "x"));
                assertThat(two.readUntil(BodyCase.REJECTED).getRejected().getReason())
                        .contains("the quota of 2 jobs for submitter alice at node n1")
                        .contains("quotas.default.jobs");
            }
            one.send(Keyed.close(5, 1));
            one.send(Keyed.open(5, 3, "third"));
            for (int job = 10; job < 20; job++) {
                bob.send(Keyed.open(7, job, "of many"));
            }
            assertThat(quotasOf(one).get("jobs")).isEqualTo(2);
            bob.send(Frame.newBuilder().setQuery(Query.newBuilder().setWhat("quotas")).build());
            assertThat(bob.readUntil(BodyCase.QUERY_REPLY).getQueryReply().getJson())
                    .contains("\"jobs\":10");
        }
    }

    /** Nobody said anything of quotas. */
    @Test
    @Tag("extended")
    void whoeverOpensJobsWithoutEndCannotUseUpTheDaemonsMemory() throws Exception {
        start(0, "");
        try (WireSocket alice = client("alice", 5);
                WireSocket bob = client("bob", 7)) {
            for (int job = 1; job <= 3_000; job++) {
                alice.send(Keyed.open(5, job, "x".repeat(1_000)));
            }
            assertThat(quotasOf(alice).get("jobs")).isEqualTo(1_000);
            for (int job : List.of(1_001, 1_050, 2_999)) {
                TaskKind.Builder kind =
                        Tasks.kind("echo", bundle.digest()).setJob(Keyed.job(5, job));
                alice.send(Tasks.submit(kind, job, job, "x"));
                assertThat(alice.readUntil(BodyCase.REJECTED).getRejected().getReason())
                        .containsAnyOf("the quota of 1000 jobs", "its job is not open here");
            }
            bob.send(Keyed.open(7, 1, "of somebody else"));
            bob.send(Frame.newBuilder().setQuery(Query.newBuilder().setWhat("quotas")).build());
            assertThat(bob.readUntil(BodyCase.QUERY_REPLY).getQueryReply().getJson())
                    .containsPattern("\"submitter\":\"bob\"[^}]*\"jobs\":1,");
        }
    }

    @Test
    void noMoreThanTheQuotaOfProcessorsRunsTasksOfOneSubmitter() throws Exception {
        start(3, "{alice {processors = 1}}");
        try (WireSocket alice = client("alice", 5);
                WireSocket bob = client("bob", 7)) {
            alice.send(tasks(5, "echo", 1, 1, "x"));
            assertThat(alice.readUntil(BodyCase.REJECTED).getRejected().getReason())
                    .contains("its job is not open here");
            alice.send(Keyed.open(5, 1, "hers"));
            alice.send(tasks(5, "hang", 2, 4, ""));
            Frame frame = alice.read();
            while (!frame.hasAccepted()) {
                if (frame.hasBlobRequest()) {
                    alice.send(bundle.answer(frame.getBlobRequest()));
                }
                frame = alice.read();
            }
            assertThat(quotasOf(alice).get("processors")).isEqualTo(1);
            assertThat(quotasOf(alice).get("tasksHeldBack")).isEqualTo(2);
            // The same code under a job of his own.
            bob.send(Keyed.open(7, 1, "his"));
            bob.send(tasks(7, "echo", 1, 20, "y"));
            assertThat(Tasks.outcomes(bob, bundle, 20)).hasSize(20);
            assertThat(quotasOf(alice).get("processors")).isEqualTo(1);
            assertThat(quotasOf(alice).get("tasksHeldBack")).isEqualTo(2);
        }
    }
}
