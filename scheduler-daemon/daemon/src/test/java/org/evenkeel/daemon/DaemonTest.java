package org.evenkeel.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.FieldDescriptor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.evenkeel.daemon.config.ConfigKey;
import org.evenkeel.daemon.fake.FakeBundle;
import org.evenkeel.daemon.fake.FakeCommand;
import org.evenkeel.daemon.fake.Tasks;
import org.evenkeel.daemon.fake.TestCluster;
import org.evenkeel.daemon.fake.WireSocket;
import org.evenkeel.daemon.files.NodeDirectory;
import org.evenkeel.daemon.journal.FileStorage;
import org.evenkeel.kernel.journal.Inspection;
import org.evenkeel.kernel.journal.JournalSettings;
import org.evenkeel.wire.WireLimits;
import org.evenkeel.wire.proto.Answers;
import org.evenkeel.wire.proto.BlobChunk;
import org.evenkeel.wire.proto.BlobRef;
import org.evenkeel.wire.proto.BlobRequest;
import org.evenkeel.wire.proto.CancelTasks;
import org.evenkeel.wire.proto.Finished;
import org.evenkeel.wire.proto.FinishedItem;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.Frame.BodyCase;
import org.evenkeel.wire.proto.OpenJob;
import org.evenkeel.wire.proto.OutcomeItem;
import org.evenkeel.wire.proto.Pong;
import org.evenkeel.wire.proto.Query;
import org.evenkeel.wire.proto.QueryReply;
import org.evenkeel.wire.proto.Resources;
import org.evenkeel.wire.proto.Serve;
import org.evenkeel.wire.proto.StartItem;
import org.evenkeel.wire.proto.Status;
import org.evenkeel.wire.proto.Submit;
import org.evenkeel.wire.proto.SubmitGroup;
import org.evenkeel.wire.proto.SubmitItem;
import org.evenkeel.wire.proto.TaskKind;
import org.evenkeel.wire.proto.Topic;
import org.evenkeel.wire.proto.Welcome;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** One daemon with real sockets and real worker processes. */
@Timeout(120)
class DaemonTest {

    @TempDir Path directory;
    private TestCluster cluster;
    private final FakeBundle bundle = new FakeBundle(300_000);

    @BeforeEach
    void open() {
        cluster = new TestCluster(directory);
    }

    @AfterEach
    void close() throws Exception {
        cluster.close();
    }

    @Test
    void aClientsTasksRunInAWorkerAndComeBack() throws Exception {
        Daemon daemon = cluster.start("n1", 1, Map.of());
        try (WireSocket client = cluster.client(daemon, 11)) {
            client.send(Tasks.submit(Tasks.kind("echo", bundle.digest()), 1, 100, "hello"));
            List<OutcomeItem> outcomes = Tasks.outcomes(client, bundle, 100);
            assertThat(outcomes).allMatch(one -> one.getStatus() == Status.SUCCEEDED);
            assertThat(outcomes)
                    .allMatch(one -> one.getPayload().equals(ByteString.copyFromUtf8("hello")));
        }
    }

    @Test
    void aWorkerWhoseJobHasNothingForItForLongEnds() throws Exception {
        Daemon daemon = cluster.start("n1", 1, Map.of(ConfigKey.WORKER_IDLE, "300ms"));
        Awaitility.await().until(() -> !daemon.workerPids().isEmpty());
        List<Long> first = daemon.workerPids();
        try (WireSocket client = cluster.client(daemon, 12)) {
            client.send(Tasks.submit(Tasks.kind("echo", bundle.digest()), 1, 1, "x"));
            assertThat(Tasks.outcomes(client, bundle, 1)).hasSize(1);
            Awaitility.await()
                    .untilAsserted(() ->
                            assertThat(daemon.workerPids())
                                    .isNotEmpty()
                                    .doesNotContainAnyElementsOf(first));
            client.send(Tasks.submit(Tasks.kind("echo", bundle.digest()), 2, 2, "again"));
            assertThat(Tasks.outcomes(client, bundle, 1)).hasSize(1);
        }
    }

