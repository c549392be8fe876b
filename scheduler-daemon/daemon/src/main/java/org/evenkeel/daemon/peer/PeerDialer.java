package org.evenkeel.daemon.peer;

import java.util.concurrent.TimeUnit;
import org.evenkeel.daemon.config.DaemonConfig.Address;
import org.evenkeel.daemon.net.FrameConnection;
import org.evenkeel.daemon.net.LinkListener;
import org.evenkeel.daemon.net.Sockets;
import org.evenkeel.model.NodeRef;
import org.evenkeel.wire.WireException;
import org.evenkeel.wire.WireMapper;
import org.evenkeel.wire.proto.Hello;
import org.evenkeel.wire.proto.Role;
import org.evenkeel.wire.proto.Welcome;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connects to other nodes. Of two neighbours the one with the lower name connects, and continues
 * trying; where neighbours change, the other one tries too, a while later, since it may be the only
 * one that knows of both or can reach the other. Any other node is tried when there is something to
 * say.
 */
final class PeerDialer implements OpenNeighbourhood.Connector {

    private static final Logger LOG = LoggerFactory.getLogger(PeerDialer.class);

    /** So much longer the higher name waits before it tries. */
    private static final long HIGHER_WAITS_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final long UNREACHABLE_EVERY_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final PeerLinks links;
    private final PeerLinks.Dependencies dependencies;
    private final PeerLinks.Settings settings;
    private final Directory directory;
    private final ProcessExitDetector processExitDetector;
    private final Gossip gossip;

    PeerDialer(
            PeerLinks links,
            PeerLinks.Settings settings,
            Directory directory,
            ProcessExitDetector processExitDetector,
            Gossip gossip) {
        this.links = links;
        this.dependencies = links.dependencies();
        this.settings = settings;
        this.directory = directory;
        this.processExitDetector = processExitDetector;
        this.gossip = gossip;
    }

    private boolean isLower(Peer peer) {
        return settings.self().id().compareTo(peer.id) < 0;
    }

    /** Whether it is this side that connects first. */
    boolean connectsTo(Peer peer) {
        return peer.neighbour && isLower(peer);
    }

    private boolean keepsTrying(Peer peer) {
        return connectsTo(peer)
                || links.neighbourhood().isOpen() && (peer.neighbour || peer.unreachable);
    }

    private static boolean isBusy(Peer peer) {
        return peer.link != null || peer.dialling;
    }

    // ---- When

    /** It is a neighbour from now on, or is to be found elsewhere. */
    @Override
    public void begin(Peer peer) {
        if (connectsTo(peer)) {
            dialNeighbour(peer);
        } else if (keepsTrying(peer)) {
            retry(peer);
        }
    }

    /** The link to it was lost. */
    void lost(Peer peer) {
        if (keepsTrying(peer)) {
            retry(peer);
        }
    }

    private void retry(Peer peer) {
        if (links.isClosed() || peer.retrySet) {
            return;
        }
        peer.retrySet = true;
        dependencies
                .timers()
                .after(
                        delayNanos(peer),
                        () -> {
                            peer.retrySet = false;
                            if (keepsTrying(peer)) {
                                dialNeighbour(peer);
                            } else if (peer.hasWaiting()) {
                                dialOnce(peer);
                            }
                        });
    }

    private long delayNanos(Peer peer) {
        if (peer.unreachable) {
            return UNREACHABLE_EVERY_NANOS;
        }
        boolean waits = links.neighbourhood().isOpen() && peer.neighbour && !isLower(peer);
        return peer.backoff.nextNanos() + (waits ? HIGHER_WAITS_NANOS : 0);
    }

    // ---- Where

    private void dialNeighbour(Peer peer) {
        if (links.isClosed() || isBusy(peer)) {
            return;
        }
        Address address = directory.configured(peer.id);
        if (links.neighbourhood().isOpen()) {
            dialOnce(peer);
        } else if (address != null) {
            peer.dialling = true;
            dial(peer, address, null);
        } else {
            peer.dialling = true;
            directory.refresh(peer.id, found -> looked(peer, found));
        }
    }

    private void looked(Peer peer, Directory.@Nullable Found found) {
        if (found == null || !found.alive()) {
            peer.dialling = false;
            if (found != null) {
                processExitDetector.refused(found.ref());
            }
            processExitDetector.checkLast(peer);
            retry(peer);
        } else {
            peer.learn(found.ref());
            dial(peer, new Address(found.ref().host(), found.ref().port()), found.ref());
        }
    }

    /** Connects to a node where its last process is, as far as known. */
    void dialOnce(Peer peer) {
        NodeRef ref = peer.ref;
        if (links.isClosed() || isBusy(peer) || ref == null) {
            return;
        }
        if (ref.port() == 0) {
            peer.dropWaiting();
            return;
        }
        peer.dialling = true;
        dial(peer, new Address(ref.host(), ref.port()), ref);
    }

    // ---- How

    /** What this node says first. */
    Hello.Builder hello() {
        return Hello.newBuilder()
                .setRole(Role.PEER)
                .setNode(WireMapper.writeNode(settings.self()))
                .addAllMembers(gossip.handshakeMembers());
    }

    private void dial(Peer peer, Address address, @Nullable NodeRef expected) {
        dependencies
                .sockets()
                .dial(
                        address,
                        settings.token(),
                        hello().setMeans(peer.id.name()),
                        new Sockets.Dialled() {
                            @Override
                            public LinkListener linked(
                                    FrameConnection frameConnection, Welcome welcome)
                                    throws WireException {
                                return welcomed(peer, frameConnection, welcome);
                            }

                            @Override
                            public void failed(String why, boolean nobodyListens) {
                                dialFailed(peer, expected, why, nobodyListens);
                            }
                        });
    }

    private LinkListener welcomed(Peer peer, FrameConnection frameConnection, Welcome welcome)
            throws WireException {
        peer.dialling = false;
        NodeRef ref = WireMapper.readNode("welcome.node", welcome.getNode());
        if (!ref.id().equals(peer.id)) {
            retry(peer);
            throw new WireException("welcome.node", "it is " + ref.id() + ", not " + peer.id);
        }
        gossip.received("welcome.members", welcome.getMembersList());
        PeerLink link = new PeerLink(links, ref, frameConnection, true);
        // Up only after the handshake's handler has made room for the link's.
        dependencies.timers().after(0, () -> links.begin(link));
        return link;
    }

    private void dialFailed(
            Peer peer, @Nullable NodeRef expected, String why, boolean nobodyListens) {
        peer.dialling = false;
        LOG.debug("no link to {}: {}", peer.id, why);
        if (nobodyListens && expected != null) {
            processExitDetector.refused(expected);
        }
        if (keepsTrying(peer)) {
            retry(peer);
        } else if (peer.link == null && peer.hasWaiting()) {
            if (nobodyListens) {
                peer.dropWaiting();
            } else {
                retry(peer);
            }
        }
    }
}
