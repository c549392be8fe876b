package org.evenkeel.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.evenkeel.daemon.fake.Keyed;
import org.evenkeel.daemon.fake.TestAuthority;
import org.evenkeel.daemon.fake.TestCluster;
import org.evenkeel.daemon.fake.WireSocket;
import org.evenkeel.security.identity.CertRole;
import org.evenkeel.security.identity.Credentials;
import org.evenkeel.security.tls.ClusterTls;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.Ping;
import org.evenkeel.wire.proto.Role;
import org.evenkeel.wire.proto.Submit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Many connections to a real daemon, over TLS, that begin and do not continue. */
@Timeout(120)
class CrowdedListenerTest {

    /** Three times as many as may be half open. */
    private static final int MANY = 400;

    @TempDir Path directory;
    private TestAuthority authority;
    private TestCluster cluster;
    private Daemon daemon;

    @BeforeEach
    void open() throws Exception {
        authority = new TestAuthority(directory);
        authority.makeNode("n1");
        cluster = new TestCluster(directory);
        daemon = cluster.start("n1", 0, Map.of());
    }

    @AfterEach
    void close() throws Exception {
        cluster.close();
    }

    private WireSocket enter(Role role, String name) throws Exception {
        Credentials own = authority.issue(name, CertRole.SUBMIT);
        WireSocket socket =
                WireSocket.secure(
                        daemon.file().host(),
                        daemon.file().port(),
                        authority.context(Optional.of(own)));
        Frame answer = socket.greet(Keyed.hello(5).setRole(role), ClusterTls.handshakeSecret());
        assertThat(answer.hasWelcome()).isTrue();
        return socket;
    }

    @Test
    void whoOpensConnectionsAndSaysNothingKeepsNobodyOut() throws Exception {
        List<SocketChannel> silent = new ArrayList<>();
        try {
            for (int i = 0; i < MANY; i++) {
                silent.add(
                        SocketChannel.open(
                                new java.net.InetSocketAddress(
                                        daemon.file().host(), daemon.file().port())));
            }
            enter(Role.CLIENT, "alice").close();
            assertThat(silent.getFirst().read(ByteBuffer.allocate(1)))
                    .as("the oldest was closed")
                    .isEqualTo(-1);
        } finally {
            for (SocketChannel one : silent) {
                one.close();
            }
        }
    }

    /** One handshake is behind all of them, and no way leads around it. */
    @Test
    void atEveryEndpointNothingButAHandshakeIsHeard() throws Exception {
        Frame submit = Frame.newBuilder().setSubmit(Submit.getDefaultInstance()).build();
        Credentials own = authority.issue("alice", CertRole.SUBMIT);
        for (WireSocket socket :
                List.of(
                        WireSocket.connect(daemon.file().socket()),
                        WireSocket.secure(
                                daemon.file().host(),
                                daemon.file().port(),
                                authority.context(Optional.of(own))))) {
            try (socket) {
                assertThat(socket.read().hasChallenge()).isTrue();
                socket.send(submit);
                assertThat(socket.read().getRefused().getReason()).contains("expected a hello");
            }
        }
    }

    @Test
    @Tag("extended")
    void whoAsksAndDoesNotReadIsCutOff() throws Exception {
        try (WireSocket socket = enter(Role.CLIENT, "alice")) {
            Frame ping = Frame.newBuilder().setPing(Ping.newBuilder().setNumber(1)).build();
            assertThatThrownBy(
                            () -> {
                                while (true) {
                                    socket.write(ping);
                                }
                            })
                    .isInstanceOf(IOException.class);
        }
        enter(Role.OBSERVER, "bob").close();
    }
}
