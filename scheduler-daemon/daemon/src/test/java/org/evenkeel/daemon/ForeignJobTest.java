package org.evenkeel.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.evenkeel.daemon.config.ConfigKey;
import org.evenkeel.daemon.fake.FakeBundle;
import org.evenkeel.daemon.fake.Keyed;
import org.evenkeel.daemon.fake.Tasks;
import org.evenkeel.daemon.fake.TestAuthority;
import org.evenkeel.daemon.fake.TestCluster;
import org.evenkeel.daemon.fake.WireSocket;
import org.evenkeel.daemon.log.TestLogs;
import org.evenkeel.model.JobId;
import org.evenkeel.model.TaskId;
import org.evenkeel.security.identity.CertRole;
import org.evenkeel.security.identity.Credentials;
import org.evenkeel.security.tls.ClusterTls;
import org.evenkeel.wire.proto.Answers;
import org.evenkeel.wire.proto.BlobChunk;
import org.evenkeel.wire.proto.BlobRef;
import org.evenkeel.wire.proto.BlobRequest;
import org.evenkeel.wire.proto.CancelTasks;
import org.evenkeel.wire.proto.Drain;
import org.evenkeel.wire.proto.FetchValue;
import org.evenkeel.wire.proto.FileAnswer;
import org.evenkeel.wire.proto.Finished;
import org.evenkeel.wire.proto.FinishedItem;
import org.evenkeel.wire.proto.ForgetNode;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.Frame.BodyCase;
import org.evenkeel.wire.proto.Granted;
import org.evenkeel.wire.proto.Hello;
import org.evenkeel.wire.proto.NodeRef;
import org.evenkeel.wire.proto.OutcomeAck;
import org.evenkeel.wire.proto.OutcomeItem;
import org.evenkeel.wire.proto.OwnerActivity;
import org.evenkeel.wire.proto.PauseNode;
import org.evenkeel.wire.proto.Ping;
import org.evenkeel.wire.proto.Pong;
import org.evenkeel.wire.proto.ProfileAnswer;
import org.evenkeel.wire.proto.Query;
import org.evenkeel.wire.proto.QueryReply;
import org.evenkeel.wire.proto.RecallAnswer;
import org.evenkeel.wire.proto.RefusedBody;
import org.evenkeel.wire.proto.Role;
import org.evenkeel.wire.proto.Serve;
import org.evenkeel.wire.proto.StackAnswer;
import org.evenkeel.wire.proto.Status;
import org.evenkeel.wire.proto.SubmittedAgain;
import org.evenkeel.wire.proto.Topic;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each row of the table in docs/security.md, tried on a job of Alice's by Bob, who is attached at
 * another daemon than she, where her task runs. Alice's task waits for the content of a file, which
 * she tells when all was tried.
 */
@Timeout(120)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Tag("extended")
class ForeignJobTest {

    private static final int ALICE = 5;
    private static final long HERS = Keyed.job(ALICE, 1);
    private static final String CONTENT = "what only Alice knows";
    private static final String PAYLOAD = "what only her task is told";
    private static final int MOST_ROUTES = 1_000;
    private static final FakeBundle BUNDLE = new FakeBundle(1_000);

    @TempDir static Path first;
    @TempDir static Path second;
    private static TestAuthority authority;
    private static TestCluster machines;
    private static TestCluster others;
    private static Daemon there;
    private static WireSocket alice;
    private static Credentials bob;
    private static String untouched;

    /** Each time that he attaches it is as another client. */
    private static int his = 100;

    /** Something that Bob does, and what has to be true. */
    private interface Attempt {
        void run() throws Exception;
    }

    @BeforeAll
    static void open() throws Exception {
        authority = new TestAuthority(first);
        authority.makeNode("n1");
        authority.makeNode("n2", second);
        bob = authority.issue("bob", CertRole.SUBMIT);
        machines = new TestCluster(first);
        others = new TestCluster(second);
        TestLogs.leave(
                first.resolve("nodes").resolve("n1"),
                new JobId(HERS),
                "alice",
                new TaskId(Keyed.key(ALICE).session(), 1),
                PAYLOAD);
        Daemon hers =
                machines.start("n1", 0, Map.of(ConfigKey.SEEDS, "", ConfigKey.PING_LIMIT, "120s"));
        String seed = hers.file().host() + ":" + hers.file().port();
        there = others.start("n2", 1, Map.of(ConfigKey.SEEDS, seed, ConfigKey.PING_LIMIT, "120s"));
        alice = connect(hers, authority.issue("alice", CertRole.SUBMIT));
        alice.greet(Keyed.hello(ALICE), ClusterTls.handshakeSecret());
        alice.send(Keyed.open(ALICE, 1, "hers"));
        alice.send(Tasks.submit(Tasks.kind("ask", BUNDLE.digest()).setJob(HERS), 1, 1, PAYLOAD));
        Frame frame = alice.read();
        while (!frame.hasFileAsk()) {
            if (frame.hasBlobRequest()) {
                alice.send(BUNDLE.answer(frame.getBlobRequest()));
            }
            frame = alice.read();
        }
        assertThat(frame.getFileAsk().getTask()).isEqualTo(granted().build());
        untouched =
                Awaitility.await().until(ForeignJobTest::state, text -> text.contains("PARKED"));
    }

