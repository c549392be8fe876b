package org.evenkeel.daemon.peer;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.evenkeel.core.Effect;
import org.evenkeel.core.Event;
import org.evenkeel.daemon.blob.Intake;
import org.evenkeel.daemon.config.DaemonConfig.Address;
import org.evenkeel.daemon.drive.Events;
import org.evenkeel.daemon.drive.TimerSource;
import org.evenkeel.daemon.net.Connection;
import org.evenkeel.daemon.net.Door;
import org.evenkeel.daemon.net.LinkListener;
import org.evenkeel.daemon.net.Sockets;
import org.evenkeel.daemon.net.Turn;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.wire.WireException;
import org.evenkeel.wire.WireMapper;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.Hello;
import org.evenkeel.wire.proto.Members;
import org.evenkeel.wire.proto.Query;
import org.evenkeel.wire.proto.QueryReply;
import org.evenkeel.wire.proto.Revoked;
import org.evenkeel.wire.proto.Role;
import org.evenkeel.wire.proto.Welcome;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The links to other daemons, at most one to each. Between neighbours the one with the lower name
 * connects and keeps trying; to others (owners of tasks held here, members asked for a display) a
 * link is opened when there is something to say and closed when it has been idle for long.
 */
@SuppressWarnings("ReferenceEquality") // links are who they are
public final class PeerLinks implements PeerNews {

    private static final Logger LOG = LoggerFactory.getLogger(PeerLinks.class);

    /** Links to nodes that are no neighbours. */
    private static final int MAX_OTHERS = 4096;

    private static final long IDLE_NANOS = TimeUnit.MINUTES.toNanos(3);
    private static final long CHECK_AFTER_LOSS_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final Parts parts;
    private final Settings settings;
    private final Directory directory;
    private final Reach reach;
    private final Gossip gossip;
    private final Map<NodeId, Peer> peers = new LinkedHashMap<>();
    private PeerQueries.@Nullable Listener queries;
    private @Nullable Consumer<Consumer<Frame>> newLinks;
    private @Nullable Consumer<Revoked> revocations;
    private boolean closed;
    private long linksMade;

    /** What links work with. */
    public record Parts(
            Events events, TimerSource timers, Turn turn, Sockets sockets, Intake intake) {}

    /**
     * What holds for all links.
     *
     * @param neighbours in the order of C_S
     */
    public record Settings(
            NodeRef self,
            byte[] token,
            List<NodeId> neighbours,
            long pingEveryNanos,
            long pingLimitNanos) {}

    PeerLinks(Parts parts, Settings settings, Directory directory) {
        this.parts = parts;
        this.settings = settings;
        this.directory = directory;
        this.reach = new Reach(parts.sockets(), directory);
        this.gossip = new Gossip(this, settings.self(), parts.timers());
        for (NodeId neighbour : settings.neighbours()) {
            peers.put(neighbour, new Peer(neighbour, true));
        }
    }

    /** Links of this node. */
    public static PeerLinks create(
            Parts parts,
            Settings settings,
            org.evenkeel.daemon.files.ClusterDirectory cluster,
            Map<NodeId, Address> addresses) {
        return new PeerLinks(
                parts, settings, new Directory(cluster, parts.intake().store().disk(), addresses));
    }

    long nextNumber() {
        return ++linksMade;
    }

    Parts parts() {
        return parts;
    }

    /** Hears of questions and answers of other nodes. */
    void askedBy(PeerQueries.Listener listener) {
        queries = listener;
    }

    /** Begins to connect. */
    public void start() {
        for (Peer peer : List.copyOf(peers.values())) {
            if (connectsTo(peer)) {
                dialNeighbour(peer);
            }
        }
        parts.timers().after(settings.pingEveryNanos(), () -> watch(System.nanoTime()));
    }

    /** Everybody known of, this node included. */
    public List<NodeRef> members() {
        return gossip.members().all();
    }

    List<NodeRef> others() {
        return gossip.members().others();
    }

    public NodeRef self() {
        return settings.self();
    }

    /** Links that are up. */
    public int linkCount() {
        return (int) peers.values().stream().filter(peer -> peer.link != null).count();
    }

