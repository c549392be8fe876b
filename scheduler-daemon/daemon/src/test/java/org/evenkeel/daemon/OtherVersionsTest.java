package org.evenkeel.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import java.io.EOFException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.evenkeel.daemon.config.ConfigKey;
import org.evenkeel.daemon.fake.TestCluster;
import org.evenkeel.daemon.fake.WireSocket;
import org.evenkeel.model.Ids;
import org.evenkeel.wire.Software;
import org.evenkeel.wire.proto.Answers;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.Frame.BodyCase;
import org.evenkeel.wire.proto.Hello;
import org.evenkeel.wire.proto.JobsAnswer;
import org.evenkeel.wire.proto.Load;
import org.evenkeel.wire.proto.NodeRef;
import org.evenkeel.wire.proto.Ping;
import org.evenkeel.wire.proto.Query;
import org.evenkeel.wire.proto.QueryReply;
import org.evenkeel.wire.proto.Refused;
import org.evenkeel.wire.proto.Role;
import org.evenkeel.wire.proto.Topic;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** Peers and clients of earlier and later versions, made by hand: their links stay. */
@Timeout(120)
class OtherVersionsTest {

    private static final int LATER_BODY = 1_234;

    @TempDir Path directory;
    private final Logger log = (Logger) LoggerFactory.getLogger("org.evenkeel.daemon");
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private TestCluster cluster;
    private Daemon daemon;

    @BeforeEach
    void open() throws Exception {
        lines.list = new CopyOnWriteArrayList<>();
        lines.start();
        log.addAppender(lines);
        cluster = new TestCluster(directory);
        daemon = cluster.start("n1", 0, Map.of(ConfigKey.NEIGHBOURS, "n2=127.0.0.1:1"));
    }

    @AfterEach
    void close() throws Exception {
        cluster.close();
        log.detachAppender(lines);
    }

    private static Hello.Builder peer() {
        return Hello.newBuilder()
                .setRole(Role.PEER)
                .setNode(NodeRef.newBuilder().setName("a").setIncarnation(5));
    }

    private WireSocket linked(Hello.Builder hello) throws Exception {
        WireSocket socket = WireSocket.connect(daemon.file().host(), daemon.file().port());
        assertThat(socket.greet(hello, cluster.token()).hasWelcome()).isTrue();
        return socket;
    }

    private static byte[] framed(byte[] body) {
        return java.nio.ByteBuffer.allocate(4 + body.length).putInt(body.length).put(body).array();
    }

    /** A body that will be added some day. */
    private static void sayUnknown(WireSocket socket) throws Exception {
        byte[] body =
                UnknownFieldSet.newBuilder()
                        .addField(
                                LATER_BODY,
                                UnknownFieldSet.Field.newBuilder()
                                        .addLengthDelimited(ByteString.copyFromUtf8("new"))
                                        .build())
                        .build()
                        .toByteArray();
        socket.sendRaw(framed(body));
    }

    private static void assertAnswers(WireSocket socket) throws Exception {
        socket.send(Frame.newBuilder().setPing(Ping.newBuilder().setNumber(42)).build());
        Frame frame = socket.read();
        while (frame.getBodyCase() != BodyCase.PONG) {
            assertThat(frame.getBodyCase())
                    .as("not known to who names no features, and the link stays")
                    .isNotIn(BodyCase.REFUSED_BODY, BodyCase.REFUSED);
            frame = socket.read();
        }
        assertThat(frame.getPong().getNumber()).isEqualTo(42);
    }

    private String stats() throws Exception {
        try (WireSocket client = cluster.client(daemon, 5)) {
            client.send(Frame.newBuilder().setQuery(Query.newBuilder().setWhat("stats")).build());
            return client.readUntil(BodyCase.QUERY_REPLY).getQueryReply().getJson();
        }
    }

    /** The lines of the log that have this text. */
    private List<String> logged(String text) {
        return List.copyOf(lines.list).stream()
                .map(ILoggingEvent::getFormattedMessage)
                .filter(line -> line.contains(text))
                .toList();
    }

    @Test
    void aPeerThatNamesNoFeaturesKeepsItsLinkWhateverItSays() throws Exception {
        try (WireSocket peer = linked(peer())) {
            sayUnknown(peer);
            sayUnknown(peer);
            assertAnswers(peer);
            assertThat(stats()).contains("\"unknownFrames\":2");
        }
    }

    @Test
    void aPeerOfALaterVersionIsToldOnceWhatIsNotKnownHere() throws Exception {
        try (WireSocket peer = linked(Software.sign(peer()).setSoftware("9.0"))) {
            sayUnknown(peer);
            sayUnknown(peer);
            peer.send(Frame.newBuilder().setLoad(Load.newBuilder().setState(7)).build());
            Frame first = peer.readUntil(BodyCase.REFUSED_BODY);
            assertThat(first.getRefusedBody().getNumber()).isEqualTo(LATER_BODY);
            Frame second = peer.readUntil(BodyCase.REFUSED_BODY);
            assertThat(second.getRefusedBody().getNumber()).isEqualTo(Frame.LOAD_FIELD_NUMBER);
            assertThat(second.getRefusedBody().getField()).isEqualTo("load.state");
            assertAnswers(peer);
            assertThat(stats()).contains("\"unknownFrames\":3");
        }
    }

    @Test
    void aClientOfALaterVersionKeepsItsLinkToo() throws Exception {
        Hello.Builder hello = Hello.newBuilder().setRole(Role.CLIENT).setOrigin(7);
        try (WireSocket client = linked(Software.sign(hello))) {
            sayUnknown(client);
            assertThat(client.readUntil(BodyCase.REFUSED_BODY).getRefusedBody().getNumber())
                    .isEqualTo(LATER_BODY);
            assertAnswers(client);
        }
    }