    @AfterAll
    static void close() throws Exception {
        alice.close();
        others.close();
        machines.close();
    }

    private static WireSocket connect(Daemon daemon, Credentials own) throws Exception {
        return WireSocket.secure(
                daemon.file().host(), daemon.file().port(), authority.context(Optional.of(own)));
    }

    /** Her task, under the grant it runs under; all of this is in answers that Bob gets. */
    private static Granted.Builder granted() {
        return Granted.newBuilder()
                .setOrigin(Keyed.key(ALICE).session())
                .setNumber(1)
                .setEpoch(1)
                .setGrant(1);
    }

    // ---- What Bob says

    /** Attached at the daemon where her task runs, with a job of his own. */
    private static WireSocket attached() throws Exception {
        WireSocket socket = connect(there, bob);
        his++;
        assertThat(socket.greet(Keyed.hello(his), ClusterTls.handshakeSecret()).hasWelcome())
                .isTrue();
        socket.send(Keyed.open(his, 1, "his"));
        return socket;
    }

    private static String greeting(Hello.Builder hello) throws Exception {
        try (WireSocket socket = connect(there, bob)) {
            return socket.greet(hello, ClusterTls.handshakeSecret()).getRefused().getReason();
        }
    }

    /** Why he is cut off who says this. */
    private static String refusal(Frame.Builder frame) throws Exception {
        try (WireSocket socket = attached()) {
            socket.send(frame.build());
            return socket.readUntil(BodyCase.REFUSED).getRefused().getReason();
        }
    }

    /** Says this, and is not even refused. */
    private static void passedOver(Frame.Builder... frames) throws Exception {
        try (WireSocket socket = attached()) {
            for (Frame.Builder frame : frames) {
                socket.send(frame.build());
            }
            assertThat(ask(socket, "nodes", "")).contains("n1");
        }
    }

    private static String ask(WireSocket socket, String what, String argument) throws IOException {
        Query.Builder query =
                Query.newBuilder().setId(1).setWhat(what).setArgument(argument).setCluster(true);
        socket.send(Frame.newBuilder().setQuery(query).build());
        StringBuilder all = new StringBuilder();
        while (true) {
            Frame frame = socket.read();
            assertThat(frame.getRefused().getReason()).isEmpty();
            all.append(frame.getQueryReply().getJson());
            if (frame.getQueryReply().getLast()) {
                return all.toString();
            }
        }
    }

    /** What a worker of his is answered that says all it can of her task, in the slot of hers. */
    private static String forged() throws Exception {
        Granted.Builder task = granted();
        String other =
                "%d %d %d %d %d"
                        .formatted(
                                task.getOrigin(),
                                task.getNumber(),
                                task.getEpoch(),
                                task.getGrant(),
                                HERS);
        try (WireSocket socket = attached()) {
            socket.send(
                    Tasks.submit(
                            Tasks.kind("forge", BUNDLE.digest()).setJob(Keyed.job(his, 1)),
                            1,
                            1,
                            other));
            OutcomeItem outcome = Tasks.outcomes(socket, BUNDLE, 1).getFirst();
            assertThat(outcome.getStatus()).isEqualTo(Status.SUCCEEDED);
            return outcome.getPayload().toStringUtf8();
        }
    }

    // ---- The rows

    private static final Map<String, Attempt> ROWS = new LinkedHashMap<>();

