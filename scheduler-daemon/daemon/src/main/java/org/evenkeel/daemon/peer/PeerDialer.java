package org.evenkeel.daemon.peer;

import org.evenkeel.daemon.config.DaemonConfig.Address;
import org.evenkeel.daemon.net.FrameConnection;
import org.evenkeel.daemon.net.LinkListener;
import org.evenkeel.daemon.net.Sockets;
import org.evenkeel.kernel.link.LinkEffect;
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
 * Connects to other nodes. When, and how often, is decided by each node's {@link
 * org.evenkeel.kernel.link.LinkMachine}.
 */
final class PeerDialer implements OpenNeighbourhood.Connector {

    private static final Logger LOG = LoggerFactory.getLogger(PeerDialer.class);

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

    // ---- When

    /** It is a neighbour from now on, or is to be found elsewhere. */
    @Override
    public void begin(Peer peer) {
        carryOut(peer, peer.machine.begin());
    }

    /** The link to it was lost. */
    void lost(Peer peer) {
        carryOut(peer, peer.machine.lost());
    }

    private void carryOut(Peer peer, LinkEffect effect) {
        switch (effect) {
            case LinkEffect.Plain.NOTHING -> {}
            case LinkEffect.Plain.DIAL_NEIGHBOUR -> dialNeighbour(peer);
            case LinkEffect.Plain.DIAL -> dialOnce(peer);
            case LinkEffect.Plain.DROP_WAITING -> peer.waiting.drop();
            case LinkEffect.RetryAfter(long nanos) -> {
                if (!links.isClosed()) {
                    dependencies
                            .timers()
                            .after(
                                    nanos,
                                    () -> carryOut(peer, peer.machine.retryDue(peer.hasWaiting())));
                }
            }
        }
    }

    // ---- Where

    private void dialNeighbour(Peer peer) {
        if (links.neighbourhood().isOpen()) {
            dialOnce(peer);
            return;
        }
        if (links.isClosed() || !peer.machine.dials()) {
            return;
        }
        Address address = directory.configured(peer.id);
        if (address != null) {
            dial(peer, address, null);
        } else {
            directory.refresh(peer.id, found -> looked(peer, found));
        }
    }

    private void looked(Peer peer, Directory.@Nullable Found found) {
        if (found == null || !found.alive()) {
            peer.machine.dialEnds();
            if (found != null) {
                processExitDetector.refused(found.ref());
            }
            processExitDetector.checkLast(peer);
            carryOut(peer, peer.machine.retry());
        } else {
            peer.learn(found.ref());
            dial(peer, new Address(found.ref().host(), found.ref().port()), found.ref());
        }
    }

    /** Connects to a node where its last process is, as far as known. */
    void dialOnce(Peer peer) {
        NodeRef ref = peer.ref;
        if (links.isClosed() || !peer.machine.mayDial() || ref == null) {
            return;
        }
        if (ref.port() == 0) {
            peer.waiting.drop();
            return;
        }
        peer.machine.dials();
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
                            public void failed(String why, boolean noProcessListens) {
                                dialFailed(peer, expected, why, noProcessListens);
                            }
                        });
    }

    private LinkListener welcomed(Peer peer, FrameConnection frameConnection, Welcome welcome)
            throws WireException {
        peer.machine.dialEnds();
        NodeRef ref = WireMapper.readNode("welcome.node", welcome.getNode());
        if (!ref.id().equals(peer.id)) {
            carryOut(peer, peer.machine.retry());
            throw new WireException("welcome.node", "it is " + ref.id() + ", not " + peer.id);
        }
        gossip.received("welcome.members", welcome.getMembersList());
        PeerLink link = new PeerLink(links, ref, frameConnection, true);
        // Up only after the handshake's handler has made room for the link's.
        dependencies.timers().after(0, () -> links.begin(link));
        return link;
    }

    private void dialFailed(
            Peer peer, @Nullable NodeRef expected, String why, boolean noProcessListens) {
        peer.machine.dialEnds();
        LOG.debug("no link to {}: {}", peer.id, why);
        if (noProcessListens && expected != null) {
            processExitDetector.refused(expected);
        }
        carryOut(peer, peer.machine.dialFailed(noProcessListens, peer.hasWaiting()));
    }
}