    private boolean connectsTo(Peer peer) {
        return peer.neighbour && settings.self().id().compareTo(peer.id) < 0;
    }

    // ---- Effects

    /** Says something to a process; dropped when that process is gone. */
    public void send(Effect.Send send) {
        NodeRef to = send.to();
        Peer peer = peer(to.id());
        if (peer == null || to.incarnation() <= peer.goneIncarnation) {
            return;
        }
        PeerLink link = peer.link;
        if (link != null) {
            if (link.peer().incarnation() == to.incarnation()) {
                link.say(send.message());
            }
            return;
        }
        peer.learn(to);
        peer.keep(to, send.message());
        if (!connectsTo(peer)) {
            dialOnce(peer);
        }
    }

    /** Number of the link to this process, 0 when there is none. */
    public long linkOf(NodeRef to) {
        Peer peer = peers.get(to.id());
        PeerLink link = peer == null ? null : peer.link;
        return link == null ? 0 : link.number();
    }

    /** Finds out whether a process is still there. */
    public void tryReach(Effect.TryReach effect) {
        NodeRef ref = effect.peer();
        Peer peer = peers.get(ref.id());
        PeerLink link = peer == null ? null : peer.link;
        if (link != null && link.peer().incarnation() >= ref.incarnation()) {
            boolean same = link.peer().incarnation() == ref.incarnation();
            parts.events().happened(same ? new Event.PeerReached(ref) : new Event.PeerRefused(ref));
            return;
        }
        reach.check(
                ref,
                refused -> {
                    if (refused) {
                        refused(ref);
                    } else {
                        parts.events().happened(new Event.PeerReached(ref));
                    }
                });
    }

    private @Nullable Peer peer(NodeId id) {
        Peer peer = peers.get(id);
        if (peer == null && peers.size() < MAX_OTHERS + settings.neighbours().size()) {
            peer = new Peer(id, false);
            peers.put(id, peer);
        }
        return peer;
    }

    /** The link to a node; opened when there is none. What is sent before it is up is lost. */
    @Nullable PeerLink linkFor(NodeRef ref) {
        Peer peer = peer(ref.id());
        if (peer == null) {
            return null;
        }
        if (peer.link == null) {
            peer.learn(ref);
            dialOnce(peer);
        }
        return peer.link;
    }

    // ---- Connecting

    private void dialNeighbour(Peer peer) {
        if (closed || peer.link != null || peer.dialling) {
            return;
        }
        peer.dialling = true;
        Address address = directory.configured(peer.id);
        if (address != null) {
            dial(peer, address, null);
            return;
        }
        directory.look(
                peer.id,
                found -> {
                    if (found == null || !found.alive()) {
                        peer.dialling = false;
                        if (found != null) {
                            refused(found.ref());
                        }
                        checkLast(peer);
                        retry(peer);
                    } else {
                        peer.learn(found.ref());
                        dial(
                                peer,
                                new Address(found.ref().host(), found.ref().port()),
                                found.ref());
                    }
                });
    }

    /** A neighbour that left no note: its last process may just be dead. */
    private void checkLast(Peer peer) {
        NodeRef last = peer.ref;
        if (last != null && last.incarnation() > peer.goneIncarnation) {
            reach.check(
                    last,
                    gone -> {
                        if (gone) {
                            refused(last);
                        }
                    });
        }
    }

    private void dialOnce(Peer peer) {
        NodeRef ref = peer.ref;
        if (closed || peer.link != null || peer.dialling || ref == null) {
            return;
        }
        if (ref.port() == 0) {
            peer.dropWaiting();
            return;
        }
        peer.dialling = true;
        dial(peer, new Address(ref.host(), ref.port()), ref);
    }

    private void dial(Peer peer, Address address, @Nullable NodeRef expected) {
        Hello.Builder hello =
                Hello.newBuilder()
                        .setRole(Role.PEER)
                        .setSoftware("evenkeel")
                        .setNode(WireMapper.writeNode(settings.self()))
                        .addAllMembers(gossip.handshakeMembers());
        parts.sockets()
                .dial(
                        address,
                        settings.token(),
                        hello,
                        new Sockets.Dialled() {
                            @Override
                            public LinkListener linked(Connection connection, Welcome welcome)
                                    throws WireException {
                                return welcomed(peer, connection, welcome);
                            }

                            @Override
                            public void failed(String why, boolean nobodyListens) {
                                dialFailed(peer, expected, why, nobodyListens);
                            }
                        });
    }