    static {
        ROWS.put("hello of a client", ForeignJobTest::takesHerSession);
        ROWS.put(
                "hello that attaches to a job",
                () -> {
                    Hello.Builder attach = Hello.newBuilder().setRole(Role.CLIENT).setOrigin(9);
                    assertThat(greeting(attach.setAttachJob(HERS))).contains("is not at this node");
                });
        ROWS.put("hello of a worker", ForeignJobTest::comesInAsAWorker);
        ROWS.put(
                "OPEN_JOB",
                () ->
                        assertThat(
                                        refusal(
                                                Frame.newBuilder()
                                                        .setOpenJob(
                                                                Keyed.opening(his, 1)
                                                                        .setJob(HERS))))
                                .contains("does not belong to this session"));
        ROWS.put("SUBMIT of a client", ForeignJobTest::submits);
        ROWS.put(
                "SUBMIT of a worker",
                () -> assertThat(forged()).containsPattern("submitted: \\S+"));
        ROWS.put("SERVE, FETCH_VALUE of a client", ForeignJobTest::servesAndFetches);
        ROWS.put(
                "FETCH_VALUE, KEEP_VALUE of a worker",
                () ->
                        assertThat(forged())
                                .containsPattern("fetched: \\S+")
                                .containsPattern("kept: \\S+"));
        ROWS.put(
                "CLOSE_JOB",
                () -> {
                    try (WireSocket socket = attached()) {
                        socket.send(Keyed.close(ALICE, 1));
                        assertThat(ask(socket, "jobs", "")).contains("\"hers\"");
                    }
                });
        ROWS.put("SUBMITTED_AGAIN, OUTCOME_ACK, CANCEL_TASKS", ForeignJobTest::speaksOfNumbers);
        for (String row :
                List.of(
                        "FINISHED, PARKED, RESUMED, STAYS of a worker",
                        "GOES_ON, RECALL_ANSWER, FILE_ASK, GROWING of a worker",
                        "FINISHED, RECALL_ANSWER of a client that serves")) {
            ROWS.put(row, ForeignJobTest::endsHerTask);
        }
        ROWS.put("STACK_TAKEN, PROFILE_TAKEN of a worker", ForeignJobTest::answersForHerWorker);
        ROWS.put("FILE_ANSWER", ForeignJobTest::answersForHer);
        ROWS.put("BLOB_REQUEST", ForeignJobTest::guessesNames);
        ROWS.put("BLOB_CHUNK", ForeignJobTest::sendsOtherContent);
        ROWS.put("QUERY", ForeignJobTest::asksForSecrets);
        ROWS.put("QUERY of a log", ForeignJobTest::readsHerLog);
        ROWS.put("QUERY of a stack", ForeignJobTest::readsHerStack);
        ROWS.put("QUERY of a profile", ForeignJobTest::readsHerProfile);
        ROWS.put("DRAIN, FORGET_NODE, PAUSE_NODE", ForeignJobTest::actsAsAdministrator);
        ROWS.put("OWNER_ACTIVITY", ForeignJobTest::speaksForTheOwner);
        ROWS.put(
                "PING, PONG, REFUSED_BODY",
                () ->
                        passedOver(
                                Frame.newBuilder().setPing(Ping.newBuilder().setNumber(1)),
                                Frame.newBuilder().setPong(Pong.newBuilder().setNumber(1)),
                                Frame.newBuilder()
                                        .setRefusedBody(RefusedBody.newBuilder().setNumber(1))));
        ROWS.put(
                "between daemons",
                () -> {
                    NodeRef.Builder node = NodeRef.newBuilder().setName("bob").setIncarnation(1);
                    assertThat(greeting(Hello.newBuilder().setRole(Role.PEER).setNode(node)))
                            .contains("may not connect as PEER");
                });
    }

    private static void takesHerSession() throws Exception {
        assertThat(greeting(Keyed.hello(ALICE).clearSessionKey()))
                .contains("must prove the key of its session");
        Hello.Builder own = Keyed.hello(ALICE).setSessionKey(Keyed.hello(his).getSessionKey());
        assertThat(greeting(own)).contains("belongs to another key than the one proved");
    }

    private static void comesInAsAWorker() throws Exception {
        Hello.Builder worker =
                Hello.newBuilder()
                        .setRole(Role.WORKER)
                        .setWorker(1)
                        .setOrigin(Keyed.key(his).session());
        assertThat(greeting(worker)).contains("WORKER");
        try (WireSocket local = WireSocket.connect(there.file().socket())) {
            assertThat(local.greet(worker, new byte[32]).getRefused().getReason())
                    .contains("secret");
        }
    }

    private static void submits() throws Exception {
        try (WireSocket socket = attached()) {
            socket.send(
                    Tasks.submit(Tasks.kind("echo", BUNDLE.digest()).setJob(HERS), 99, 99, "x"));
            assertThat(socket.readUntil(BodyCase.REJECTED).getRejected().getReason())
                    .contains("its job is not open here");
        }
    }

