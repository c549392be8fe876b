package org.evenkeel.simulator;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.kernel.Event;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.protocol.PeerMessage;
import org.jspecify.annotations.Nullable;

/**
 * The connection of two nodes, as their daemons keep it: one session at a time, each side hearing
 * of its begin and its end when it does.
 *
 * <p>States of a side: {@code DOWN -> UP(session) -> DOWN}. A new session may begin while the other
 * side still believes in the old one.
 */
final class SimLink {

    private static final int MAX_KEPT = 10_000;

    private record QueuedMessage(NodeRef to, PeerMessage peerMessage) {}

    /** One end. */
    private static final class Side {
        final SimNode node;
        final SimLinkDirection out;
        int session;
        @Nullable NodeRef peer;
        List<QueuedMessage> kept = List.of();

        /** The life in which its node last began to dial, 0 when that has come to an end. */
        int dialLife;

        Side(SimNode node, SimLinkDirection out) {
            this.node = node;
            this.out = out;
        }

        boolean isDialling() {
            return dialLife == node.life() && node.isAlive();
        }

        void dialEnds(int life) {
            if (dialLife == life) {
                dialLife = 0;
            }
        }
    }

    private final Network network;
    private final Side low;
    private final Side high;
    private final boolean neighbours;
    private int sessions;

    SimLink(Network network, SimNode a, SimNode b, boolean neighbours) {
        this.network = network;
        SimNode first = a.index < b.index ? a : b;
        SimNode second = first == a ? b : a;
        this.low = new Side(first, new SimLinkDirection(network, first, second));
        this.high = new Side(second, new SimLinkDirection(network, second, first));
        this.neighbours = neighbours;
    }

    private Side side(SimNode node) {
        return node == low.node ? low : high;
    }

    private Side other(Side side) {
        return side == low ? high : low;
    }

    /** Both ends. */
    List<SimNode> nodes() {
        return List.of(low.node, high.node);
    }

    SimLinkDirection laneFrom(SimNode node) {
        return side(node).out;
    }

    boolean isUp() {
        return low.session > 0 && low.session == high.session;
    }

    /** The session that one side takes for up, 0 for none. */
    int sessionAt(SimNode node) {
        return side(node).session;
    }

    // ---- Messages

    void send(SimNode from, NodeRef to, PeerMessage peerMessage) {
        Side side = side(from);
        NodeRef peer = side.peer;
        if (side.session > 0 && peer != null) {
            if (peer.incarnation() == to.incarnation()) {
                transmit(side, peerMessage);
            }
            return;
        }
        if (side.kept.isEmpty()) {
            side.kept = new ArrayList<>(2);
        }
        if (side.kept.size() < MAX_KEPT) {
            side.kept.add(new QueuedMessage(to, peerMessage));
        }
        side.peer = to;
        if (!(neighbours && side == low)) {
            dial(from);
        }
    }

    private void transmit(Side from, PeerMessage peerMessage) {
        double bytes = network.bytesOf(peerMessage);
        arriveOnce(from, peerMessage, bytes, false);
        if (network.doubles()) {
            arriveOnce(from, peerMessage, bytes, network.mayOvertake(peerMessage));
        }
    }

    private void arriveOnce(Side from, PeerMessage peerMessage, double bytes, boolean around) {
        int session = from.session;
        Side to = other(from);
        int life = to.node.life();
        SimLinkDirection.@Nullable InFlight tracked =
                network.isChecked() && !around ? from.out.track(session, peerMessage) : null;
        Runnable arrival =
                () -> {
                    if (tracked != null) {
                        from.out.untrack(tracked);
                    }
                    PeerMessage rest = peerMessage;
                    long takes = network.fetchNanos(peerMessage);
                    if (takes > 0 && peerMessage instanceof PeerMessage.Results results) {
                        PeerMessage.Load load = results.load();
                        if (load != null) { // it waits for no bytes
                            receive(from, to, session, life, load);
                            rest = new PeerMessage.Results(results.results(), null);
                        }
                    }
                    PeerMessage later = rest;
                    if (takes == 0) {
                        receive(from, to, session, life, later);
                    } else {
                        network.eventQueue()
                                .after(takes, () -> receive(from, to, session, life, later));
                    }
                };
        if (around) {
            from.out.sendAround(arrival);
        } else {
            from.out.send(arrival, bytes);
        }
    }

    private static void receive(
            Side from, Side to, int session, int life, PeerMessage peerMessage) {
        to.node.reach(() -> {
            if (to.session == session && to.node.life() == life) {
                to.node.receive(from.node.id, peerMessage);
            }
        });
    }

    // ---- Connecting

    /** Both sides are linked at once, at the beginning. */
    void establish() {
        int session = ++sessions;
        up(low, session);
        up(high, session);
    }

    /** Tries to connect to this process, unless there is a link. */
    void seek(SimNode from, NodeRef to) {
        Side side = side(from);
        if (side.session == 0) {
            side.peer = to;
            dial(from);
        }
    }

    /** Tries to connect; a neighbour continues trying. */
    void dial(SimNode from) {
        Side side = side(from);
        Side to = other(side);
        if (side.session > 0 || side.isDialling() || !from.isAlive()) {
            return;
        }
        if (to.isDialling()) {
            if (neighbours && side == low) {
                redial(side);
            }
            return;
        }
        int life = from.life();
        side.dialLife = life;
        network.eventQueue()
                .after(
                        network.latencyNanos(),
                        () -> {
                            if (from.life() == life && from.isAlive()) {
                                knock(side, to);
                            }
                        });
    }