    @Test
    void beforeTheHandshakeAnUnknownBodyEndsTheConnection() throws Exception {
        try (WireSocket socket = WireSocket.connect(daemon.file().host(), daemon.file().port())) {
            sayUnknown(socket);
            assertThat(socket.readUntil(BodyCase.REFUSED).getRefused().getReason())
                    .contains("expected a hello");
            assertThatThrownBy(socket::read).isInstanceOf(EOFException.class);
        }
    }

    @Test
    void aBodyThatIsKnownAndNotPermittedStillEndsTheConnection() throws Exception {
        Hello.Builder hello = Hello.newBuilder().setRole(Role.CLIENT).setOrigin(8);
        try (WireSocket client = linked(hello)) {
            client.send(Frame.newBuilder().setLoad(Load.newBuilder()).build());
            assertThat(client.readUntil(BodyCase.REFUSED).getRefused().getReason())
                    .contains("may not send LOAD");
        }
    }

    @Test
    void aSpeakerOfAProtocolThatIsNotSpokenHereHearsBothVersionsAndWhatToDo() throws Exception {
        try (WireSocket socket = WireSocket.connect(daemon.file().host(), daemon.file().port())) {
            Frame answer =
                    socket.greet(
                            Software.sign(peer()).setSoftware("9.0").setVersion(7),
                            cluster.token());
            assertThat(answer.getRefused().getReason())
                    .contains("9.0", Software.OWN.version(), "update");
        }
        assertThat(logged("protocol 7 of 9.0")).hasSize(1);
    }

    @Test
    void aSpeakerThatFindsNoProtocolSaysSoInTheListenersLog() throws Exception {
        try (WireSocket socket = WireSocket.connect(daemon.file().host(), daemon.file().port())) {
            assertThat(socket.read().getChallenge().getSoftware())
                    .isEqualTo(Software.OWN.version());
            socket.send(
                    Frame.newBuilder()
                            .setRefused(Refused.newBuilder().setReason("it is 9.0 and so on"))
                            .build());
            socket.readUntil(BodyCase.REFUSED);
        }
        assertThat(logged("the other side aborted the handshake: it is 9.0 and so on")).hasSize(1);
    }

    @Test
    void aDaemonSaysOnceThatAnotherIsOfAnotherVersion() throws Exception {
        for (int incarnation = 5; incarnation <= 6; incarnation++) {
            NodeRef.Builder node = NodeRef.newBuilder().setName("a").setIncarnation(incarnation);
            try (WireSocket peer = linked(peer().setNode(node))) {
                assertAnswers(peer);
            }
        }
        assertThat(logged("a runs " + Software.EARLIER)).hasSize(1);
    }

    /** It is asked in text, and its JSON is read. */
    @Test
    void anAnswerIncludesAPeerThatKnowsOnlyJson() throws Exception {
        try (WireSocket peer = linked(peer());
                WireSocket client = cluster.client(daemon, 5)) {
            Query.Builder jobs =
                    Query.newBuilder().setTopic(Topic.TOPIC_JOBS).setJob(9).setCluster(true);
            client.send(Frame.newBuilder().setQuery(jobs).build());
            Query asked = peer.readUntil(BodyCase.QUERY).getQuery();
            assertThat(asked.getTopic()).isEqualTo(Topic.TOPIC_UNKNOWN);
            assertThat(asked.getWhat()).isEqualTo("jobs");
            assertThat(asked.getArgument()).isEqualTo(Ids.text(9));
            String json =
                    "{\"node\":\"a\",\"host\":\"h\",\"jobs\":[{\"goingTo\":\"b\"}],\"more\":false}";
            peer.send(
                    Frame.newBuilder()
                            .setQueryReply(
                                    QueryReply.newBuilder()
                                            .setId(asked.getId())
                                            .setJson(json)
                                            .setLast(true))
                            .build());
            QueryReply reply = client.readUntil(BodyCase.QUERY_REPLY).getQueryReply();
            Answers answers = Answers.parseFrom(reply.getAnswers());
            assertThat(answers.getJobsList())
                    .extracting(JobsAnswer::getNode)
                    .containsExactly("n1", "a");
            assertThat(answers.getJobs(1).getJobs(0).getGoingTo()).isEqualTo("b");
        }
    }

    /** It answers every question that it knows, and says of others that it runs an earlier one. */
    @Test
    void anAnswerNamesThePeerThatDoesNotKnowTheQuestion() throws Exception {
        try (WireSocket peer = linked(peer());
                WireSocket client = cluster.client(daemon, 5)) {
            Query.Builder failures =
                    Query.newBuilder().setTopic(Topic.TOPIC_FAILURES).setJob(9).setCluster(true);
            client.send(Frame.newBuilder().setQuery(failures).build());
            Query asked = peer.readUntil(BodyCase.QUERY).getQuery();
            peer.send(
                    Frame.newBuilder()
                            .setQueryReply(
                                    QueryReply.newBuilder()
                                            .setId(asked.getId())
                                            .setError("node a does not know it: upgrade it first")
                                            .setLast(true))
                            .build());
            QueryReply reply = client.readUntil(BodyCase.QUERY_REPLY).getQueryReply();
            Answers answers = Answers.parseFrom(reply.getAnswers());
            assertThat(answers.getFailuresList()).hasSize(1);
            assertThat(answers.getFailures(0).getKnown()).isFalse();
            assertThat(answers.getSilentList()).containsExactly("a");
            assertThat(answers.getRefusalsList())
                    .containsExactly(
                            Answers.Refusal.newBuilder()
                                    .setNode("a")
                                    .setWhy("node a does not know it: upgrade it first")
                                    .build());
        }
    }
}
