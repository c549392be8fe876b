package org.evenkeel.daemon.peer;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.evenkeel.kernel.link.LinkMachine;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.jspecify.annotations.Nullable;

/** The other nodes that this one has or wants a link to, each once; bounded. */
final class PeerTable {

    /** Those that are no neighbours. */
    private static final int MAX_OTHERS = 4096;

    private final Map<NodeId, Peer> peers = new LinkedHashMap<>();
    private final NodeId self;
    private final boolean open;
    private int neighbours;

    /**
     * @param open whether neighbours change as nodes come and go
     */
    PeerTable(NodeId self, boolean open) {
        this.self = self;
        this.open = open;
    }

    @Nullable Peer find(NodeId id) {
        return peers.get(id);
    }

    /** The entry of a node, made when there is none; null when too many are known. */
    @Nullable Peer entry(NodeId id) {
        Peer peer = peers.get(id);
        if (peer == null && peers.size() < MAX_OTHERS + neighbours) {
            peer = new Peer(self, id, open);
            peers.put(id, peer);
        }
        return peer;
    }

    /** The link to a node that is up, null when there is none. */
    @Nullable PeerLink linkWith(NodeId id) {
        Peer peer = peers.get(id);
        return peer == null ? null : peer.link();
    }

    /** What the link to its node says of a process. */
    LinkMachine.Presence presence(NodeRef ref) {
        Peer peer = peers.get(ref.id());
        return peer == null
                ? LinkMachine.Presence.UNKNOWN
                : peer.machine.presence(ref.incarnation());
    }

    boolean isNeighbour(NodeId id) {
        Peer peer = peers.get(id);
        return peer != null && peer.machine.isNeighbour();
    }

    /** These are the neighbours from now on; returns those that were not before. */
    List<Peer> setNeighbours(Collection<NodeId> ids) {
        Set<NodeId> wanted = new HashSet<>(ids);
        for (Peer peer : peers.values()) {
            peer.machine.setNeighbour(peer.machine.isNeighbour() && wanted.contains(peer.id));
        }
        neighbours = wanted.size();
        List<Peer> newcomers = new ArrayList<>();
        for (NodeId id : ids) {
            Peer peer = peers.computeIfAbsent(id, one -> new Peer(self, one, open));
            if (!peer.machine.isNeighbour()) {
                peer.machine.setNeighbour(true);
                newcomers.add(peer);
            }
        }
        return newcomers;
    }

    /** All of them; a copy. */
    List<Peer> all() {
        return List.copyOf(peers.values());
    }

    /** Links that are up. */
    List<PeerLink> links() {
        List<PeerLink> list = new ArrayList<>();
        for (Peer peer : peers.values()) {
            PeerLink link = peer.link();
            if (link != null) {
                list.add(link);
            }
        }
        return list;
    }

    void forget(Peer peer) {
        peers.remove(peer.id, peer);
    }
}
