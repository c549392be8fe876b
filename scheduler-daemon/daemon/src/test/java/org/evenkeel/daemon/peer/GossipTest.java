package org.evenkeel.daemon.peer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.topology.OpenGraph;
import org.evenkeel.wire.WireLimits;
import org.evenkeel.wire.proto.Welcome;
import org.junit.jupiter.api.Test;

/** What is told in a handshake fits into one. */
class GossipTest {

    private static List<NodeRef> nodes(int count, String host) {
        return IntStream.range(0, count)
                .mapToObj(i -> new NodeRef(new NodeId("node-" + i), 1, host, 7000))
                .toList();
    }

    @Test
    void allOfFewAndSomeOfManyAreTold() {
        assertThat(Gossip.fitting(nodes(20, "10.0.0.1"))).hasSize(20);
        assertThat(Gossip.fitting(nodes(500, "10.0.0.1")))
                .hasSize(WireLimits.MAX_HANDSHAKE_MEMBERS)
                .hasSizeGreaterThan(OpenGraph.MAX_NEIGHBOURS + 1);
    }

    @Test
    void longNamesOfHostsLeaveRoomForFewer() {
        String host = "h".repeat(WireLimits.MAX_HOST_LENGTH);
        Welcome welcome =
                Welcome.newBuilder().addAllMembers(Gossip.fitting(nodes(500, host))).build();
        assertThat(welcome.getMembersCount()).isGreaterThan(20);
        assertThat(welcome.getSerializedSize()).isLessThan(WireLimits.MAX_HANDSHAKE_FRAME_BYTES);
    }
}
