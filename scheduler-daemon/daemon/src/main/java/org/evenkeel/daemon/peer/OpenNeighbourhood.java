package org.evenkeel.daemon.peer;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.evenkeel.daemon.drive.Events;
import org.evenkeel.daemon.drive.TimerSource;
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
    record Parts(
            Events events,
            TimerSource timers,
            LongSupplier clock,
            PeerTable peers,
            MemberTable members,
            Connector connector) {}

    /** Who connects to neighbours. */
    interface Connector {
        /**
         * This one is a neighbour now, or is to be found elsewhere: connects and goes on trying.
         */
        void begin(Peer peer);
    }

    private final Parts parts;
    private final NodeId self;
    private final Presence presence;
    private final Shelf shelf = new Shelf();
    private List<NodeId> told = List.of();
    private int sizeTold;
    private boolean scheduled;
    private long lastNanos;

    OpenNeighbourhood(Parts parts, NodeId self, Presence presence) {
        this.parts = parts;
        this.self = self;
        this.presence = presence;
        this.lastNanos = parts.clock.getAsLong() - NEWS_EVERY_NANOS;
    }

    @Override
    public boolean isOpen() {
        return true;
    }

    @Override
    public void start() {
        parts.timers.after(LOOK_EVERY_NANOS, this::look);
    }

    /** Time has passed: who is away may be away for too long. */
    private void look() {
        long now = parts.clock.getAsLong();
        shelf.clear(now).forEach(id -> setShelved(id, false));
        List<Presence.Dropped> dropped = presence.dropAway(now);
        for (Presence.Dropped one : dropped) {
            drop(one, now);
        }
        if (!dropped.isEmpty()) {
            changed();
        }
        parts.timers.after(LOOK_EVERY_NANOS, this::look);
    }

    private void drop(Presence.Dropped one, long now) {
        NodeRef ref = one.ref();
        LOG.info("{} is away for long, it is no neighbour any more", ref);
        if (!one.gone()) {
            parts.members.remove(ref);
            shelf.put(ref, now);
            setShelved(ref.id(), true);
        }
    }

    private void setShelved(NodeId id, boolean now) {
        Peer peer = parts.peers.find(id);
        if (peer != null) {
            peer.shelved = now;
            peer.backoff.reset();
        }
    }

    private void changed() {
        if (!scheduled) {
            scheduled = true;
            long since = parts.clock.getAsLong() - lastNanos;
            parts.timers.after(Math.max(0, NEWS_EVERY_NANOS - since), this::decide);
        }
    }

    private void decide() {
        scheduled = false;
        lastNanos = parts.clock.getAsLong();
        List<NodeId> there = presence.there();
        List<NodeId> neighbours = OpenGraph.neighbours(self, there);
        presence.wanted(neighbours, lastNanos);
        int size = there.size() + 1;
        if (neighbours.equals(told) && size == sizeTold) {
            return;
        }
        LOG.info("{} nodes are there, neighbours: {}", size, neighbours);
        told = neighbours;
        sizeTold = size;
        List<Peer> newcomers = parts.peers.setNeighbours(neighbours);
        parts.events.happened(new Event.NeighboursSet(neighbours, size));
        newcomers.forEach(this::connect);
    }

    private void connect(Peer peer) {
        NodeRef ref = parts.members.get(peer.id);
        if (ref != null) {
            peer.learn(ref);
        }
        peer.backoff.reset();
        parts.connector.begin(peer);
    }

    // ---- Who comes and goes

    @Override
    public boolean isDeafTo(NodeRef ref) {
        return shelf.has(ref);
    }

    @Override
    public void learnt(NodeRef ref) {
        unshelve(ref);
        if (!presence.learnt(ref)) {
            return;
        }
        Peer peer = parts.peers.find(ref.id());
        if (peer != null && peer.neighbour && peer.link == null) {
            connect(peer);
        }
        changed();
    }

    @Override
    public void heardFrom(NodeRef ref) {
        unshelve(ref);
    }

    private void unshelve(NodeRef ref) {
        if (shelf.take(ref.id())) {
            setShelved(ref.id(), false);
        }
    }

    @Override
    public void linked(NodeRef ref) {
        unshelve(ref);
        presence.linked(ref);
        changed();
    }

    @Override
    public void lost(NodeRef ref) {
        presence.lost(ref, parts.clock.getAsLong());
        changed();
    }

    @Override
    public void leaves(NodeRef ref) {
        presence.leaves(ref);
    }

    @Override
    public void forgotten(NodeRef ref) {
        presence.forget(ref);
        changed();
    }

    @Override
    public void gone(NodeRef ref) {
        if (shelf.has(ref)) {
            unshelve(ref);
        }
        presence.gone(ref, parts.clock.getAsLong());
        changed();
    }
}
