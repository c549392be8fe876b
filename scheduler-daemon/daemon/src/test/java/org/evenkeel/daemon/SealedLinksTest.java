package org.evenkeel.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Map;
import org.evenkeel.daemon.config.ConfigKey;
import org.evenkeel.daemon.fake.WireSocket;
import org.evenkeel.wire.SpeakerProof;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.Hello;
import org.evenkeel.wire.proto.Ping;
import org.evenkeel.wire.proto.Query;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A process without the token that is between a daemon and who dials it, over plain TCP. */
@Timeout(120)
class SealedLinksTest extends OneDaemonTestBase {

    private static byte[] frame(DataInputStream in) throws IOException {
        byte[] body = new byte[in.readInt()];
        in.readFully(body);
        return body;
    }

    private static void send(Socket to, byte[] body) throws IOException {
        to.getOutputStream()
                .write(
                        ByteBuffer.allocate(Integer.BYTES + body.length)
                                .putInt(body.length)
                                .put(body)
                                .array());
    }

    private SpeakerProof unsealed() throws IOException {
        return new SpeakerProof(cluster.token(), SpeakerProof.Kind.TRUSTED);
    }

    @Test
    void whoDoesNotSealIsRefusedOverTcpAndWelcomeAtTheSocket() throws Exception {
        try (WireSocket socket = cluster.open(daemon)) {
            assertThat(socket.greet(client(), unsealed()).getRefused().getReason())
                    .contains("must be sealed")
                    .contains("--plain-loopback accept");
        }
        try (WireSocket socket = WireSocket.connect(daemon.file().socket())) {
            assertThat(socket.greet(client(), unsealed()).hasWelcome()).isTrue();
        }
    }

    @Test
    void aDaemonThatIsToldSoTakesLinksOfEarlierBuilds() throws Exception {
        Daemon other =
                cluster.start(
                        "n2", 0, Map.of(ConfigKey.PLAIN_LOOPBACK, "accept", ConfigKey.SEEDS, ""));
        try (WireSocket socket = cluster.open(other)) {
            assertThat(socket.greet(client(), unsealed()).hasWelcome()).isTrue();
            socket.send(Frame.newBuilder().setQuery(Query.newBuilder().setWhat("nodes")).build());
            assertThat(socket.readUntil(Frame.BodyCase.QUERY_REPLY).hasQueryReply()).isTrue();
        }
        try (WireSocket socket = cluster.client(other, 6)) {
            socket.send(Frame.newBuilder().setQuery(Query.newBuilder().setWhat("nodes")).build());
            assertThat(socket.readUntil(Frame.BodyCase.QUERY_REPLY).hasQueryReply()).isTrue();
        }
    }

    @Test
    void whoIsBetweenCannotSpeakInTheNameOfWhoDialled() throws Exception {
        try (ServerSocket listener = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
                WireSocket victim = WireSocket.connect("127.0.0.1", listener.getLocalPort());
                Socket dialler = listener.accept();
                Socket target = new Socket(daemon.file().host(), daemon.file().port())) {
            DataInputStream fromTarget = new DataInputStream(target.getInputStream());
            send(dialler, frame(fromTarget));
            Thread speaks =
                    Thread.ofVirtual()
                            .start(() ->
                                    assertThatThrownBy(
                                            () -> victim.greet(client(), cluster.token())));
            Hello said =
                    Frame.parseFrom(frame(new DataInputStream(dialler.getInputStream())))
                            .getHello();
            Hello forged = said.toBuilder().clearSealed().setOrigin(4711).build();
            send(target, Frame.newBuilder().setHello(forged).build().toByteArray());
            assertThat(Frame.parseFrom(frame(fromTarget)).getRefused().getReason())
                    .isEqualTo("wrong secret");
            dialler.shutdownOutput();
            speaks.join();
        }
    }

    @Test
    void framesThatFollowTheHelloUnsealedAreNotHeard() throws Exception {
        try (ServerSocket listener = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
                WireSocket victim = WireSocket.connect("127.0.0.1", listener.getLocalPort());
                Socket dialler = listener.accept();
                Socket target = new Socket(daemon.file().host(), daemon.file().port())) {
            DataInputStream fromTarget = new DataInputStream(target.getInputStream());
            send(dialler, frame(fromTarget));
            Thread speaks =
                    Thread.ofVirtual()
                            .start(() ->
                                    assertThatThrownBy(
                                            () -> victim.greet(client(), cluster.token())));
            byte[] hello = frame(new DataInputStream(dialler.getInputStream()));
            byte[] more =
                    Frame.newBuilder()
                            .setPing(Ping.newBuilder().setNumber(77))
                            .build()
                            .toByteArray();
            byte[] both =
                    ByteBuffer.allocate(2 * Integer.BYTES + hello.length + more.length)
                            .putInt(hello.length)
                            .put(hello)
                            .putInt(more.length)
                            .put(more)
                            .array();
            OutputStream out = target.getOutputStream();
            out.write(both);
            assertThat(Frame.parseFrom(frame(fromTarget)).hasWelcome()).isTrue();
            fromTarget.readAllBytes(); // to the end: the daemon has closed
            dialler.shutdownOutput();
            speaks.join();
        }
    }

    @Test
    void aDaemonThatIsRelayedToItselfIsRefused() throws Exception {
        try (ServerSocket listener = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            String to = "n3=127.0.0.1:" + listener.getLocalPort();
            Daemon dials = cluster.start("n2", 0, Map.of(ConfigKey.NEIGHBOURS, to));
            try (Socket dialler = listener.accept();
                    Socket target = new Socket(dials.file().host(), dials.file().port())) {
                DataInputStream fromTarget = new DataInputStream(target.getInputStream());
                send(dialler, frame(fromTarget));
                send(target, frame(new DataInputStream(dialler.getInputStream())));
                Frame answer = Frame.parseFrom(frame(fromTarget));
                assertThat(answer.hasRefused()).isTrue();
                assertThat(answer.getRefused().getSealed().isEmpty()).isFalse();
                assertThat(fromTarget.read()).isEqualTo(-1);
            }
        }
    }
}
