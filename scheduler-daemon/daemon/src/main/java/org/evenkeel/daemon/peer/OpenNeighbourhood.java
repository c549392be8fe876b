package org.evenkeel.daemon.peer;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.evenkeel.daemon.driver.EventSink;
import org.evenkeel.daemon.driver.TimerSource;
import org.evenkeel.kernel.Event;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.topology.OpenGraph;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Neighbours that are not written down: of the nodes that are there, those that {@link OpenGraph}
 * says. The core and the links hear of a change at once, and of the next a moment later.
 */
final class OpenNeighbourhood implements Neighbourhood {

    private static final Logger LOG = LoggerFactory.getLogger(OpenNeighbourhood.class);

    private static final long NEWS_EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final long LOOK_EVERY_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** What it works with. */
    record Dependencies(
            EventSink eventSink,
            TimerSource timers,
            LongSupplier clock,
            PeerTable peers,
            MemberTable members,
            Connector connector) {}

    /** Who connects to neighbours. */
    interface Connector {
        /**
         * This one is a neighbour now, or is to be found elsewhere: connects and continues trying.
         */
        void begin(Peer peer);
    }

    private final Dependencies dependencies;
    private final NodeId self;
    private final PeerAvailability peerAvailability;
    private final UnreachablePeers unreachablePeers = new UnreachablePeers();
    private List<NodeId> told = List.of();
    private List<NodeId> thereTold = List.of();
    private boolean scheduled;
    private long lastNanos;

    OpenNeighbourhood(Dependencies dependencies, NodeId self, PeerAvailability peerAvailability) {
        this.dependencies = dependencies;
        this.self = self;
        this.peerAvailability = peerAvailability;
        this.lastNanos = dependencies.clock.getAsLong() - NEWS_EVERY_NANOS;
    }

    @Override
    public boolean isOpen() {
        return true;
    }

    @Override
    public void start() {
        dependencies.timers.after(LOOK_EVERY_NANOS, this::check);
    }

    /** Time has passed: who is away may be away for too long. */
    private void check() {
        long now = dependencies.clock.getAsLong();
        unreachablePeers.clear(now).forEach(id -> setUnreachable(id, false));
        List<PeerAvailability.Dropped> dropped = peerAvailability.dropAway(now);
        for (PeerAvailability.Dropped one : dropped) {
            drop(one, now);
        }
        if (!dropped.isEmpty()) {
            changed();
        }
        dependencies.timers.after(LOOK_EVERY_NANOS, this::check);
    }

    private void drop(PeerAvailability.Dropped one, long now) {
        NodeRef ref = one.ref();
        LOG.info("{} unreachable, removed from neighbourhood", ref);
        if (!one.gone()) {
            dependencies.members.remove(ref);
            unreachablePeers.put(ref, now);
            setUnreachable(ref.id(), true);
        }
    }

    private void setUnreachable(NodeId id, boolean now) {
        Peer peer = dependencies.peers.find(id);
        if (peer != null) {
            peer.machine.setUnreachable(now);
        }
    }

    private void changed() {
        if (!scheduled) {
            scheduled = true;
            long since = dependencies.clock.getAsLong() - lastNanos;
            dependencies.timers.after(Math.max(0, NEWS_EVERY_NANOS - since), this::decide);
        }
    }

    private void decide() {
        scheduled = false;
        lastNanos = dependencies.clock.getAsLong();
        List<NodeId> there = peerAvailability.there();
        List<NodeId> neighbours = OpenGraph.neighbours(self, there);
        peerAvailability.wanted(neighbours, lastNanos);
        int size = there.size() + 1;
        if (neighbours.equals(told) && there.equals(thereTold)) {
            return;
        }
        LOG.info("{} nodes reachable, neighbours: {}", size, neighbours);
        told = neighbours;
        thereTold = there;
        List<Peer> newcomers = dependencies.peers.setNeighbours(neighbours);
        dependencies.eventSink.submit(new Event.NeighboursSet(neighbours, size, there));
        newcomers.forEach(this::connect);
    }

    private void connect(Peer peer) {
        NodeRef ref = dependencies.members.get(peer.id);
        if (ref != null) {
            peer.learn(ref);
        }
        peer.machine.resetBackoff();
        dependencies.connector.begin(peer);
    }

    // ---- Who comes and goes

    @Override
    public boolean isDeafTo(NodeRef ref) {
        return unreachablePeers.has(ref);
    }

    @Override
    public boolean includes(NodeId node) {
        return peerAvailability.includes(node);
    }

    @Override
    public void learnt(NodeRef ref) {
        clearUnreachable(ref);
        if (!peerAvailability.learnt(ref)) {
            return;
        }
        Peer peer = dependencies.peers.find(ref.id());
        if (peer != null && peer.machine.isNeighbour() && !peer.machine.isLinked()) {
            connect(peer);
        }
        changed();
    }

    @Override
    public void contactFrom(NodeRef ref) {
        clearUnreachable(ref);
    }

    private void clearUnreachable(NodeRef ref) {
        if (unreachablePeers.take(ref.id())) {
            setUnreachable(ref.id(), false);
        }
    }

    @Override
    public void linked(NodeRef ref) {
        clearUnreachable(ref);
        peerAvailability.linked(ref);
        changed();
    }

    @Override
    public void lost(NodeRef ref) {
        peerAvailability.lost(ref, dependencies.clock.getAsLong());
        changed();
    }

    @Override
    public void leaves(NodeRef ref) {
        peerAvailability.leaves(ref);
    }

    @Override
    public void forgotten(NodeRef ref) {
        peerAvailability.forget(ref);
        changed();
    }

    @Override
    public void gone(NodeRef ref) {
        if (unreachablePeers.has(ref)) {
            clearUnreachable(ref);
        }
        peerAvailability.gone(ref, dependencies.clock.getAsLong());
        changed();
    }
}