    private void knock(Side from, Side to) {
        NodeRef expected = from.peer;
        boolean silent =
                from.out.isBlocked() || to.out.isBlocked() || to.node.isOff() || to.node.isPaused();
        if (silent) {
            afterDial(from, network.spec().silenceNanos(), () -> failed(from, null));
        } else if (!to.node.isAlive()
                || !neighbours
                        && expected != null
                        && to.node.ref().incarnation() != expected.incarnation()) {
            afterDial(from, network.latencyNanos(), () -> failed(from, expected));
        } else {
            int session = ++sessions;
            int life = from.node.life();
            if (to.session > 0) {
                down(to);
            }
            to.out.send(() -> from.node.reach(() -> welcomed(from, to, session, life)), 0);
            up(to, session);
            closeIfAlone(to, session);
        }
    }

    /** A side whose other side never learned of the session closes it after some silence. */
    private void closeIfAlone(Side side, int session) {
        network.eventQueue()
                .after(
                        network.spec().silenceNanos(),
                        () -> {
                            if (side.session == session && other(side).session != session) {
                                side.node.reach(() -> close(side.node));
                            }
                        });
    }

    private void afterDial(Side side, long nanos, Runnable what) {
        int life = side.node.life();
        network.eventQueue()
                .after(
                        nanos,
                        () -> {
                            side.dialEnds(life);
                            if (side.node.life() == life && side.node.isAlive()) {
                                what.run();
                            }
                        });
    }

    private void welcomed(Side from, Side to, int session, int life) {
        from.dialEnds(life);
        boolean there = from.node.life() == life && from.node.isAlive();
        if (there && to.session == session && from.session == 0) {
            up(from, session);
            return;
        }
        if (to.session == session) {
            close(to);
        }
        if (there && from.session == 0) {
            failed(from, null);
        }
    }

    private void failed(Side side, @Nullable NodeRef refused) {
        if (refused != null) {
            side.node.handle(new Event.PeerRefused(refused));
        }
        if (neighbours && side == low) {
            redial(side);
        } else {
            side.kept = List.of();
        }
    }

    private void redial(Side side) {
        int life = side.node.life();
        network.eventQueue()
                .after(
                        network.spec().redialNanos(),
                        () -> {
                            if (side.node.life() == life) {
                                dial(side.node);
                            }
                        });
    }

    private void up(Side side, int session) {
        NodeRef peer = other(side).node.ref();
        side.session = session;
        side.peer = peer;
        side.node.handle(new Event.PeerUp(peer));
        List<QueuedMessage> kept = side.kept;
        side.kept = List.of();
        for (QueuedMessage one : kept) {
            if (side.session == session && one.to.incarnation() == peer.incarnation()) {
                transmit(side, one.peerMessage);
            }
        }
    }

    // ---- Parting

    /** This side closes the link, and the other hears of it. */
    void close(SimNode node) {
        Side side = side(node);
        if (side.session > 0) {
            close(side);
        }
    }

    private void close(Side side) {
        int session = side.session;
        down(side);
        hangUp(side, session);
    }

    /** The other side hears that the session is over. */
    private void hangUp(Side side, int session) {
        Side to = other(side);
        side.out.send(
                () ->
                        to.node.reach(() -> {
                            if (to.session == session) {
                                down(to);
                            }
                        }),
                0);
    }

    private void down(Side side) {
        side.session = 0;
        if (!side.node.isAlive()) {
            return;
        }
        NodeRef lost = side.peer;
        side.node.handle(new Event.PeerDown(other(side).node.id));
        if (lost != null) {
            int life = side.node.life();
            network.eventQueue()
                    .after(network.spec().redialNanos() / 2, () -> checkLost(side, lost, life));
        }
        if (neighbours && side == low) {
            redial(side);
        }
    }

    /** Some time after a loss each side looks whether the process is still there. */
    private void checkLost(Side side, NodeRef lost, int life) {
        SimNode peer = other(side).node;
        if (side.session == 0
                && side.node.life() == life
                && !peer.isOff()
                && !side.out.isBlocked()
                && (!peer.isAlive() || peer.ref().incarnation() != lost.incarnation())) {
            side.node.handle(new Event.PeerRefused(lost));
        }
    }

    /** The node's process died; the other side hears of it at once, or by silence. */
    void died(SimNode node, boolean silently) {
        Side side = side(node);
        int session = side.session;
        side.session = 0;
        side.kept = List.of();
        if (session == 0) {
            return;
        }
        if (silently) {
            watchSilence(node);
        } else {
            hangUp(side, session);
        }
    }

    /** The node's peer closes the link if it continues hearing nothing. */
    void watchSilence(SimNode silent) {
        Side listener = other(side(silent));
        int session = listener.session;
        int life = silent.life();
        if (session == 0) {
            return;
        }
        network.eventQueue()
                .after(
                        network.spec().silenceNanos(),
                        () -> {
                            boolean still =
                                    silent.isPaused()
                                            || silent.isOff()
                                            || silent.life() != life
                                            || side(silent).out.isBlocked();
                            if (still) {
                                listener.node.reach(() -> {
                                    if (listener.session == session) {
                                        close(listener);
                                    }
                                });
                            }
                        });
    }

    /** The link breaks under both; who has yet to hear that it is up hears that it is not. */
    void reset() {
        boolean bothLive = low.node.isAlive() && high.node.isAlive();
        boolean alone = bothLive && low.session != high.session;
        for (Side side : List.of(low, high)) {
            int session = side.session;
            side.node.reach(() -> {
                if (session > 0 && side.session == session) {
                    down(side);
                    if (alone) {
                        hangUp(side, session);
                    }
                }
            });
        }
    }

    /** A neighbour that has started anew connects again. */
    void started(SimNode node) {
        Side side = side(node);
        side.session = 0;
        if (neighbours) {
            if (side.peer == null) {
                side.peer = other(side).node.ref();
            }
            if (side == low) {
                dial(node);
            }
        }
    }
}
