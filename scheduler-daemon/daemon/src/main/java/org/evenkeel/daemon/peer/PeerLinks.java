package org.evenkeel.daemon.peer;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.evenkeel.daemon.blob.BlobSource;
import org.evenkeel.daemon.blob.IntermediateValueStore;
import org.evenkeel.daemon.blob.PayloadResolver;
import org.evenkeel.daemon.clientcalls.ClientCallRouter;
import org.evenkeel.daemon.config.DaemonConfig.Address;
import org.evenkeel.daemon.driver.EventSink;
import org.evenkeel.daemon.driver.TimerSource;
import org.evenkeel.daemon.net.Authenticator;
import org.evenkeel.daemon.net.EventLoopTurn;
import org.evenkeel.daemon.net.Sockets;
import org.evenkeel.daemon.session.AnswerParts;
import org.evenkeel.kernel.Effect;
import org.evenkeel.kernel.Event;
import org.evenkeel.kernel.link.LinkMachine;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.protocol.PeerMessage;
import org.evenkeel.wire.Questions;
import org.evenkeel.wire.Software;
import org.evenkeel.wire.WireException;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.Hello;
import org.evenkeel.wire.proto.Members;
import org.evenkeel.wire.proto.Query;
import org.evenkeel.wire.proto.QueryReply;
import org.evenkeel.wire.proto.Revoked;
import org.evenkeel.wire.proto.Welcome;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The links to other daemons, at most one to each. A link to a neighbour is kept up. A link to
 * another node (the owner of tasks held here, a member asked for a display) is opened on demand and
 * closed when it has been idle for long.
 *
 * <p>Each protocol has its own class: {@link PeerDialer} (outgoing connections and retries), {@link
 * PeerAcceptor} (incoming connections), {@link ProcessExitDetector} (failure detection), {@link
 * Gossip} (membership), {@link Seeds} and {@link Neighbourhood} (neighbours), {@link
 * LinkMaintenance} (silence).
 */