    @Test
    void aTaskThatKillsThreeWorkersFailsWithThatStory() throws Exception {
        Daemon daemon = cluster.start("n1", 1, Map.of());
        try (WireSocket client = cluster.client(daemon, 12)) {
            client.send(Tasks.submit(Tasks.kind("die", bundle.digest()), 1, 1, ""));
            OutcomeItem outcome = Tasks.outcomes(client, bundle, 1).getFirst();
            assertThat(outcome.getStatus()).isEqualTo(Status.WORKERS_DIED);
            assertThat(outcome.getSummary()).contains("exited with code 77");
            client.send(Tasks.submit(Tasks.kind("echo", bundle.digest()), 2, 2, "still here"));
            assertThat(Tasks.outcomes(client, bundle, 1)).hasSize(1);
        }
    }

    /** What it printed says what took the memory. */
    @Test
    void theOutputOfAWorkerThatRanOutOfMemoryIsKept() throws Exception {
        Daemon daemon = cluster.start("n1", 1, Map.of());
        try (WireSocket client = cluster.client(daemon, 12)) {
            client.send(Tasks.submit(Tasks.kind("die of memory", bundle.digest()), 1, 1, ""));
            OutcomeItem outcome = Tasks.outcomes(client, bundle, 1).getFirst();
            assertThat(outcome.getSummary()).contains("memory");
            client.send(Tasks.submit(Tasks.kind("echo", bundle.digest()), 2, 2, "still here"));
            assertThat(Tasks.outcomes(client, bundle, 1)).hasSize(1);
        }
        try (Stream<Path> files = Files.list(directory.resolve("nodes/n1/workers"))) {
            assertThat(files.filter(file -> file.toString().endsWith(".log")))
                    .anySatisfy(file -> assertThat(file).content().contains("the last words"));
        }
    }

    @Test
    void aJobWhoseWorkersCannotBeStartedFailsAlone() throws Exception {
        Daemon daemon = cluster.start("n1", 1, Map.of());
        try (WireSocket client = cluster.client(daemon, 12)) {
            TaskKind.Builder odd = Tasks.kind("echo", bundle.digest()).setJob(8);
            odd.setResources(
                    Resources.newBuilder().setMemoryBytes(FakeCommand.HEAP_THAT_DOES_NOT_START));
            client.send(Tasks.submit(odd, 1, 1, "x"));
            OutcomeItem outcome = Tasks.outcomes(client, bundle, 1).getFirst();
            assertThat(outcome.getStatus()).isEqualTo(Status.WORKERS_DIED);
            assertThat(outcome.getSummary())
                    .contains("3 workers died")
                    .containsPattern("(exited with code 1.*){3}");
            client.send(Tasks.submit(Tasks.kind("echo", bundle.digest()), 2, 2, "still here"));
            assertThat(Tasks.outcomes(client, bundle, 1).getFirst().getStatus())
                    .isEqualTo(Status.SUCCEEDED);
        }
    }

    @Test
    void aDaemonWhoseWorkersCannotBeStartedOffersNoSlots() throws Exception {
        String heap = FakeCommand.HEAP_THAT_DOES_NOT_START / (1 << 20) + "m";
        Daemon daemon = cluster.start("n1", 2, Map.of(ConfigKey.WORKER_HEAP, heap));
        Query.Builder nodes = Query.newBuilder().setId(1).setWhat("nodes");
        try (WireSocket client = cluster.client(daemon, 12)) {
            Awaitility.await()
                    .until(() -> {
                        client.send(Frame.newBuilder().setQuery(nodes).build());
                        return client.readUntil(BodyCase.QUERY_REPLY)
                                .getQueryReply()
                                .getJson()
                                .contains("\"workers\":0");
                    });
        }
    }

