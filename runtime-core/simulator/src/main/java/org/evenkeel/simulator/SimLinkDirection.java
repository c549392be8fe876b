package org.evenkeel.simulator;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.evenkeel.model.protocol.PeerMessage;

/** One direction of a link: keeps order, takes its time, and holds what is said while it is cut. */
final class SimLinkDirection {

    /** A message on its way. */
    static final class InFlight {
        final int session;
        final PeerMessage peerMessage;

        InFlight(int session, PeerMessage peerMessage) {
            this.session = session;
            this.peerMessage = peerMessage;
        }
    }

    private record QueuedArrival(Runnable arrival, double bytes) {}

    private final Network network;
    private final SimNode from;
    private final SimNode to;
    private long lastArrivalNanos;
    private double busyUntilNanos;
    private final Deque<QueuedArrival> held = new ArrayDeque<>(0);
    private final Deque<InFlight> inFlight = new ArrayDeque<>(0);

    /** Cuts in force now. */
    int cuts;

    SimLinkDirection(Network network, SimNode from, SimNode to) {
        this.network = network;
        this.from = from;
        this.to = to;
    }

    boolean isBlocked() {
        return cuts > 0 || network.isPartitioned(from, to);
    }

    /** Something arrives at the other end, later and after what was sent before. */
    void send(Runnable arrival, double bytes) {
        if (isBlocked()) {
            held.addLast(new QueuedArrival(arrival, bytes));
            return;
        }
        long now = network.eventQueue().now();
        double start = Math.max((double) now, busyUntilNanos);
        double rate = network.spec().bytesPerSecond();
        busyUntilNanos = rate > 0 ? start + bytes / rate * 1e9 : start;
        long arrives = (long) busyUntilNanos + network.latencyNanos();
        // Below 0 is an overflow, which the agenda refuses.
        lastArrivalNanos = arrives < 0 ? arrives : Math.max(lastArrivalNanos, arrives);
        network.eventQueue().at(lastArrivalNanos, arrival);
    }

    /** The same without regard to order. */
    void sendAround(Runnable arrival) {
        if (isBlocked()) {
            held.addLast(new QueuedArrival(arrival, 0));
        } else {
            network.eventQueue().after(3 * network.latencyNanos(), arrival);
        }
    }

    /** What was held continues its way if nothing blocks the lane any more. */
    void release() {
        if (!held.isEmpty() && !isBlocked()) {
            List<QueuedArrival> waiting = new ArrayList<>(held);
            held.clear();
            waiting.forEach(one -> send(one.arrival, one.bytes));
        }
    }

    InFlight track(int session, PeerMessage peerMessage) {
        InFlight one = new InFlight(session, peerMessage);
        inFlight.addLast(one);
        return one;
    }

    void untrack(InFlight one) {
        inFlight.remove(one);
    }

    /** The messages of a session that are on their way. */
    List<PeerMessage> inFlight(int session) {
        List<PeerMessage> peerMessages = new ArrayList<>(inFlight.size());
        for (InFlight one : inFlight) {
            if (one.session == session) {
                peerMessages.add(one.peerMessage);
            }
        }
        return peerMessages;
    }
}