    private static void servesAndFetches() throws Exception {
        Serve.Builder serve = Serve.newBuilder().setJob(HERS).setSlots(1);
        assertThat(refusal(Frame.newBuilder().setServe(serve))).contains("is not open here");
        FetchValue.Builder fetch =
                FetchValue.newBuilder()
                        .setJob(HERS)
                        .setNode("n1")
                        .setBlob(
                                BlobRef.newBuilder()
                                        .setSha256(ByteString.copyFrom(BUNDLE.digest()))
                                        .setSize(1));
        assertThat(refusal(Frame.newBuilder().setFetchValue(fetch))).contains("is not open here");
    }

    private static void speaksOfNumbers() throws Exception {
        passedOver(
                Frame.newBuilder().setSubmittedAgain(SubmittedAgain.newBuilder().setUpTo(1)),
                Frame.newBuilder().setOutcomeAck(OutcomeAck.newBuilder().addNumbers(1)),
                Frame.newBuilder()
                        .setCancelTasks(CancelTasks.newBuilder().addNumbers(1).setWhy("forged")));
    }

    private static void endsHerTask() throws Exception {
        assertThat(forged()).as("the question of a worker is not passed on").contains("asked: 2");
        Granted.Builder task = granted();
        FinishedItem.Builder end =
                FinishedItem.newBuilder()
                        .setOrigin(task.getOrigin())
                        .setNumber(task.getNumber())
                        .setEpoch(task.getEpoch())
                        .setGrant(task.getGrant())
                        .setStatus(Status.SUCCEEDED)
                        .setHasPayload(true)
                        .setPayload(ByteString.copyFromUtf8("forged"));
        long next = Keyed.job(his + 1, 1); // of the client that says this
        passedOver(
                Frame.newBuilder().setServe(Serve.newBuilder().setJob(next).setSlots(1)),
                Frame.newBuilder().setFinished(Finished.newBuilder().addItems(end)),
                Frame.newBuilder().setRecallAnswer(RecallAnswer.newBuilder().addGivenBack(task)));
    }

    private static void answersForHer() throws Exception {
        List<Frame.Builder> answers = new ArrayList<>();
        for (int route = 0; route < MOST_ROUTES; route++) {
            answers.add(
                    Frame.newBuilder()
                            .setFileAnswer(
                                    FileAnswer.newBuilder()
                                            .setTask(granted())
                                            .setNumber(1)
                                            .setRoute(route)
                                            .setContent(ByteString.copyFromUtf8("forged"))));
        }
        passedOver(answers.toArray(Frame.Builder[]::new));
    }

    private static void answersForHerWorker() throws Exception {
        Query.Builder query =
                Query.newBuilder()
                        .setTopic(Topic.TOPIC_PROFILE)
                        .setTask(herTask())
                        .setProfile(70)
                        .setForMillis(60_000)
                        .setCluster(true);
        assertThat(profiles(alice, query)).extracting(ProfileAnswer::getRunning).contains(true);
        assertThat(forged()).contains("asked: 2");
        assertThat(profiles(alice, query.clearForMillis()))
                .as("hers has not answered")
                .extracting(ProfileAnswer::getRunning)
                .contains(true);
    }

    private static Frame.Builder request(byte[] name) {
        return Frame.newBuilder()
                .setBlobRequest(
                        BlobRequest.newBuilder()
                                .setSha256(ByteString.copyFrom(name))
                                .setLength(1_000));
    }

    private static void guessesNames() throws Exception {
        try (WireSocket socket = attached()) {
            socket.send(request(new byte[32]).build());
            assertThat(socket.readUntil(BodyCase.BLOB_CHUNK).getBlobChunk().getMissing()).isTrue();
        }
    }

    private static void sendsOtherContent() throws Exception {
        byte[] name = FakeBundle.sha256(new byte[] {1, 2, 3});
        passedOver(
                Frame.newBuilder()
                        .setBlobChunk(
                                BlobChunk.newBuilder()
                                        .setSha256(ByteString.copyFrom(name))
                                        .setSize(1)
                                        .setContent(ByteString.copyFromUtf8("x"))));
        try (WireSocket socket = attached()) {
            socket.send(request(name).build());
            assertThat(socket.readUntil(BodyCase.BLOB_CHUNK).getBlobChunk().getMissing()).isTrue();
            FakeBundle altered = new FakeBundle(2_000);
            altered.replace(altered.digest(), new byte[100]);
            socket.send(
                    Tasks.submit(
                            Tasks.kind("echo", altered.digest()).setJob(Keyed.job(his, 1)),
                            1,
                            1,
                            "x"));
            Frame frame = socket.read();
            while (!frame.hasRejected()) {
                if (frame.hasBlobRequest()) {
                    socket.send(altered.answer(frame.getBlobRequest()));
                }
                frame = socket.read();
            }
            assertThat(frame.getRejected().getReason()).isNotEmpty();
        }
    }