    private LinkListener welcomed(Peer peer, Connection connection, Welcome welcome)
            throws WireException {
        peer.dialling = false;
        NodeRef ref = WireMapper.readNode("welcome.node", welcome.getNode());
        if (!ref.id().equals(peer.id)) {
            retry(peer);
            throw new WireException("welcome.node", "it is " + ref.id() + ", not " + peer.id);
        }
        gossip.heard("welcome.members", welcome.getMembersList());
        PeerLink link = new PeerLink(this, ref, connection, true);
        // Up only after the handshake's handler has made room for the link's.
        parts.timers().after(0, () -> begin(link));
        return link;
    }

    private void dialFailed(
            Peer peer, @Nullable NodeRef expected, String why, boolean nobodyListens) {
        peer.dialling = false;
        LOG.debug("no link to {}: {}", peer.id, why);
        if (nobodyListens && expected != null) {
            refused(expected);
        }
        if (connectsTo(peer)) {
            retry(peer);
        } else if (peer.link == null && peer.hasWaiting()) {
            if (nobodyListens) {
                peer.dropWaiting();
            } else {
                retry(peer);
            }
        }
    }

    private void retry(Peer peer) {
        if (closed || peer.retrySet) {
            return;
        }
        peer.retrySet = true;
        parts.timers()
                .after(
                        peer.backoff.nextNanos(),
                        () -> {
                            peer.retrySet = false;
                            if (connectsTo(peer)) {
                                dialNeighbour(peer);
                            } else if (peer.hasWaiting()) {
                                dialOnce(peer);
                            }
                        });
    }

    private void refused(NodeRef ref) {
        Peer peer = peers.get(ref.id());
        if (peer == null || peer.goneIncarnation < ref.incarnation()) {
            if (peer != null) {
                peer.goneIncarnation = ref.incarnation();
                peer.dropWaiting();
            }
            gossip.gone(ref);
        }
        // Told each time: a peer may have asked since, or its answer may have been too early.
        parts.events().happened(new Event.PeerRefused(ref));
    }

    // ---- Being connected to

    /** A peer has shown that it knows the token. */
    public Door.Answer admit(Hello hello, Welcome.Builder welcome) throws WireException {
        NodeRef ref = WireMapper.readNode("hello.node", hello.getNode());
        if (ref.id().equals(settings.self().id())) {
            return new Door.Answer.Refuse("this node has the same name, " + ref.id());
        }
        Peer peer = peer(ref.id());
        if (peer == null) {
            return new Door.Answer.Refuse("too many nodes are known here");
        }
        String why = whyNot(peer, ref);
        if (why != null) {
            return new Door.Answer.Refuse(why);
        }
        gossip.heard("hello.members", hello.getMembersList());
        welcome.addAllMembers(gossip.handshakeMembers());
        return new Door.Answer.Admit(
                welcome,
                Sockets.PEER_BACKLOG_BYTES,
                connection -> {
                    PeerLink link = new PeerLink(this, ref, connection, false);
                    parts.timers().after(0, () -> begin(link));
                    return link;
                });
    }

    /** Of two links between two nodes the one that the lower name opened stays. */
    private @Nullable String whyNot(Peer peer, NodeRef ref) {
        if (ref.incarnation() <= peer.goneIncarnation) {
            return "this process was given up";
        }
        PeerLink link = peer.link;
        boolean weAreLower = settings.self().id().compareTo(peer.id) < 0;
        if (link != null) {
            if (link.peer().incarnation() > ref.incarnation()) {
                return "a later process of " + ref.id() + " is linked";
            }
            boolean same = link.peer().incarnation() == ref.incarnation();
            return same && weAreLower && link.isOurs() ? "already linked" : null;
        }
        return weAreLower && peer.dialling ? "being linked from here" : null;
    }

    // ---- Links

