package org.evenkeel.simulator;

import java.util.function.Consumer;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.protocol.PeerMessage;
import org.jspecify.annotations.Nullable;

/**
 * One end of a connection between two processes, as TCP has it: keeps order, and breaks with what
 * is on it.
 *
 * <p>States of an end: {@code SHAKING -> UP -> CLOSED}; one that has not been answered is closed
 * without being up. Either end may be closed long before the other hears of it.
 */
final class SimConnection {

    private enum State {
        SHAKING,
        UP,
        CLOSED
    }

    /** The same at both ends; counts the connections of the two nodes, from 1. */
    final int number;

    /** Whether the owner of this end has dialled. */
    final boolean ours;

    /** The process that the owner meant to dial, null for any. */
    final @Nullable NodeRef meant;

    private final Network network;
    private final SimPeer owner;
    private final SimPeer otherOwner;
    private @Nullable SimConnection other;
    private @Nullable NodeRef peer;
    private State state = State.SHAKING;
    private long heardNanos;
    private long usedNanos;

    private SimConnection(
            Network network, int number, SimPeer owner, boolean ours, @Nullable NodeRef meant) {
        this.network = network;
        this.number = number;
        this.owner = owner;
        this.otherOwner = owner.other();
        this.ours = ours;
        this.meant = meant;
    }

    /** The end of a node that dials. */
    static SimConnection dialled(
            Network network, int number, SimPeer owner, @Nullable NodeRef meant) {
        return new SimConnection(network, number, owner, true, meant);
    }

    /** The end of a node that has answered. */
    SimConnection accepted(NodeRef from) {
        SimConnection end = new SimConnection(network, number, otherOwner, false, null);
        end.other = this;
        other = end;
        end.up(from);
        return end;
    }

    /** The handshake is over at this end, and says which process is at the other. */
    void up(NodeRef at) {
        state = State.UP;
        peer = at;
        heard();
        used();
    }

    NodeRef peer() {
        if (peer == null) {
            throw new IllegalStateException("the handshake is not over");
        }
        return peer;
    }

    boolean isUp() {
        return state == State.UP;
    }

    boolean isClosed() {
        return state == State.CLOSED;
    }

    // ---- Silence

    long silenceNanos() {
        return network.eventQueue().now() - heardNanos;
    }

    /** Time since something other than a ping passed. */
    long unusedNanos() {
        return network.eventQueue().now() - usedNanos;
    }

    private void heard() {
        heardNanos = network.eventQueue().now();
    }

    private void used() {
        usedNanos = network.eventQueue().now();
    }

    /** Asks the other end for an answer. */
    void ping() {
        owner.out.send(() -> reachOther(SimConnection::pong), 0);
    }

    private void pong() {
        owner.out.send(() -> reachOther(end -> {}), 0);
    }

    /** Something comes to the other end; if that is closed, its machine answers with a reset. */
    private void reachOther(Consumer<SimConnection> arrival) {
        SimConnection end = other;
        if (end == null || end.isClosed()) {
            if (!otherOwner.node.isOff() && !isClosed()) {
                otherOwner.out.send(() -> owner.node.reach(this::breaks), 0);
            }
            return;
        }
        otherOwner.node.reach(() -> {
            if (end.isUp()) {
                end.heard();
                arrival.accept(end);
            }
        });
    }

    // ---- Messages

    void send(PeerMessage peerMessage) {
        if (isClosed()) {
            return;
        }
        used();
        double bytes = network.bytesOf(peerMessage);
        arriveOnce(peerMessage, bytes, false);
        if (network.doubles()) {
            arriveOnce(peerMessage, bytes, network.mayOvertake(peerMessage));
        }
    }

    private void arriveOnce(PeerMessage peerMessage, double bytes, boolean around) {
        SimLinkDirection out = owner.out;
        SimLinkDirection.@Nullable InFlight tracked =
                network.isChecked() && !around ? out.track(number, peerMessage) : null;
        Runnable arrival =
                () -> {
                    if (tracked != null) {
                        out.untrack(tracked);
                    }
                    arrive(peerMessage);
                };
        if (around) {
            out.sendAround(arrival);
        } else {
            out.send(arrival, bytes);
        }
    }

    private void arrive(PeerMessage peerMessage) {
        PeerMessage rest = peerMessage;
        long takes = network.fetchNanos(peerMessage);
        if (takes > 0 && peerMessage instanceof PeerMessage.Results results) {
            PeerMessage.Load load = results.load();
            if (load != null) { // it waits for no bytes
                reachOther(end -> end.receive(load));
                rest = new PeerMessage.Results(results.results(), null);
            }
        }
        PeerMessage later = rest;
        if (takes == 0) {
            reachOther(end -> end.receive(later));
        } else {
            reachOther(end -> {}); // it is heard at once
            network.eventQueue().after(takes, () -> reachOther(end -> end.receive(later)));
        }
    }

    private void receive(PeerMessage peerMessage) {
        used();
        owner.receive(this, peerMessage);
    }

    // ---- The end

    /** This side closes the connection, and the other hears of it. */
    void close() {
        if (!isClosed()) {
            tellOther();
            breaks();
        }
    }

    /** The connection is over, and this side hears of it. */
    void breaks() {
        if (isClosed()) {
            return;
        }
        boolean wasUp = isUp();
        state = State.CLOSED;
        if (wasUp) {
            owner.closed(this);
        } else {
            owner.notLinked(this, false);
        }
    }

    /** No process listens where this side has dialled, or it refuses the link. */
    void isRefused(boolean noProcessListens) {
        if (!isClosed()) {
            state = State.CLOSED;
            owner.notLinked(this, noProcessListens);
        }
    }

    /** The process of this side ends, and with it the connection; its machine may be off. */
    void processEnds(boolean silently) {
        if (!silently && !isClosed()) {
            tellOther();
        }
        state = State.CLOSED;
    }

    private void tellOther() {
        SimConnection end = other;
        if (end != null) {
            owner.out.send(() -> end.owner.node.reach(end::breaks), 0);
        }
    }
}
