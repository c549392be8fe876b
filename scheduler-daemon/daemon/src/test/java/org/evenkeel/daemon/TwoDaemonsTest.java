package org.evenkeel.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.evenkeel.daemon.config.ConfigKey;
import org.evenkeel.daemon.fake.FakeBundle;
import org.evenkeel.daemon.fake.Tasks;
import org.evenkeel.daemon.fake.TestCluster;
import org.evenkeel.daemon.fake.WireSocket;
import org.evenkeel.wire.WireLimits;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.Frame.BodyCase;
import org.evenkeel.wire.proto.OpenJob;
import org.evenkeel.wire.proto.OutcomeItem;
import org.evenkeel.wire.proto.Query;
import org.evenkeel.wire.proto.Resources;
import org.evenkeel.wire.proto.Status;
import org.evenkeel.wire.proto.TaskKind;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Daemons that are neighbours, over real sockets. */
@Timeout(120)
class TwoDaemonsTest {

    @TempDir Path directory;
    private TestCluster cluster;
    private final FakeBundle bundle = new FakeBundle(100_000);

    @BeforeEach
    void open() {
        cluster = new TestCluster(directory);
    }

    @AfterEach
    void close() throws Exception {
        cluster.close();
    }

    private static final long LIMIT = TimeUnit.SECONDS.toNanos(60);

    private static String ask(WireSocket client, String what, boolean all) throws Exception {
        client.send(
                Frame.newBuilder()
                        .setQuery(Query.newBuilder().setId(1).setWhat(what).setCluster(all))
                        .build());
        return client.readUntil(BodyCase.QUERY_REPLY).getQueryReply().getJson();
    }

