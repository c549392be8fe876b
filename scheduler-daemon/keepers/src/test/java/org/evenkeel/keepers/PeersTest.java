package org.evenkeel.keepers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.ratis.proto.RaftProtos.AppendEntriesRequestProto;
import org.apache.ratis.proto.RaftProtos.RaftClientRequestProto;
import org.apache.ratis.proto.RaftProtos.RaftRpcRequestProto;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.evenkeel.daemon.keepers.KeeperPeer;
import org.evenkeel.daemon.keepers.KeeperSettings;
import org.evenkeel.daemon.keepers.KeeperSettings.Start;
import org.evenkeel.daemon.keepers.KeeperSettings.Timing;
import org.evenkeel.model.NodeId;
import org.junit.jupiter.api.Test;

/** Who keepers are and where. */
class PeersTest {

    private static final KeeperPeer N1 = new KeeperPeer(new NodeId("n1"), "127.0.0.1", 7_000);

    @Test
    void addressHasTheNameAndCanBeRead() {
        KeeperPeer ipv6 = new KeeperPeer(new NodeId("N_2.a-b"), "2001:db8::7", 65_535);
        KeeperPeer named = new KeeperPeer(new NodeId("n3"), "host-3.example", 1);
        assertThat(Peers.raft(N1).getAddress()).isEqualTo("keeper://127.0.0.1:7000/n1");
        assertThat(Peers.raft(ipv6).getAddress()).isEqualTo("keeper://[2001:db8::7]:65535/N_2.a-b");
        for (KeeperPeer peer : List.of(N1, ipv6, named)) {
            assertThat(Peers.keeper(Peers.raft(peer))).isEqualTo(peer);
            assertThat(Peers.keeper(Peers.raft(peer).getRaftPeerProto())).isEqualTo(peer);
            assertThat(Peers.node(URI.create(Peers.raft(peer).getAddress())))
                    .isEqualTo(peer.node().name());
        }
        assertThat(ipv6).hasToString("N_2.a-b at [2001:db8::7]:65535");
    }

    @Test
    void hostAndPortAreChecked() {
        assertThatThrownBy(() -> new KeeperPeer(new NodeId("n1"), "a/b", 1))
                .hasMessageContaining("is not the name of a host");
        assertThatThrownBy(() -> new KeeperPeer(new NodeId("n1"), "a", 0))
                .hasMessageContaining("0 is not a port");
    }

    @Test
    void settingsThatCannotBeRightAreRefused() {
        InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 7_000);
        KeeperPeer n2 = new KeeperPeer(new NodeId("n2"), "127.0.0.1", 7_001);
        assertThatThrownBy(() -> settings(List.of(n2), any))
                .hasMessageContaining("is not among the keepers that it founds");
        assertThatThrownBy(() -> settings(List.of(N1, N1), any))
                .hasMessageContaining("two keepers are called n1");
        assertThatThrownBy(() -> settings(List.of(), any)).hasMessageContaining("no keepers");
        assertThatThrownBy(() -> settings(List.of(N1), InetSocketAddress.createUnresolved("h", 1)))
                .hasMessageContaining("is not resolved");
        assertThatThrownBy(() -> new Timing(Duration.ofSeconds(3), Duration.ofSeconds(5)))
                .hasMessageContaining("do not fit");
    }

    private static KeeperSettings settings(List<KeeperPeer> peers, InetSocketAddress listen) {
        return new KeeperSettings(
                N1, peers, new UUID(1, 2), Path.of("unused"), listen, Start.FOUND, Timing.USUAL);
    }

    /** A keeper that was away while others were replaced has to ask who they are. */
    @Test
    void unknownNameIsAskedForAndPermittedOnceItIsKnown() {
        PeerNames names = new PeerNames(List.of(N1));
        AtomicInteger asked = new AtomicInteger();
        names.whenUnknown(asked::incrementAndGet);
        assertThat(names.permits("n1")).isTrue();
        assertThat(asked).hasValue(0);
        assertThat(names.permits("n4")).isFalse();
        assertThat(asked).hasValue(1);
        names.add(List.of(new KeeperPeer(new NodeId("n4"), "127.0.0.1", 7_004)));
        assertThat(names.permits("n4")).isTrue();
    }

    @Test
    void messagesBetweenKeepersNameTheirSender() {
        AppendEntriesRequestProto append =
                AppendEntriesRequestProto.newBuilder()
                        .setServerRequest(
                                RaftRpcRequestProto.newBuilder()
                                        .setRequestorId(ByteString.copyFromUtf8("n2")))
                        .build();
        assertThat(Requestor.of(append)).isEqualTo("n2");
        assertThat(Requestor.of(RaftClientRequestProto.getDefaultInstance())).isNull();
    }
}
