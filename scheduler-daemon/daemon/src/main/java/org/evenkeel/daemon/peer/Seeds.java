package org.evenkeel.daemon.peer;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.evenkeel.daemon.config.DaemonConfig.Address;
import org.evenkeel.daemon.net.FrameConnection;
import org.evenkeel.daemon.net.LinkListener;
import org.evenkeel.daemon.net.Sockets;
import org.evenkeel.kernel.link.Backoff;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.wire.WireException;
import org.evenkeel.wire.WireMapper;
import org.evenkeel.wire.proto.Welcome;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The addresses that this node begins with. Each is asked who listens there and whom it knows, and
 * again as long as that one is not linked; the link is made like any other, by who is to make it.
 *
 * <p>An address: {@code unknown -> answered (name) -> linked <-> lost}, or this node's own, which
 * is asked once.
 */
final class Seeds {

    private static final Logger LOG = LoggerFactory.getLogger(Seeds.class);

    /** An answer is given so much time to become a link, and a link is looked at so often. */
    private static final long LOOK_EVERY_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final long MOST_BETWEEN_NANOS = TimeUnit.SECONDS.toNanos(5);

    private static final class Seed {
        final Address address;
        final Backoff backoff = new Backoff(MOST_BETWEEN_NANOS);
        @Nullable NodeId node;
        String problem = "";

        Seed(Address address) {
            this.address = address;
        }

        @Override
        public String toString() {
            return address.host() + ":" + address.port();
        }
    }

    private final PeerLinks links;
    private final PeerTable peers;
    private final PeerDialer peerDialer;
    private final Gossip gossip;
    private final byte[] token;
    private final List<Seed> seeds = new ArrayList<>();

    Seeds(
            PeerLinks links,
            PeerTable peers,
            PeerDialer peerDialer,
            Gossip gossip,
            PeerLinks.Settings settings) {
        this.links = links;
        this.peers = peers;
        this.peerDialer = peerDialer;
        this.gossip = gossip;
        this.token = settings.token();
        settings.seeds().forEach(address -> seeds.add(new Seed(address)));
    }

    void start() {
        seeds.forEach(this::check);
    }

    /** Whether this node was last found at one of the addresses. */
    boolean isSeed(NodeId node) {
        return seeds.stream().anyMatch(seed -> node.equals(seed.node));
    }

    private void check(Seed seed) {
        if (links.isClosed()) {
            return;
        }
        if (isNeeded(seed)) {
            ask(seed);
        } else {
            seed.backoff.reset();
            lookAfter(seed, LOOK_EVERY_NANOS);
        }
    }

    private void lookAfter(Seed seed, long nanos) {
        links.dependencies().timers().after(nanos, () -> check(seed));
    }

    private boolean isNeeded(Seed seed) {
        NodeId node = seed.node;
        return node == null
                || peers.linkWith(node) == null
                        && (peers.isNeighbour(node) || !isNeighbourOfOthers(node));
    }

    /**
     * Where there are many, a known node that is no neighbour of this one. One that has left is
     * known, too, until its process is found to be over, but no other node connects to it.
     */
    private boolean isNeighbourOfOthers(NodeId node) {
        return gossip.members().get(node) != null && links.neighbourhood().includes(node);
    }

    private void ask(Seed seed) {
        links.dependencies()
                .sockets()
                .dial(
                        seed.address,
                        token,
                        peerDialer.hello().setAsksWho(true),
                        new Sockets.Dialled() {
                            @Override
                            public LinkListener linked(
                                    FrameConnection frameConnection, Welcome welcome)
                                    throws WireException {
                                return answered(seed, frameConnection, welcome);
                            }

                            @Override
                            public void failed(String why, boolean noProcessListens) {
                                notAnswered(seed, why);
                            }
                        });
    }

    private LinkListener answered(Seed seed, FrameConnection frameConnection, Welcome welcome)
            throws WireException {
        NodeRef ref = WireMapper.readNode("welcome.node", welcome.getNode());
        if (ref.equals(links.self())) {
            LOG.debug("seed {} is this node itself", seed);
        } else {
            seed.node = ref.id();
            seed.problem = "";
            lookAfter(seed, Math.max(LOOK_EVERY_NANOS, seed.backoff.nextNanos()));
            links.neighbourhood().contactFrom(ref);
            gossip.answered(ref);
            gossip.received("welcome.members", welcome.getMembersList());
        }
        return new ProbeConnection(frameConnection, links.dependencies().timers(), 0);
    }

    private void notAnswered(Seed seed, String why) {
        if (!why.equals(seed.problem)) {
            LOG.info("no daemon answers at seed {}: {}", seed, why);
            seed.problem = why;
        }
        lookAfter(seed, seed.backoff.nextNanos());
    }
}