    private static void awaitLink(WireSocket client) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .untilAsserted(
                        () -> assertThat(ask(client, "nodes", false)).contains("\"up\":true"));
    }

    @Test
    void tasksThatEnterAtOneNodeRunAtBoth() throws Exception {
        Daemon one = cluster.start("n1", 1, Map.of(ConfigKey.NEIGHBOURS, "n2"));
        cluster.start("n2", 1, Map.of(ConfigKey.NEIGHBOURS, "n1"));
        try (WireSocket client = cluster.client(one, 31)) {
            awaitLink(client);
            Set<String> nodes = new HashSet<>();
            long begin = System.nanoTime(); // n2 starts a worker first, meanwhile n1 does thousands
            for (int round = 0; nodes.size() < 2 && System.nanoTime() - begin < LIMIT; round++) {
                long first = 1 + round * 20L;
                client.send(
                        Tasks.submit(Tasks.kind("echo", bundle.digest()), first, first + 19, "x"));
                List<OutcomeItem> outcomes = Tasks.outcomes(client, bundle, 20);
                assertThat(outcomes).allMatch(item -> item.getStatus() == Status.SUCCEEDED);
                outcomes.forEach(item -> nodes.add(item.getNode()));
            }
            assertThat(nodes).containsExactlyInAnyOrder("", "n2");
        }
    }

    /** Another's job names are what he likes; control characters take six each in an answer. */
    @Test
    void anAnswerThatIsLongerThanAFrameComesInPartsAndCutsNoLink() throws Exception {
        Daemon one = cluster.start("n1", 0, Map.of(ConfigKey.NEIGHBOURS, "n2"));
        Daemon two = cluster.start("n2", 0, Map.of(ConfigKey.NEIGHBOURS, "n1"));
        try (WireSocket client = cluster.client(one, 35);
                WireSocket other = cluster.client(two, 36)) {
            awaitLink(client);
            for (int job = 1; job <= 1_000; job++) {
                client.send(opens(3_500_000 + job, "\u0001".repeat(1_000)));
                other.send(opens(3_600_000 + job, "\u0001".repeat(1_000)));
            }
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .untilAsserted(() ->
                            assertThat(askInParts(client, "jobs"))
                                    .hasSizeGreaterThan(WireLimits.MAX_FRAME_BYTES)
                                    .contains("\"silent\":[]"));
            assertThat(ask(client, "nodes", false)).contains("\"up\":true");
        }
    }

    private static Frame opens(long job, String name) {
        return Frame.newBuilder()
                .setOpenJob(OpenJob.newBuilder().setJob(job).setName(name))
                .build();
    }

    private static String askInParts(WireSocket client, String what) throws Exception {
        StringBuilder json = new StringBuilder(ask(client, what, true));
        while (!json.toString().endsWith("]}")) {
            json.append(client.readUntil(BodyCase.QUERY_REPLY).getQueryReply().getJson());
        }
        return json.toString();
    }

    @Test
    void aNodeWithoutWorkersHandsAllOnAndABigResultComesBack() throws Exception {
        Daemon one = cluster.start("n1", 0, Map.of(ConfigKey.NEIGHBOURS, "n2"));
        cluster.start("n2", 1, Map.of(ConfigKey.NEIGHBOURS, "n1"));
        try (WireSocket client = cluster.client(one, 32)) {
            awaitLink(client);
            client.send(Tasks.submit(Tasks.kind("big", bundle.digest()), 1, 1, "16"));
            OutcomeItem outcome = Tasks.outcomes(client, bundle, 1).getFirst();
            assertThat(outcome.getNode()).isEqualTo("n2");
            assertThat(outcome.getBlob().getSize()).isEqualTo(16L << 20);
        }
    }

    @Test
    void whatANodeCannotGiveRunsAtOneThatCan() throws Exception {
        Map<ConfigKey, String> small = new java.util.EnumMap<>(ConfigKey.class);
        small.put(ConfigKey.NEIGHBOURS, "n1");
        small.put(ConfigKey.WORKER_HEAP, "64m");
        small.put(ConfigKey.WORKER_HEAP_MAX, "64m");
        Daemon one = cluster.start("n1", 1, Map.of(ConfigKey.NEIGHBOURS, "n2"));
        cluster.start("n2", 2, small);
        try (WireSocket client = cluster.client(one, 34)) {
            awaitLink(client);
            TaskKind.Builder kind = Tasks.kind("echo", bundle.digest());
            kind.setResources(Resources.newBuilder().setMemoryBytes(100L << 20));
            boolean cameBack = false;
            for (int round = 0; round < 100 && !cameBack; round++) {
                long first = 1 + round * 20L;
                client.send(Tasks.submit(kind, first, first + 19, "x"));
                List<OutcomeItem> outcomes = Tasks.outcomes(client, bundle, 20);
                assertThat(outcomes)
                        .allMatch(item -> item.getStatus() == Status.SUCCEEDED)
                        .allMatch(item -> item.getNode().isEmpty());
                cameBack = ask(client, "nodes", false).matches("(?s).*\"regranted\":[1-9].*");
            }
            assertThat(cameBack).as("n2 was given some of them").isTrue();
        }
    }

    @Test
    void tasksOfADaemonThatDiesRunElsewhere() throws Exception {
        Map<ConfigKey, String> leases =
                Map.of(ConfigKey.HOLDER_LEASE, "2s", ConfigKey.OWNER_LEASE, "3s");
        Map<ConfigKey, String> first = new java.util.EnumMap<>(leases);
        first.put(ConfigKey.NEIGHBOURS, "n2");
        Map<ConfigKey, String> second = new java.util.EnumMap<>(leases);
        second.put(ConfigKey.NEIGHBOURS, "n1");
        Daemon one = cluster.start("n1", 0, first);
        Daemon two = cluster.start("n2", 1, second);
        try (WireSocket client = cluster.client(one, 33)) {
            awaitLink(client);
            client.send(Tasks.submit(Tasks.kind("echo", bundle.digest()), 1, 1, "warm"));
            assertThat(Tasks.outcomes(client, bundle, 1)).hasSize(1);
            client.send(Tasks.submit(Tasks.kind("hang", bundle.digest()), 2, 2, "x"));
            client.readUntil(BodyCase.ACCEPTED);
            cluster.awaitHanging();
            two.close();
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .untilAsserted(() ->
                            assertThat(ask(client, "nodes", false)).contains("\"regranted\":1"));
        }
    }

    private static Map<ConfigKey, String> phasesWith(String neighbour) {
        Map<ConfigKey, String> flags = new java.util.EnumMap<>(ConfigKey.class);
        flags.put(ConfigKey.NEIGHBOURS, neighbour);
        flags.put(ConfigKey.POLICY, "nrics");
        flags.put(ConfigKey.SPEED, "1");
        flags.put(ConfigKey.HOLDER_LEASE, "2s");
        flags.put(ConfigKey.OWNER_LEASE, "3s");
        return flags;
    }

    private static Frame openJob(long job, int width) {
        return Frame.newBuilder()
                .setOpenJob(OpenJob.newBuilder().setJob(job).setName("wide").setWidth(width))
                .build();
    }

    @Test
    void aMasterAdmitsJobsAndRefusesOneThatIsWiderThanTheCluster() throws Exception {
        Map<ConfigKey, String> head = phasesWith("n2");
        head.put(ConfigKey.MASTER, "true");
        cluster.start("n1", 0, head);
        Daemon two = cluster.start("n2", 1, phasesWith("n1"));
        try (WireSocket client = cluster.client(two, 36)) {
            awaitLink(client);
            client.send(openJob(7, 1));
            client.send(Tasks.submit(Tasks.kind("echo", bundle.digest()), 1, 1, "x"));
            assertThat(Tasks.outcomes(client, bundle, 1)).hasSize(1);
            assertThat(ask(client, "jobs", false))
                    .contains("\"width\":1", "\"admission\":\"begun\"");
            client.send(openJob(8, 5));
            client.send(Tasks.submit(Tasks.kind("echo", bundle.digest()).setJob(8), 2, 2, "x"));
            assertThat(client.readUntil(BodyCase.REJECTED).getRejected().getReason())
                    .startsWith("job ")
                    .contains("it needs 5 workers at once, the cluster has 1");
            assertThat(ask(client, "jobs", false)).contains("\"admission\":\"refused\"");
        }
    }

    /** A yardstick works on real daemons too. */
    @Test
    void glunixRefusesAJobThatIsWiderThanTheIdleWorkers() throws Exception {
        Daemon one =
                cluster.start(
                        "n1", 1, Map.of(ConfigKey.NEIGHBOURS, "n2", ConfigKey.POLICY, "glunix"));
        cluster.start("n2", 1, Map.of(ConfigKey.NEIGHBOURS, "n1", ConfigKey.POLICY, "glunix"));
        try (WireSocket client = cluster.client(one, 37)) {
            awaitLink(client);
            client.send(Tasks.submit(Tasks.kind("echo", bundle.digest()), 1, 3, "x"));
            for (int i = 0; i < 3; i++) {
                assertThat(answer(client).getRejected().getReason())
                        .contains("a job of 3 tasks needs more than the", "policy glunix");
            }
            boolean ran = false;
            for (long number = 4; !ran; number++) {
                client.send(Tasks.submit(Tasks.kind("echo", bundle.digest()), number, number, "x"));
                ran = answer(client).hasOutcomes();
            }
        }
    }

    /** The next refusal or outcome. */
    private Frame answer(WireSocket client) throws Exception {
        while (true) {
            Frame frame = client.read();
            if (frame.hasBlobRequest()) {
                client.send(bundle.answer(frame.getBlobRequest()));
            } else if (frame.hasRejected() || frame.hasOutcomes()) {
                return frame;
            }
        }
    }

    @Test
    void aNeighbourThatComesBackIsLinkedAgain() throws Exception {
        Daemon one = cluster.start("n1", 0, Map.of(ConfigKey.NEIGHBOURS, "n2"));
        Daemon two = cluster.start("n2", 0, Map.of(ConfigKey.NEIGHBOURS, "n1"));
        try (WireSocket client = cluster.client(one, 34)) {
            awaitLink(client);
            two.close();
            Awaitility.await()
                    .untilAsserted(
                            () -> assertThat(ask(client, "nodes", false)).contains("\"up\":false"));
            cluster.start("n2", 0, Map.of(ConfigKey.NEIGHBOURS, "n1"));
            awaitLink(client);
        }
    }

    @Test
    void aQuestionToTheClusterIsAnsweredByEveryMember() throws Exception {
        Map<ConfigKey, String> line =
                Map.of(ConfigKey.TOPOLOGY, "mesh(1x3)", ConfigKey.MEMBERS, "n1,n2,n3");
        Daemon one = cluster.start("n1", 0, line);
        cluster.start("n2", 0, line);
        cluster.start("n3", 0, line);
        try (WireSocket client = cluster.client(one, 35)) {
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .untilAsserted(() ->
                            assertThat(ask(client, "stats", true))
                                    .contains("\"n1\"", "\"n2\"", "\"n3\"")
                                    .contains("\"silent\":[]"));
        }
    }
}
