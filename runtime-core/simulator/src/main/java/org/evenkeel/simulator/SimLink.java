package org.evenkeel.simulator;

import java.util.List;

/** What two nodes have with each other: what each knows of the other, and their connections. */
@SuppressWarnings("ReferenceEquality") // sides are who they are
final class SimLink {

    private final SimPeer low;
    private final SimPeer high;
    private int numbers;

    /**
     * @param neighbours whether they are neighbours from the beginning
     */
    SimLink(Network network, SimNode a, SimNode b, boolean neighbours) {
        SimNode first = a.index < b.index ? a : b;
        SimNode second = first == a ? b : a;
        boolean open = a.hasChangingNeighbours();
        this.low = new SimPeer(network, this, first, second, open, neighbours && !open);
        this.high = new SimPeer(network, this, second, first, open, neighbours && !open);
    }

    /** What this node knows of the other. */
    SimPeer side(SimNode node) {
        return node == low.node ? low : high;
    }

    SimPeer otherThan(SimPeer side) {
        return side == low ? high : low;
    }

    int nextNumber() {
        return ++numbers;
    }

    /** Both ends. */
    List<SimNode> nodes() {
        return List.of(low.node, high.node);
    }

    SimLinkDirection laneFrom(SimNode node) {
        return side(node).out;
    }

    /** Whether both have the two ends of one connection as their link. */
    boolean isUp() {
        int number = numberAt(low.node);
        return number > 0 && number == numberAt(high.node);
    }

    /** Whether both live, and take each other for neighbours. */
    boolean isToBeUp() {
        return low.isWithNeighbour() && high.isWithNeighbour();
    }

    /** Number of the connection that one side takes for the link, 0 for none. */
    int numberAt(SimNode node) {
        SimConnection link = side(node).link();
        return link == null ? 0 : link.number;
    }

    /** Both sides are linked at once, at the beginning. */
    void establish() {
        low.establish();
    }

    /** Each connection breaks under both, with what is on it. */
    void reset() {
        for (SimPeer side : List.of(low, high)) {
            for (SimConnection end : side.connections()) {
                side.node.reach(end::breaks);
            }
        }
    }
}