    /** As one that gets what others leave of the processors. */
    @Test
    @Tag("extended")
    void aWorkerThatIsSlowToSayHelloIsWaitedFor() throws Exception {
        Daemon daemon = cluster.start("n1", 1, Map.of());
        try (WireSocket client = cluster.client(daemon, 12)) {
            TaskKind.Builder slow = Tasks.kind("echo", bundle.digest());
            slow.setResources(Resources.newBuilder().setMemoryBytes(FakeCommand.HEAP_THAT_IS_SLOW));
            client.send(Tasks.submit(slow, 1, 1, "x"));
            assertThat(Tasks.outcomes(client, bundle, 1).getFirst().getStatus())
                    .isEqualTo(Status.SUCCEEDED);
        }
    }

    @Test
    void aTaskThatAsksForMoreThanThereIsIsRejectedWithTheReason() throws Exception {
        Map<ConfigKey, String> bounds = Map.of(ConfigKey.WORKER_PROCESSES_MAX, "600");
        Daemon daemon = cluster.start("n1", 1, bounds);
        try (WireSocket client = cluster.client(daemon, 12)) {
            TaskKind.Builder greedy = Tasks.kind("echo", bundle.digest());
            greedy.setResources(Resources.newBuilder().setProcesses(601));
            client.send(Tasks.submit(greedy, 1, 1, "x"));
            assertThat(client.readUntil(BodyCase.REJECTED).getRejected().getReason())
                    .contains("requests processes of 601")
                    .contains("worker-processes-max");
        }
    }

    @Test
    void aTaskWhoseResultIsLostThreeTimesFailsWithThatStory() throws Exception {
        Daemon daemon = cluster.start("n1", 1, Map.of());
        try (WireSocket client = cluster.client(daemon, 12)) {
            client.send(Tasks.submit(Tasks.kind("unstored", bundle.digest()), 1, 1, ""));
            OutcomeItem outcome = Tasks.outcomes(client, bundle, 1).getFirst();
            assertThat(outcome.getStatus()).isEqualTo(Status.WORKERS_DIED);
            assertThat(outcome.getSummary().split("no space left on device", -1))
                    .as("%s", outcome.getSummary())
                    .hasSize(4);
            client.send(Tasks.submit(Tasks.kind("echo", bundle.digest()), 2, 2, "still here"));
            assertThat(Tasks.outcomes(client, bundle, 1)).hasSize(1);
        }
    }

    @Test
    void aCancelledTaskThatDoesNotStopLosesItsWorker() throws Exception {
        Daemon daemon = cluster.start("n1", 1, Map.of());
        try (WireSocket client = cluster.client(daemon, 13)) {
            client.send(Tasks.submit(Tasks.kind("hang", bundle.digest()), 1, 1, ""));
            client.send(Tasks.submit(Tasks.kind("echo", bundle.digest()), 2, 2, "next"));
            bringBundle(client);
            long hanging = cluster.awaitHanging();
            assertThat(daemon.workerPids()).contains(hanging);
            client.send(
                    Frame.newBuilder()
                            .setCancelTasks(CancelTasks.newBuilder().addNumbers(1).setWhy("enough"))
                            .build());
            List<OutcomeItem> outcomes = Tasks.outcomes(client, bundle, 2);
            assertThat(outcomes)
                    .anySatisfy(one -> assertThat(one.getStatus()).isEqualTo(Status.CANCELLED))
                    .anySatisfy(one -> assertThat(one.getStatus()).isEqualTo(Status.SUCCEEDED));
            Awaitility.await()
                    .untilAsserted(() -> assertThat(daemon.workerPids()).doesNotContain(hanging));
        }
    }

    /** Serves the requests that bring the code. */
    private void bringBundle(WireSocket client) throws Exception {
        for (int i = 0; i < 3; i++) {
            client.send(bundle.answer(client.readUntil(BodyCase.BLOB_REQUEST).getBlobRequest()));
        }
        client.readUntil(BodyCase.ACCEPTED);
    }

