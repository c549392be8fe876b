package org.evenkeel.simulator;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import org.evenkeel.kernel.link.DialTimes;
import org.evenkeel.kernel.link.LinkTimes;
import org.evenkeel.model.protocol.PeerMessage;

/**
 * The links between the nodes: those of neighbours are kept up, others are opened when something is
 * to be said.
 */
final class Network {

    /** Nodes on one side of a partition. */
    record Division(BitSet side, boolean oneWay) {}

    private final NetworkSpec spec;
    private final EventQueue eventQueue;
    private final SplittableRandom random;
    private final boolean checked;
    private final List<SimLink> simLinks = new ArrayList<>();
    private final List<Division> divisions = new ArrayList<>();
    private final DialTimes dialTimes;
    private final LinkTimes linkTimes;
    private double unruly;

    Network(NetworkSpec spec, EventQueue eventQueue, SplittableRandom random, boolean checked) {
        this.spec = spec;
        this.eventQueue = eventQueue;
        this.random = random;
        this.checked = checked;
        this.dialTimes = spec.dialTimes();
        this.linkTimes = spec.linkTimes();
    }

    NetworkSpec spec() {
        return spec;
    }

    DialTimes dialTimes() {
        return dialTimes;
    }

    LinkTimes linkTimes() {
        return linkTimes;
    }

    EventQueue eventQueue() {
        return eventQueue;
    }

    boolean isChecked() {
        return checked;
    }

    long latencyNanos() {
        return spec.latency().drawNanos(random);
    }

    long localNanos() {
        return spec.local().drawNanos(random);
    }

    /** How long something that has come waits before its node can handle it. */
    long fetchNanos(PeerMessage peerMessage) {
        boolean waits =
                peerMessage instanceof PeerMessage.Adopt
                        || peerMessage instanceof PeerMessage.Results results
                                && results.results().stream().anyMatch(Network::isFetched);
        return waits ? spec.fetch().drawNanos(random) : 0;
    }

    private static boolean isFetched(PeerMessage.Result result) {
        return result.outcome().isSuspended() || result.outcome().isCheckpoint();
    }

    // ---- Links

    /**
     * What two nodes have with each other, made when there is nothing.
     *
     * @param neighbours whether they are neighbours, where that does not change
     */
    SimLink link(SimNode a, SimNode b, boolean neighbours) {
        SimLink simLink = a.linkTo(b.index);
        if (simLink == null) {
            simLink = new SimLink(this, a, b, neighbours);
            a.addLink(b.index, simLink);
            b.addLink(a.index, simLink);
            simLinks.add(simLink);
        }
        return simLink;
    }

    /** Those that were made. */
    List<SimLink> links() {
        return List.copyOf(simLinks);
    }

    double bytesOf(PeerMessage peerMessage) {
        return spec.bytesPerSecond() > 0 ? MessageBytes.of(peerMessage) : 0;
    }

    // ---- Faults

    /** Share of the messages that arrive twice. */
    void setUnruly(double share) {
        unruly = share;
    }

    boolean doubles() {
        return unruly > 0 && random.nextDouble() < unruly;
    }

    /** Whether a message needs no order among others. */
    boolean mayOvertake(PeerMessage peerMessage) {
        return switch (peerMessage) {
            case PeerMessage.Results r -> r.load() == null && random.nextBoolean();
            case PeerMessage.ResultAcks _,
                    PeerMessage.CheckpointAcks _,
                    PeerMessage.Lost _,
                    PeerMessage.Cancel _ ->
                    random.nextBoolean();
            default -> false;
        };
    }

    boolean isPartitioned(SimNode from, SimNode to) {
        for (int i = 0; i < divisions.size(); i++) {
            Division division = divisions.get(i);
            boolean fromInside = division.side.get(from.index);
            if (fromInside != division.side.get(to.index) && (fromInside || !division.oneWay)) {
                return true;
            }
        }
        return false;
    }

    void divide(Division division) {
        divisions.add(division);
    }

    void reunite(Division division) {
        divisions.remove(division);
        releaseAll();
    }

    void releaseAll() {
        for (SimLink simLink : simLinks) {
            for (SimNode node : simLink.nodes()) {
                simLink.laneFrom(node).release();
            }
        }
    }

    /** Everything is mended. */
    void heal() {
        divisions.clear();
        unruly = 0;
        for (SimLink simLink : simLinks) {
            for (SimNode node : simLink.nodes()) {
                simLink.laneFrom(node).cuts = 0;
            }
        }
        releaseAll();
    }
}
