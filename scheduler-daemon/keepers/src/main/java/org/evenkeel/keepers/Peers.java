package org.evenkeel.keepers;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import org.apache.ratis.proto.RaftProtos.RaftPeerProto;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.protocol.RaftPeerId;
import org.evenkeel.daemon.keepers.KeeperPeer;
import org.evenkeel.model.NodeId;

/**
 * Keepers as Ratis has them. The id is the node's name. The address is {@code
 * keeper://HOST:PORT/NODE}: it has the name in it, so that who connects knows whom to expect.
 */
final class Peers {

    /** Of addresses; {@link PeerResolver} knows it. */
    static final String SCHEME = "keeper";

    private Peers() {}

    static RaftPeer raft(KeeperPeer peer) {
        try {
            URI address =
                    new URI(
                            SCHEME,
                            null,
                            peer.host(),
                            peer.port(),
                            "/" + peer.node().name(),
                            null,
                            null);
            return RaftPeer.newBuilder()
                    .setId(id(peer.node()))
                    .setAddress(address.toString())
                    .build();
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException(peer + " has no address that can be written", e);
        }
    }

    static List<RaftPeer> raft(Collection<KeeperPeer> peers) {
        return peers.stream().map(Peers::raft).toList();
    }

    static RaftPeerId id(NodeId node) {
        return RaftPeerId.valueOf(node.name());
    }

    static KeeperPeer keeper(RaftPeer peer) {
        return keeper(peer.getId().toString(), peer.getAddress());
    }

    static KeeperPeer keeper(RaftPeerProto peer) {
        return keeper(peer.getId().toStringUtf8(), peer.getAddress());
    }

    private static KeeperPeer keeper(String name, String address) {
        URI uri = URI.create(address);
        return new KeeperPeer(new NodeId(name), host(uri), uri.getPort());
    }

    /** Sorted by name. */
    static List<KeeperPeer> keepers(Collection<RaftPeer> peers) {
        return peers.stream()
                .map(Peers::keeper)
                .sorted(Comparator.comparing(KeeperPeer::node))
                .toList();
    }

    /** Without the brackets of an address of IPv6. */
    static String host(URI address) {
        String host = address.getHost();
        if (host == null) {
            throw new IllegalArgumentException(address + " names no host");
        }
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }

    /** The node that an address is of. */
    static String node(URI address) {
        return address.getPath().substring(1);
    }
}