    @Test
    @Timeout(300) // a minute on two busy processors
    @Tag("extended")
    void aResultOf256MebibytesPassesThrough() throws Exception {
        Daemon daemon = cluster.start("n1", 1, Map.of());
        try (WireSocket client = cluster.client(daemon, 14)) {
            client.send(Tasks.submit(Tasks.kind("big", bundle.digest()), 1, 1, "256"));
            OutcomeItem outcome = unacknowledged(client);
            assertThat(outcome.getBlob().getSize()).isEqualTo(256L << 20);
            assertThat(pull(client, outcome.getBlob())).isEqualTo(outcome.getBlob().getSha256());
        }
    }

    /** The next outcome; a blob is here until it is acknowledged. */
    private OutcomeItem unacknowledged(WireSocket client) throws Exception {
        Frame frame = client.read();
        while (!frame.hasOutcomes()) {
            if (frame.hasBlobRequest()) {
                client.send(bundle.answer(frame.getBlobRequest()));
            } else if (frame.hasPing()) {
                long number = frame.getPing().getNumber();
                client.send(
                        Frame.newBuilder().setPong(Pong.newBuilder().setNumber(number)).build());
            }
            frame = client.read();
        }
        return frame.getOutcomes().getItems(0);
    }

    /** Reads a blob piece by piece, four ahead; its SHA-256. */
    private static ByteString pull(WireSocket client, BlobRef blob) throws Exception {
        MessageDigest sha = MessageDigest.getInstance("SHA-256");
        int piece = WireLimits.BLOB_CHUNK_BYTES;
        long asked = 0;
        long got = 0;
        while (got < blob.getSize()) {
            while (asked < blob.getSize() && asked - got < 4L * piece) {
                client.send(
                        Frame.newBuilder()
                                .setBlobRequest(
                                        BlobRequest.newBuilder()
                                                .setSha256(blob.getSha256())
                                                .setOffset(asked)
                                                .setLength(piece))
                                .build());
                asked += piece;
            }
            BlobChunk chunk = client.readUntil(BodyCase.BLOB_CHUNK).getBlobChunk();
            assertThat(chunk.getOffset()).isEqualTo(got);
            sha.update(chunk.getContent().toByteArray());
            got += chunk.getContent().size();
        }
        return ByteString.copyFrom(sha.digest());
    }

    @Test
    void aPayloadThatIsABlobIsPulledFromTheClient() throws Exception {
        Daemon daemon = cluster.start("n1", 1, Map.of());
        byte[] content = new byte[3_000_000];
        byte[] name = bundle.add(content);
        try (WireSocket client = cluster.client(daemon, 15)) {
            client.send(blobTask(1, name, content.length));
            OutcomeItem outcome = Tasks.outcomes(client, bundle, 1).getFirst();
            assertThat(outcome.getPayload().toStringUtf8()).isEqualTo("3000000");
        }
        Awaitility.await().until(() -> count(directory.resolve("nodes/n1/blobs")) == 2);
    }

    @Test
    void aPayloadThatIsNotWhatItsNameSaysIsRejected() throws Exception {
        Daemon daemon = cluster.start("n1", 1, Map.of());
        byte[] content = new byte[100_000];
        byte[] name = bundle.add(content);
        content[5] = 1;
        try (WireSocket client = cluster.client(daemon, 16)) {
            client.send(blobTask(1, name, content.length));
            assertThatThrownBy(() -> Tasks.outcomes(client, bundle, 1))
                    .hasMessageContaining("the content received does not match SHA-256");
            client.send(blobTask(2, FakeBundle.sha256(new byte[] {9}), 1));
            assertThatThrownBy(() -> Tasks.outcomes(client, bundle, 1))
                    .hasMessageContaining("does not have");
        }
    }