    /** The handshake is over: the link takes its place, once. */
    void begin(PeerLink link) {
        if (link.beginOnce()) {
            Peer peer = peer(link.peer().id());
            if (peer == null) {
                link.close("too many nodes are known here");
            } else {
                up(peer, link);
            }
        }
    }

    private void up(Peer peer, PeerLink link) {
        PeerLink before = peer.link;
        if (before != null) {
            peer.link = null;
            parts.events().happened(new Event.PeerDown(peer.id));
            before.close("replaced by a newer link");
        }
        if (!link.isOpen()) {
            lost(peer, link);
            return;
        }
        peer.link = link;
        peer.learn(link.peer());
        peer.backoff.reset();
        LOG.info("linked with {}", link.peer());
        parts.events().happened(link.up());
        gossip.linked(link);
        if (newLinks != null) {
            newLinks.accept(link::send);
        }
        Peer.Waiting waiting = peer.nextWaiting();
        while (waiting != null) {
            if (waiting.to().incarnation() == link.peer().incarnation()) {
                link.say(waiting.message());
            }
            waiting = peer.nextWaiting();
        }
    }

    boolean isCurrent(PeerLink link) {
        Peer peer = peers.get(link.peer().id());
        return peer != null && peer.link == link;
    }

    void closed(PeerLink link, String why) {
        Peer peer = peers.get(link.peer().id());
        if (peer == null || peer.link != link) {
            return;
        }
        LOG.info("link with {} is down: {}", link.peer(), why);
        peer.link = null;
        parts.events().happened(new Event.PeerDown(peer.id));
        lost(peer, link);
    }

    private void lost(Peer peer, PeerLink link) {
        if (closed) {
            return;
        }
        parts.timers()
                .after(
                        CHECK_AFTER_LOSS_NANOS,
                        () -> {
                            if (peer.link == null) {
                                reach.check(
                                        link.peer(),
                                        gone -> {
                                            if (gone) {
                                                refused(link.peer());
                                            }
                                        });
                            }
                        });
        if (connectsTo(peer)) {
            retry(peer);
        }
    }

    /** Pings what is silent, closes what stays silent, and links that nobody needs. */
    private void watch(long dueNanos) {
        if (closed) {
            return;
        }
        long now = System.nanoTime();
        boolean lagged = now - dueNanos > settings.pingEveryNanos() + settings.pingEveryNanos() / 2;
        for (Peer peer : List.copyOf(peers.values())) {
            PeerLink link = peer.link;
            if (link == null) {
                if (!peer.neighbour && !peer.dialling && !peer.hasWaiting()) {
                    peers.remove(peer.id);
                }
                continue;
            }
            long silence = now - link.lastHeardNanos();
            if (silence > settings.pingLimitNanos() && !lagged) {
                link.close("silent for " + TimeUnit.NANOSECONDS.toMillis(silence) + " ms");
            } else if (!peer.neighbour && now - link.lastUsedNanos() > IDLE_NANOS) {
                link.close("not needed");
            } else if (silence >= settings.pingEveryNanos()) {
                link.ping();
            }
        }
        parts.timers().after(settings.pingEveryNanos(), () -> watch(now));
    }

    // ---- What links hear beside messages

    /** Somebody says that this process is there now. */
    void seen(NodeRef ref) {
        Peer peer = peers.get(ref.id());
        if (peer == null || peer.goneIncarnation < ref.incarnation()) {
            parts.events().happened(new Event.PeerSeen(ref));
        }
    }

    void heardOf(Members members) throws WireException {
        gossip.heard("members.nodes", members.getNodesList());
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
    public void tellAll(Frame frame) {
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
                    query, reply -> link.send(Frame.newBuilder().setQueryReply(reply).build()));
        }
    }

    void answered(QueryReply reply) {
        PeerQueries.Listener listener = queries;
        if (listener != null) {
            listener.answered(reply);
        }
    }

    List<PeerLink> links() {
        List<PeerLink> list = new ArrayList<>();
        for (Peer peer : peers.values()) {
            if (peer.link != null) {
                list.add(peer.link);
            }
        }
        return list;
    }

    /** Closes all links and opens no more. */
    public void close() {
        closed = true;
        links().forEach(link -> link.close("the daemon ends"));
    }
}
