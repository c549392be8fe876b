package org.evenkeel.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.awaitility.Awaitility;
import org.evenkeel.daemon.config.ConfigKey;
import org.evenkeel.daemon.fake.TestCluster;
import org.evenkeel.daemon.fake.WireSocket;
import org.evenkeel.wire.ListenerProof;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.Frame.BodyCase;
import org.evenkeel.wire.proto.Hello;
import org.evenkeel.wire.proto.Load;
import org.evenkeel.wire.proto.NodeRef;
import org.evenkeel.wire.proto.Query;
import org.evenkeel.wire.proto.Welcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a peer says in one breath with its welcome is heard: its first load, without which it
 * starves.
 */
@Timeout(120)
class PeerFirstWordsTest {

    @TempDir Path directory;

    @Test
    void aLoadThatComesWithTheWelcomeIsHeard() throws Exception {
        try (TestCluster cluster = new TestCluster(directory);
                ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            String address = "n2=127.0.0.1:" + server.getLocalPort();
            Daemon daemon = cluster.start("n1", 0, Map.of(ConfigKey.NEIGHBOURS, address));
            try (Socket peer = server.accept();
                    WireSocket client = cluster.client(daemon, 5)) {
                welcomeAndLoad(peer, cluster.token());
                Awaitility.await()
                        .atMost(Duration.ofSeconds(60))
                        .untilAsserted(
                                () -> assertThat(ask(client)).contains("\"believed\":\"low\""));
            }
        }
    }

    private static void welcomeAndLoad(Socket peer, byte[] token) throws Exception {
        DataOutputStream out = new DataOutputStream(peer.getOutputStream());
        DataInputStream in = new DataInputStream(peer.getInputStream());
        ListenerProof proof = new ListenerProof(true);
        out.write(bytes(Frame.newBuilder().setChallenge(proof.challenge()).build()));
        Hello hello = Frame.parseFrom(in.readNBytes(in.readInt())).getHello();
        assertThat(proof.proven(hello, token)).isNotNull();
        Welcome welcome =
                proof.welcome(
                        Welcome.newBuilder()
                                .setVersion(1)
                                .setNode(NodeRef.newBuilder().setName("n2").setIncarnation(5)));
        Load load = Load.newBuilder().setSeq(1).setWorkers(1).setRoom(1).build();
        java.io.ByteArrayOutputStream breath = new java.io.ByteArrayOutputStream();
        breath.write(bytes(Frame.newBuilder().setWelcome(welcome).build()));
        byte[] first = bytes(Frame.newBuilder().setLoad(load).build());
        breath.write(proof.seals().toSpeaker().records(first, 0, first.length));
        out.write(breath.toByteArray());
    }

    private static byte[] bytes(Frame frame) {
        byte[] body = frame.toByteArray();
        return java.nio.ByteBuffer.allocate(4 + body.length).putInt(body.length).put(body).array();
    }

    private static String ask(WireSocket client) throws Exception {
        client.send(Frame.newBuilder().setQuery(Query.newBuilder().setWhat("nodes")).build());
        return client.readUntil(BodyCase.QUERY_REPLY).getQueryReply().getJson();
    }
}