    private static void asksForSecrets() throws Exception {
        try (WireSocket socket = attached()) {
            String job = Long.toUnsignedString(HERS, 36);
            String task = new TaskId(Keyed.key(ALICE).session(), 1).toString();
            String key = HexFormat.of().formatHex(Keyed.hello(ALICE).getSessionKey().toByteArray());
            for (String[] asked :
                    new String[][] {
                        {"jobs", ""},
                        {"jobs", job},
                        {"tasks", ""},
                        {"job", job + " 0 100"},
                        {"explain", task},
                        {"nodes", ""},
                        {"quotas", ""},
                        {"trace", ""}
                    }) {
                assertThat(ask(socket, asked[0], asked[1]))
                        .as("%s %s", asked[0], asked[1])
                        .doesNotContainIgnoringCase(key)
                        .doesNotContain(PAYLOAD);
            }
        }
    }

    private static void readsHerLog() throws Exception {
        Query.Builder query =
                Query.newBuilder().setTopic(Topic.TOPIC_LOGS).setJob(HERS).setCluster(true);
        assertThat(logs(alice, query)).as("her own").contains(PAYLOAD);
        try (WireSocket socket = attached()) {
            assertThat(logs(socket, query))
                    .contains("belongs to another submitter")
                    .doesNotContain(PAYLOAD);
            assertThat(logs(socket, query.setSubmitter("alice"))).doesNotContain(PAYLOAD);
            assertThat(logs(socket, query.clearSubmitter().clearJob().setTask(herTask())))
                    .contains("belongs to another submitter")
                    .doesNotContain(PAYLOAD);
        }
    }

    private static void readsHerStack() throws Exception {
        Query.Builder query =
                Query.newBuilder().setTopic(Topic.TOPIC_STACK).setTask(herTask()).setCluster(true);
        assertThat(stack(alice, query)).as("her own").isEmpty();
        try (WireSocket socket = attached()) {
            assertThat(stack(socket, query)).contains("belongs to another submitter");
            assertThat(stack(socket, query.setSubmitter("alice")))
                    .contains("belongs to another submitter");
        }
    }

    private static void readsHerProfile() throws Exception {
        Query.Builder query =
                Query.newBuilder()
                        .setTopic(Topic.TOPIC_PROFILE)
                        .setTask(herTask())
                        .setProfile(77)
                        .setForMillis(1)
                        .setCluster(true);
        assertThat(profile(alice, query)).as("her own").isEmpty();
        try (WireSocket socket = attached()) {
            assertThat(profile(socket, query.clone().clearForMillis())).contains("submitter");
            assertThat(profile(socket, query.clone().setProfile(78)))
                    .contains("belongs to another submitter");
            Query.Builder job = query.clone().clearTask().setJob(HERS).setProfile(79);
            assertThat(profile(socket, job.setSubmitter("alice")))
                    .contains("belongs to another submitter");
        }
    }

    /** Why it is refused. */
    private static String profile(WireSocket socket, Query.Builder query) throws IOException {
        return profiles(socket, query).stream()
                .map(ProfileAnswer::getRefused)
                .collect(Collectors.joining());
    }

    private static List<ProfileAnswer> profiles(WireSocket socket, Query.Builder query)
            throws IOException {
        socket.send(Frame.newBuilder().setQuery(query).build());
        QueryReply reply = socket.readUntil(BodyCase.QUERY_REPLY).getQueryReply();
        assertThat(reply.getError()).isEmpty();
        List<ProfileAnswer> known =
                Answers.parseFrom(reply.getAnswers()).getProfileList().stream()
                        .filter(ProfileAnswer::getKnown)
                        .toList();
        assertThat(known).isNotEmpty();
        return known;
    }

