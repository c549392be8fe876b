package org.evenkeel.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.nio.ByteBuffer;
import org.evenkeel.daemon.fake.WireSocket;
import org.evenkeel.wire.HandshakeMac;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.Frame.BodyCase;
import org.evenkeel.wire.proto.Hello;
import org.evenkeel.wire.proto.NodeRef;
import org.evenkeel.wire.proto.Ping;
import org.evenkeel.wire.proto.Role;
import org.evenkeel.wire.proto.Submit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who comes in, and what a frame may be, over a real socket. */
@Timeout(120)
class HandshakeTest extends OneDaemonTestBase {

    @Test
    void whoKnowsTheTokenIsWelcomeAndSeesThatTheDaemonKnowsItToo() throws Exception {
        try (WireSocket socket = WireSocket.connect(daemon.file().socket())) {
            Frame challenge = socket.read();
            byte[] nonce = new byte[16];
            byte[] theirs = challenge.getChallenge().getNonce().toByteArray();
            byte[] mac = HandshakeMac.hello(cluster.token(), theirs, nonce, Role.CLIENT_VALUE);
            socket.send(
                    Frame.newBuilder()
                            .setHello(
                                    client().setVersion(1)
                                            .setNonce(
                                                    com.google.protobuf.ByteString.copyFrom(nonce))
                                            .setMac(com.google.protobuf.ByteString.copyFrom(mac)))
                            .build());
            Frame welcome = socket.read();
            assertThat(welcome.getWelcome().getMac().toByteArray())
                    .isEqualTo(
                            HandshakeMac.welcome(
                                    cluster.token(), theirs, nonce, Role.CLIENT_VALUE));
            assertThat(welcome.getWelcome().getNode().getName()).isEqualTo("n1");
        }
    }

    @Test
    void aUnixDomainSocketIsThereToo() throws Exception {
        try (WireSocket socket = WireSocket.connect(daemon.file().socket())) {
            assertThat(socket.attach(6, 0, cluster.token()).getWindow()).isPositive();
        }
    }

    @Test
    void aWrongTokenIsRefused() throws Exception {
        assertRefused(client(), new byte[32], "wrong secret");
    }

    @Test
    void aWorkerThatWasNotStartedIsRefused() throws Exception {
        assertRefused(Hello.newBuilder().setRole(Role.WORKER).setWorker(1), new byte[32], "secret");
    }

    @Test
    void aVersionThatIsNotSpokenIsRefused() throws Exception {
        assertRefused(client().setVersion(99), cluster.token(), "protocol 99");
    }

    @Test
    void aClientWithoutOriginIsRefused() throws Exception {
        assertRefused(client().setOrigin(0), cluster.token(), "origin");
    }

    @Test
    void aPeerWithThisNodesNameIsRefused() throws Exception {
        assertRefused(
                Hello.newBuilder()
                        .setRole(Role.PEER)
                        .setNode(NodeRef.newBuilder().setName("n1").setIncarnation(1)),
                cluster.token(),
                "same name");
    }

    private void assertRefused(Hello.Builder hello, byte[] secret, String reason) throws Exception {
        try (WireSocket socket = cluster.open(daemon)) {
            Frame answer = socket.greet(hello, secret);
            assertThat(answer.getRefused().getReason()).contains(reason);
            assertThatThrownBy(socket::read).isInstanceOf(EOFException.class);
        }
    }

    @Test
    void somethingElseThanAHelloIsRefused() throws Exception {
        try (WireSocket socket = cluster.open(daemon)) {
            socket.read();
            socket.send(Frame.newBuilder().setPing(Ping.getDefaultInstance()).build());
            assertThat(socket.read().getRefused().getReason()).contains("expected a hello");
        }
    }

    @Test
    void aLongFrameBeforeTheHandshakeFailsByItsLengthAlone() throws Exception {
        try (WireSocket socket = cluster.open(daemon)) {
            socket.read();
            socket.sendRaw(ByteBuffer.allocate(4).putInt(17 << 10).array());
            assertThat(socket.read().getRefused().getReason()).contains("the limit of 16384");
        }
    }

    @Test
    void aFrameAboveOneMebibyteAndANegativeOneAreRefusedLater() throws Exception {
        for (int length : new int[] {(1 << 20) + 1, -1}) {
            try (WireSocket socket = cluster.client(daemon, 77 + length)) {
                socket.sendRaw(ByteBuffer.allocate(4).putInt(length).array());
                assertThat(socket.readUntil(BodyCase.REFUSED).getRefused().getReason())
                        .contains("invalid frame");
            }
        }
    }

    @Test
    void anObserverThatSubmitsIsCutOff() throws Exception {
        try (WireSocket socket = cluster.open(daemon)) {
            socket.greet(Hello.newBuilder().setRole(Role.OBSERVER), cluster.token());
            socket.send(Frame.newBuilder().setSubmit(Submit.getDefaultInstance()).build());
            assertThat(socket.readUntil(BodyCase.REFUSED).getRefused().getReason())
                    .contains("OBSERVER may not send SUBMIT");
        }
    }

    @Test
    void anEmptyFrameIsRefused() throws Exception {
        try (WireSocket socket = cluster.client(daemon, 9)) {
            socket.send(Frame.getDefaultInstance());
            assertThat(socket.readUntil(BodyCase.REFUSED).getRefused().getReason())
                    .contains("the frame is empty");
        }
    }

    @Test
    void aFieldOutOfBoundsIsNamed() throws Exception {
        try (WireSocket socket = cluster.client(daemon, 10)) {
            socket.send(
                    org.evenkeel.daemon.fake.Tasks.submit(
                            org.evenkeel.daemon.fake.Tasks.kind("x", new byte[3]), 1, 1, ""));
            assertThat(socket.readUntil(BodyCase.REFUSED).getRefused().getReason())
                    .contains("submit.groups.kind.bundle");
        }
    }
}
