package org.evenkeel.keepers;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.ratis.client.RaftClient;
import org.apache.ratis.protocol.GroupInfoReply;
import org.apache.ratis.protocol.RaftPeer;
import org.evenkeel.daemon.keepers.KeeperSettings;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the keepers that this one knows who the keepers are. A keeper that was away while others
 * were replaced would refuse the new ones for ever otherwise, its leader perhaps among them.
 */
final class PeerQuestion {

    private static final Logger LOG = LoggerFactory.getLogger(PeerQuestion.class);

    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final RaftClient client;
    private final PeerNames names;
    private final KeeperServer server;
    private final KeeperSettings settings;
    private final AtomicLong nextNanos = new AtomicLong(System.nanoTime());

    PeerQuestion(RaftClient client, PeerNames names, KeeperServer server, KeeperSettings settings) {
        this.client = client;
        this.names = names;
        this.server = server;
        this.settings = settings;
    }

    /** Asks on a thread of its own, but not again within a pause. */
    void askSoon() {
        long now = System.nanoTime();
        long next = nextNanos.get();
        if (now - next >= 0 && nextNanos.compareAndSet(next, now + PAUSE_NANOS)) {
            Thread.ofVirtual().name("evenkeel-keeper-peers").start(this::ask);
        }
    }

    private void ask() {
        for (RaftPeer peer : server.peers(settings)) {
            if (peer.getId().equals(Peers.id(settings.own().node()))) {
                continue;
            }
            try {
                GroupInfoReply reply =
                        client.getGroupManagementApi(peer.getId()).info(server.group());
                names.add(Peers.keepers(reply.getGroup().getPeers()));
            } catch (IOException | RuntimeException e) {
                LOG.debug("{} did not tell who the keepers are", peer.getId(), e);
            }
        }
    }
}