    /** Why it is refused. */
    private static String stack(WireSocket socket, Query.Builder query) throws IOException {
        socket.send(Frame.newBuilder().setQuery(query).build());
        QueryReply reply = socket.readUntil(BodyCase.QUERY_REPLY).getQueryReply();
        assertThat(reply.getError()).isEmpty();
        List<StackAnswer> known =
                Answers.parseFrom(reply.getAnswers()).getStackList().stream()
                        .filter(StackAnswer::getKnown)
                        .toList();
        assertThat(known).isNotEmpty();
        return known.stream().map(StackAnswer::getRefused).collect(Collectors.joining());
    }

    private static org.evenkeel.wire.proto.TaskId herTask() {
        return org.evenkeel.wire.proto.TaskId.newBuilder()
                .setOrigin(Keyed.key(ALICE).session())
                .setNumber(1)
                .build();
    }

    private static String logs(WireSocket socket, Query.Builder query) throws IOException {
        socket.send(Frame.newBuilder().setQuery(query).build());
        QueryReply reply = socket.readUntil(BodyCase.QUERY_REPLY).getQueryReply();
        return reply.getError() + Answers.parseFrom(reply.getAnswers());
    }

    private static void actsAsAdministrator() throws Exception {
        assertThat(refusal(Frame.newBuilder().setDrain(Drain.getDefaultInstance())))
                .contains("may not send DRAIN");
        assertThat(refusal(Frame.newBuilder().setForgetNode(ForgetNode.newBuilder().setNode("n1"))))
                .contains("may not send FORGET_NODE");
        assertThat(refusal(Frame.newBuilder().setPauseNode(PauseNode.getDefaultInstance())))
                .contains("may not send PAUSE_NODE");
    }

    private static void speaksForTheOwner() throws Exception {
        assertThat(refusal(Frame.newBuilder().setOwnerActivity(OwnerActivity.getDefaultInstance())))
                .contains("may not send OWNER_ACTIVITY");
    }

    // ---- What has to be true

    static Stream<String> rows() {
        return ROWS.keySet().stream();
    }

    /** What both daemons say of her task. */
    private static String state() throws Exception {
        try (WireSocket at = attached()) {
            return explained(alice) + "\n" + explained(at);
        }
    }

    private static String explained(WireSocket socket) throws IOException {
        Query.Builder query =
                Query.newBuilder()
                        .setWhat("explain")
                        .setArgument(new TaskId(Keyed.key(ALICE).session(), 1).toString());
        socket.send(Frame.newBuilder().setQuery(query).build());
        String json = socket.readUntil(BodyCase.QUERY_REPLY).getQueryReply().getJson();
        return json.replaceAll("\"(for|expected)Nanos\":\\d+,", ""); // time passes anyway
    }

    @ParameterizedTest
    @MethodSource("rows")
    @Order(1)
    void doesNothingToHerJob(String row) throws Exception {
        ROWS.get(row).run();
        assertThat(state()).isEqualTo(untouched);
    }

    /** After all of them. */
    @Test
    @Order(2)
    void herTaskEndsAsItWouldHave() throws Exception {
        OutcomeItem outcome = null;
        alice.send(Frame.newBuilder().setPing(Ping.newBuilder().setNumber(1)).build());
        while (outcome == null) {
            Frame frame = alice.read();
            if (frame.hasFileAsk()) {
                alice.send(
                        Frame.newBuilder()
                                .setFileAnswer(
                                        FileAnswer.newBuilder()
                                                .setTask(frame.getFileAsk().getTask())
                                                .setNumber(frame.getFileAsk().getNumber())
                                                .setRoute(frame.getFileAsk().getRoute())
                                                .setContent(ByteString.copyFromUtf8(CONTENT)))
                                .build());
            } else if (frame.hasOutcomes()) {
                outcome = frame.getOutcomes().getItems(0);
            }
        }
        assertThat(outcome.getStatus()).isEqualTo(Status.SUCCEEDED);
        assertThat(outcome.getPayload().toStringUtf8()).isEqualTo(CONTENT);
        assertThat(outcome.getNode()).isEqualTo("n2");
    }

    @Test
    @Order(3)
    void everyRowOfTheTableIsTried() throws IOException {
        String page = Files.readString(Path.of("../../docs/security.md"));
        int begin = page.indexOf("16. **Whose a job is.**");
        String section = page.substring(begin, page.indexOf("\n\n    Each row has a case", begin));
        List<String> table =
                section.lines()
                        .filter(line -> line.startsWith("    | "))
                        .skip(1)
                        .map(line -> line.split("\\|")[1].strip())
                        .toList();
        assertThat(Set.copyOf(ROWS.keySet())).containsExactlyInAnyOrderElementsOf(table);
    }
}