@SuppressWarnings("ReferenceEquality") // links are who they are
public final class PeerLinks
        implements PeerNotifications,
                IntermediateValueStore.Peers,
                ClientCallRouter.Peers,
                PeerQueries.Others {

    private static final Logger LOG = LoggerFactory.getLogger(PeerLinks.class);

    private final Dependencies dependencies;
    private final Settings settings;
    private final PeerTable peers;
    private final Departures departures = new Departures();
    private final Gossip gossip;
    private final ProcessExitDetector processExitDetector;
    private final PeerDialer peerDialer;
    private final PeerAcceptor peerAcceptor;
    private final Seeds seeds;
    private final Neighbourhood neighbourhood;
    private PeerQueries.@Nullable Listener queries;
    private @Nullable Consumer<Consumer<Frame>> newLinks;
    private @Nullable Consumer<Revoked> revocations;
    private boolean closed;
    private long linksMade;

    /** What links work with. */
    public record Dependencies(
            EventSink eventSink,
            TimerSource timers,
            EventLoopTurn eventLoopTurn,
            Sockets sockets,
            PayloadResolver payloadResolver,
            ClientCallRouter files) {}

    /**
     * What holds for all links.
     *
     * @param around who is linked
     */
    public record Settings(
            NodeRef self, byte[] token, Around around, long pingEveryNanos, long pingLimitNanos) {
        List<Address> seeds() {
            return around instanceof Around.Open open ? open.seeds() : List.of();
        }
    }

    /** Whom this node is to be linked with. */
    public sealed interface Around {
        /** These neighbours, in the order of C_S. */
        record Fixed(List<NodeId> neighbours, Map<NodeId, Address> addresses) implements Around {}

        /**
         * Whoever comes.
         *
         * @param seeds addresses to begin with
         * @param mostAwayNanos a neighbour without a link is dropped then
         */
        record Open(List<Address> seeds, long mostAwayNanos) implements Around {}
    }

    PeerLinks(Dependencies dependencies, Settings settings, Directory directory) {
        this.dependencies = dependencies;
        this.settings = settings;
        this.peers = new PeerTable(settings.self().id(), settings.around() instanceof Around.Open);
        MemberTable members = new MemberTable(settings.self());
        this.gossip = new Gossip(this, members, dependencies.timers());
        ReachabilityProbe reachabilityProbe =
                new ReachabilityProbe(dependencies.sockets(), directory);
        this.processExitDetector =
                new ProcessExitDetector(dependencies, peers, reachabilityProbe, gossip, departures);
        this.peerDialer = new PeerDialer(this, settings, directory, processExitDetector, gossip);
        this.peerAcceptor = new PeerAcceptor(this, peers, gossip);
        this.seeds = new Seeds(this, peers, peerDialer, gossip, settings);
        this.neighbourhood =
                switch (settings.around()) {
                    case Around.Fixed _ -> Neighbourhood.FIXED;
                    case Around.Open open ->
                            new OpenNeighbourhood(
                                    new OpenNeighbourhood.Dependencies(
                                            dependencies.eventSink(),
                                            dependencies.timers(),
                                            System::nanoTime,
                                            peers,
                                            members,
                                            peerDialer),
                                    settings.self().id(),
                                    new PeerAvailability(open.mostAwayNanos(), seeds::isSeed));
                };
    }

    /** Links of this node. */
    public static PeerLinks create(
            Dependencies dependencies,
            Settings settings,
            org.evenkeel.daemon.files.ClusterDirectory cluster) {
        Map<NodeId, Address> addresses =
                settings.around() instanceof Around.Fixed fixed ? fixed.addresses() : Map.of();
        return new PeerLinks(
                dependencies,
                settings,
                new Directory(cluster, dependencies.payloadResolver().store().disk(), addresses));
    }

    long nextNumber() {
        return ++linksMade;
    }

    Dependencies dependencies() {
        return dependencies;
    }

    Neighbourhood neighbourhood() {
        return neighbourhood;
    }

    boolean isClosed() {
        return closed;
    }

    @Override
    public void askedBy(PeerQueries.Listener listener) {
        queries = listener;
    }

    /** Begins to connect. */
    public void start() {
        if (settings.around() instanceof Around.Fixed fixed) {
            peers.setNeighbours(fixed.neighbours()).forEach(peerDialer::begin);
        }
        neighbourhood.start();
        seeds.start();
        new LinkMaintenance(this, peers, settings).start();
    }

    /** Takes what clients are to hear. */
    public void reachClientsBy(Consumer<Frame> to) {
        gossip.reachClientsBy(to);
    }

    @Override
    public void notifyClients(Frame frame) {
        gossip.notifyClients(frame);
    }

    /** Some of them, few enough for a handshake. */
    public List<org.evenkeel.wire.proto.NodeRef> handshakeMembers() {
        return gossip.handshakeMembers();
    }

    /** Every node known of, this node included. */
    public List<NodeRef> members() {
        return gossip.members().all();
    }

    @Override
    public List<NodeRef> others() {
        return gossip.members().others();
    }

    public NodeRef self() {
        return settings.self();
    }

    /** What links are made with. */
    public Sockets sockets() {
        return dependencies.sockets();
    }

    /** Nodes that are gone, the latest last; bounded. */
    public List<Departures.Departure> departed() {
        return departures.told(id -> gossip.members().get(id) != null, Instant.now());
    }

    /** For how long a node has not been heard; empty without a link. */
    public OptionalLong silenceNanos(NodeId node) {
        PeerLink link = peers.linkWith(node);
        return link == null
                ? OptionalLong.empty()
                : OptionalLong.of(System.nanoTime() - link.lastHeardNanos());
    }

    /** Links that are up. */
    public int linkCount() {
        return peers.links().size();
    }

    /** How often the link with a neighbour was lost within the last hour; bounded. */
    public int recentLosses(NodeId node) {
        Peer peer = peers.find(node);
        return peer == null ? 0 : peer.losses.recent(System.nanoTime());
    }

    // ---- Effects

    /** Says something to a process; dropped when that process is gone. */
    public void send(Effect.Send send) {
        NodeRef to = send.to();
        Peer peer = peers.entry(to.id());
        if (peer == null) {
            return;
        }
        LinkMachine.Route route = peer.machine.route(to.incarnation());
        switch (route) {
            case SEND -> transmit(peer, send.peerMessage());
            case DROP -> {}
            case WAIT, WAIT_AND_DIAL -> {
                peer.learn(to);
                peer.waiting.add(to, send.peerMessage());
                if (route == LinkMachine.Route.WAIT_AND_DIAL) {
                    peerDialer.dialOnce(peer);
                }
            }
        }
    }

    private static void transmit(Peer peer, PeerMessage peerMessage) {
        PeerLink link = peer.link();
        if (link != null) {
            link.send(peerMessage);
        }
    }

    /** Whether there is a link with a node. */
    public boolean isLinked(NodeId node) {
        return peers.linkWith(node) != null;
    }

    /** Number of the link to this process, 0 when there is none. */
    public long linkOf(NodeRef to) {
        PeerLink link = peers.linkWith(to.id());
        return link == null ? 0 : link.number();
    }

    /** Finds out whether a process is still there. */
    public void tryReach(Effect.TryReach effect) {
        processExitDetector.tryReach(effect.peer());
    }

    /** Finds out whether a process answers. */
    public void tryLink(Effect.TryLink effect) {
        NodeRef ref = effect.peer();
        if (peers.presence(ref) != LinkMachine.Presence.UNKNOWN) {
            return; // the core has heard of it, or is about to
        }
        linkFor(ref);
        dependencies
                .timers()
                .after(
                        settings.pingLimitNanos(),
                        () -> {
                            if (peers.linkWith(ref.id()) == null) {
                                dependencies.eventSink().submit(new Event.PeerSilent(ref));
                            }
                        });
    }

    /** The core says that a process is gone. */
    public void gone(Effect.PeerGone effect) {
        processExitDetector.gone(effect);
    }

    /** The link to a node; opened when there is none. What is sent before it is up is lost. */
    @Nullable PeerLink linkFor(NodeRef ref) {
        Peer peer = peers.entry(ref.id());
        if (peer == null) {
            return null;
        }
        if (!peer.machine.isLinked()) {
            peer.learn(ref);
            peerDialer.dialOnce(peer);
        }
        return peer.link();
    }

    @Override
    public @Nullable BlobSource source(NodeId node) {
        PeerLink link = peers.linkWith(node);
        return link == null ? null : link.blobs();
    }

    /** A neighbour's link is kept up anyway; where it is down, it is down. */
    @Override
    public boolean dial(NodeId node) {
        if (peers.isNeighbour(node)) {
            return false;
        }
        for (NodeRef other : others()) {
            if (other.id().equals(node)) {
                linkFor(other);
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean ask(NodeRef other, Query query) {
        PeerLink link = linkFor(other);
        if (link != null) {
            Query asked = Questions.to(link.software().features(), query);
            link.send(Frame.newBuilder().setQuery(asked).build());
        }
        return link != null;
    }

    /** Says something to a node that a link is up to; whether there is one. */
    public boolean send(NodeId node, Frame frame) {
        PeerLink link = peers.linkWith(node);
        if (link != null) {
            link.send(frame);
        }
        return link != null;
    }

    @Override
    public boolean send(NodeRef node, Frame frame) {
        PeerLink link = linkFor(node);
        if (link != null) {
            link.send(frame);
        }
        return link != null;
    }

    /** A peer has shown that it knows the token. */
    public Authenticator.Answer admit(Hello hello, Welcome.Builder welcome) throws WireException {
        return peerAcceptor.admit(hello, welcome);
    }

    // ---- Links

    /** The handshake is over: the link takes its place, once. */
    void begin(PeerLink link) {
        if (link.beginOnce()) {
            Peer peer = peers.entry(link.peer().id());
            if (peer == null) {
                link.close("too many nodes are known to this node");
            } else {
                up(peer, link);
            }
        }
    }

    private void up(Peer peer, PeerLink link) {
        PeerLink before = peer.link();
        if (isTaken(peer, link)) {
            link.close("a link exists already");
            return;
        }
        if (before != null) {
            peer.down();
            dependencies.eventSink().submit(new Event.PeerDown(peer.id));
            dependencies.files().nodeLost(peer.id);
            neighbourhood.lost(before.peer());
            before.close("replaced by a newer link");
        }
        if (!link.isOpen()) {
            lost(peer, link);
            return;
        }
        boolean returned = peer.linked(link);
        departures.linked(link.peer());
        if (returned) {
            LOG.warn(
                    "{} was declared gone and has returned; grants issued meanwhile stay valid",
                    link.peer());
        }
        LOG.info("linked with {}", link.peer());
        sendVersion(peer, link.software());
        dependencies.eventSink().submit(link.up());
        gossip.linked(link);
        if (newLinks != null) {
            newLinks.accept(link::send);
        }
        peer.waiting.takeFor(link.peer()).forEach(link::send);
    }

    /** Once for each version that a node comes with. */
    private static void sendVersion(Peer peer, Software theirs) {
        String version = theirs.version();
        if (!version.equals(peer.toldVersion) && !version.equals(Software.OWN.version())) {
            LOG.warn(
                    "{} runs {}, this daemon runs {}: update the older one, see docs/operations.md",
                    peer.id,
                    version,
                    Software.OWN.version());
        }
        peer.toldVersion = version;
    }

    private static boolean isTaken(Peer peer, PeerLink now) {
        PeerLink current = peer.link();
        boolean isOpen = current != null && current.isOpen();
        return peer.machine.place(now.peer().incarnation(), now.isOurs(), isOpen)
                == LinkMachine.Place.TAKEN;
    }

    boolean isCurrent(PeerLink link) {
        return peers.linkWith(link.peer().id()) == link;
    }

    void closed(PeerLink link, String why) {
        Peer peer = peers.find(link.peer().id());
        if (peer == null || peer.link() != link) {
            return;
        }
        LOG.info("link to {} closed: {}", link.peer(), why);
        if (peer.machine.isNeighbour()) {
            peer.losses.add(System.nanoTime());
        }
        departures.lost(link.peer(), Instant.now());
        peer.down();
        dependencies.eventSink().submit(new Event.PeerDown(peer.id));
        dependencies.files().nodeLost(peer.id);
        lost(peer, link);
    }

    private void lost(Peer peer, PeerLink link) {
        if (closed) {
            return;
        }
        neighbourhood.lost(link.peer());
        processExitDetector.afterLoss(peer, link.peer());
        peerDialer.lost(peer);
    }

    // ---- What links hear beside messages

    /** A node says that this process is there now. */
    void seen(NodeRef ref) {
        Peer peer = peers.find(ref.id());
        if (peer == null || !peer.machine.isGone(ref.incarnation())) {
            dependencies.eventSink().submit(new Event.PeerSeen(ref));
            neighbourhood.learnt(ref);
        }
    }

    /** It takes nothing more, and its link will go down. */
    void leaves(NodeRef ref) {
        departures.leaves(ref, Instant.now());
        neighbourhood.leaves(ref);
    }

    void onMembers(Members members) throws WireException {
        gossip.received("members.nodes", members.getNodesList());
    }

    @Override
    public void onLinked(Consumer<Consumer<Frame>> listener) {
        newLinks = listener;
    }

    @Override
    public void onRevoked(Consumer<Revoked> listener) {
        revocations = listener;
    }

    @Override
    public void broadcast(Frame frame) {
        links().forEach(link -> link.send(frame));
    }

    void revoked(Revoked list) {
        if (revocations != null) {
            revocations.accept(list);
        }
    }

    void asked(PeerLink link, Query query) {
        PeerQueries.Listener listener = queries;
        if (listener != null) {
            listener.asked(
                    query,
                    reply -> AnswerParts.send(reply, link.software().features(), link::send));
        }
    }

    void answered(QueryReply reply) {
        PeerQueries.Listener listener = queries;
        if (listener != null) {
            listener.answered(reply);
        }
    }

    List<PeerLink> links() {
        return peers.links();
    }

    /** Closes all links and opens no more. */
    public void close() {
        closed = true;
        links().forEach(link -> link.close("the daemon is stopping"));
    }
}