    private Frame blobTask(long number, byte[] name, long size) {
        return Frame.newBuilder()
                .setSubmit(
                        Submit.newBuilder()
                                .addGroups(
                                        SubmitGroup.newBuilder()
                                                .setKind(Tasks.kind("size", bundle.digest()))
                                                .addItems(
                                                        SubmitItem.newBuilder()
                                                                .setNumber(number)
                                                                .setBlob(
                                                                        BlobRef.newBuilder()
                                                                                .setSha256(
                                                                                        ByteString
                                                                                                .copyFrom(
                                                                                                        name))
                                                                                .setSize(size)))))
                .build();
    }

    private static long count(Path directory) throws java.io.IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.count();
        }
    }

    @Test
    void aClientThatReturnsGetsWhatItHadNotAcknowledged() throws Exception {
        Daemon daemon = cluster.start("n1", 1, Map.of());
        try (WireSocket client = cluster.client(daemon, 17)) {
            client.send(Tasks.submit(Tasks.kind("echo", bundle.digest()), 1, 3, "x"));
            Frame frame = client.read();
            while (!frame.hasOutcomes()) {
                if (frame.hasBlobRequest()) {
                    client.send(bundle.answer(frame.getBlobRequest()));
                }
                frame = client.read();
            }
        }
        try (WireSocket again = cluster.open(daemon)) {
            Welcome welcome = again.attach(17, daemon.file().incarnation(), cluster.token());
            assertThat(welcome.getResumed()).isTrue();
            assertThat(again.readUntil(BodyCase.ACCEPTED).getAccepted().getUpTo()).isEqualTo(3);
            assertThat(Tasks.outcomes(again, bundle, 3)).hasSize(3);
        }
    }

    private static String jobs(WireSocket observer) throws Exception {
        observer.send(Frame.newBuilder().setQuery(Query.newBuilder().setWhat("jobs")).build());
        return observer.readUntil(BodyCase.QUERY_REPLY).getQueryReply().getJson();
    }

    @Test
    void aClientThatDoesNotReturnLosesItsSession() throws Exception {
        Daemon daemon = cluster.start("n1", 1, Map.of(ConfigKey.SESSION_LEASE, "200ms"));
        try (WireSocket observer = cluster.client(daemon, 99)) {
            try (WireSocket client = cluster.client(daemon, 18)) {
                OpenJob.Builder job = OpenJob.newBuilder().setJob(7).setName("of the session");
                client.send(Frame.newBuilder().setOpenJob(job).build());
                Awaitility.await()
                        .untilAsserted(() -> assertThat(jobs(observer)).contains("of the session"));
            }
            Awaitility.await()
                    .untilAsserted(
                            () -> assertThat(jobs(observer)).doesNotContain("of the session"));
        }
        try (WireSocket again = cluster.open(daemon)) {
            Welcome welcome = again.attach(18, daemon.file().incarnation(), cluster.token());
            assertThat(welcome.getResumed()).isFalse();
        }
    }

    @Test
    void aClientThatExceedsItsWindowIsRejectedPerTask() throws Exception {
        Daemon daemon = cluster.start("n1", 0, Map.of(ConfigKey.CLIENT_TASKS, "300"));
        try (WireSocket client = cluster.client(daemon, 19)) {
            client.send(Tasks.submit(Tasks.kind("echo", new byte[0]), 1, 301, "x"));
            Frame rejected = client.readUntil(BodyCase.REJECTED);
            assertThat(rejected.getRejected().getNumber()).isEqualTo(301);
            assertThat(rejected.getRejected().getReason()).contains("window");
        }
    }

    @Test
    void whatTheDiskKeptDoesNotTakeTheWindowOfAClientThatReturns() throws Exception {
        Daemon before = cluster.start("n1", 0, Map.of(ConfigKey.CLIENT_TASKS, "300"));
        try (WireSocket client = cluster.client(before, 19)) {
            client.send(Tasks.submit(Tasks.kind("echo", new byte[0]).setOnDisk(true), 1, 90, "x"));
            client.readUntil(BodyCase.ACCEPTED);
        }
        before.close();
        Daemon after = cluster.start("n1", 0, Map.of(ConfigKey.CLIENT_TASKS, "100"));
        try (WireSocket client = cluster.open(after)) {
            assertThat(client.attach(19, 0, cluster.token()).getRecovered()).isTrue();
            client.send(Tasks.submit(Tasks.kind("echo", new byte[0]), 201, 300, "x"));
            awaitAccepted(client, 300);
            client.send(Tasks.submit(Tasks.kind("echo", new byte[0]), 301, 301, "one too many"));
            assertThat(client.readUntil(BodyCase.REJECTED).getRejected().getNumber())
                    .isEqualTo(301);
        }
    }

    @Test
    void aClientThatWasElsewhereMeanwhileHasItsWholeWindow() throws Exception {
        Daemon daemon = cluster.start("n1", 0, Map.of(ConfigKey.CLIENT_TASKS, "100"));
        try (WireSocket client = cluster.client(daemon, 19)) {
            client.send(Tasks.submit(Tasks.kind("echo", new byte[0]), 1, 100, "x"));
            client.readUntil(BodyCase.ACCEPTED);
        }
        for (int round = 1; round <= 3; round++) {
            try (WireSocket again = cluster.client(daemon, 19)) {
                long first = 1 + 100L * round;
                again.send(Tasks.submit(Tasks.kind("echo", new byte[0]), first, first + 99, "x"));
                awaitAccepted(again, first + 99);
            }
        }
    }

    private static void awaitAccepted(WireSocket client, long upTo) throws Exception {
        for (Frame frame = client.read(); ; frame = client.read()) {
            assertThat(frame.getRejected().getReason()).isEmpty();
            if (frame.getAccepted().getUpTo() == upTo) {
                return;
            }
        }
    }

    @Test
    void tasksOfLevelReplicatedAreRefusedWithTheReason() throws Exception {
        Daemon daemon = cluster.start("n1", 0, Map.of());
        try (WireSocket client = cluster.client(daemon, 20)) {
            client.send(
                    Tasks.submit(Tasks.kind("echo", new byte[0]).setReplicated(true), 1, 1, "x"));
            assertThat(client.readUntil(BodyCase.REJECTED).getRejected().getReason())
                    .contains("keep a replica");
        }
    }

    @Test
    void aTaskOfLevelDiskIsInTheJournalWhenItIsAccepted() throws Exception {
        Daemon daemon = cluster.start("n1", 0, Map.of());
        try (WireSocket client = cluster.client(daemon, 20)) {
            client.send(Tasks.submit(Tasks.kind("echo", new byte[0]).setOnDisk(true), 1, 1, "x"));
            assertThat(client.readUntil(BodyCase.ACCEPTED).getAccepted().getUpTo()).isEqualTo(1);
            Path journal = directory.resolve("nodes/n1/journal");
            try (FileStorage reader = FileStorage.readOnly(journal)) {
                Inspection seen =
                        Inspection.of(reader, JournalSettings.DEFAULT, (file, offset, entry) -> {});
                assertThat(seen.problems()).isEmpty();
                assertThat(seen.live()).hasSize(1);
            }
        }
    }

    @Test
    void aProgramThatServesItselfGetsItsTasks() throws Exception {
        Daemon daemon = cluster.start("n1", 0, Map.of());
        try (WireSocket server = cluster.client(daemon, 21);
                WireSocket client = cluster.client(daemon, 22)) {
            server.send(
                    Frame.newBuilder().setServe(Serve.newBuilder().setJob(7).setSlots(1)).build());
            client.send(Tasks.submit(Tasks.kind("own", new byte[0]), 1, 1, "ping"));
            StartItem item = server.readUntil(BodyCase.START).getStart().getGroups(0).getItems(0);
            assertThat(item.getPayload().toStringUtf8()).isEqualTo("ping");
            server.send(
                    Frame.newBuilder()
                            .setFinished(
                                    Finished.newBuilder()
                                            .addItems(
                                                    FinishedItem.newBuilder()
                                                            .setOrigin(item.getOrigin())
                                                            .setNumber(item.getNumber())
                                                            .setEpoch(item.getEpoch())
                                                            .setGrant(item.getGrant())
                                                            .setPayload(
                                                                    ByteString.copyFromUtf8(
                                                                            "pong"))))
                            .build());
            assertThat(Tasks.outcomes(client, bundle, 1).getFirst().getPayload().toStringUtf8())
                    .isEqualTo("pong");
        }
    }

    @Test
    void aSecondDaemonOfTheSameNodeSaysSo() throws Exception {
        cluster.start("n1", 0, Map.of());
        assertThatThrownBy(() -> cluster.start("n1", 0, Map.of()))
                .isInstanceOf(NodeDirectory.InUseException.class)
                .hasMessageContaining("already runs");
    }

    @Test
    void onlyLoopbackIsListenedOn() {
        assertThatThrownBy(() -> cluster.start("n1", 0, Map.of(ConfigKey.LISTEN, "0.0.0.0:0")))
                .hasMessageContaining("needs a certificate");
    }

    private static QueryReply reply(WireSocket client, int topic) throws Exception {
        client.send(
                Frame.newBuilder()
                        .setQuery(Query.newBuilder().setId(topic).setTopicValue(topic).setJob(7))
                        .build());
        return client.readUntil(BodyCase.QUERY_REPLY).getQueryReply();
    }

    @Test
    void eachQuestionIsAnsweredInItsOwnField() throws Exception {
        Daemon daemon = cluster.start("n1", 0, Map.of());
        try (WireSocket client = cluster.client(daemon, 23)) {
            for (int topic = 1; Topic.forNumber(topic) != null; topic++) {
                if (topic == Topic.TOPIC_FORGET_VALUE) {
                    continue;
                }
                QueryReply reply = reply(client, topic);
                assertThat(reply.getLast()).isTrue();
                assertThat(reply.getJson()).isEmpty();
                Map<FieldDescriptor, Object> fields =
                        Answers.parseFrom(reply.getAnswers()).getAllFields();
                assertThat(fields).hasSize(1);
                FieldDescriptor field = fields.keySet().iterator().next();
                assertThat(field.getNumber()).isEqualTo(topic);
                assertThat("TOPIC_" + field.getName().toUpperCase(Locale.ROOT))
                        .isEqualTo(Topic.forNumber(topic).name());
                assertThat(fields.get(field).toString()).contains("node: \"n1\"");
            }
            assertThat(reply(client, 99).getError())
                    .contains("n1 does not know question 99", "upgrade it first");
        }
    }

    @Test
    void questionsOfAnEarlierVersionAreAnsweredInJson() throws Exception {
        Daemon daemon = cluster.start("n1", 0, Map.of());
        try (WireSocket client = cluster.client(daemon, 23)) {
            for (String what : List.of("nodes", "tasks", "stats")) {
                client.send(
                        Frame.newBuilder()
                                .setQuery(Query.newBuilder().setId(1).setWhat(what))
                                .build());
                String json = client.readUntil(BodyCase.QUERY_REPLY).getQueryReply().getJson();
                assertThat(json).startsWith("{").contains("n1");
            }
            client.send(
                    Frame.newBuilder().setQuery(Query.newBuilder().setWhat("nonsense")).build());
            assertThat(client.readUntil(BodyCase.QUERY_REPLY).getQueryReply().getError())
                    .contains("nonsense");
        }
    }

    @Test
    void aDaemonThatHasNothingLeavesAtOnce() throws Exception {
        Daemon daemon = cluster.start("n1", 0, Map.of());
        daemon.leave("a test");
        assertThat(daemon.ended().get(60, TimeUnit.SECONDS)).contains("drained");
    }
}
