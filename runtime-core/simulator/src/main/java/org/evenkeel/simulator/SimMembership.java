package org.evenkeel.simulator;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.evenkeel.kernel.Event;
import org.evenkeel.model.NodeId;
import org.evenkeel.simulator.fault.Fault;
import org.evenkeel.simulator.fault.FaultPlan;

/**
 * Who takes whom for a neighbour. In a fixed cluster what the topology says, from the start. In an
 * open one, where nodes join late or become strangers for a while, of those only who is there: each
 * node hears of a change at a time of its own, and one that starts knows no node. One that has
 * crashed is left out after the owner's lease.
 */
final class SimMembership {
    private final SimCluster simCluster;
    private final int[][] topology;
    private final boolean open;
    private final BitSet late = new BitSet();
    private final BitSet present = new BitSet();
    private final BitSet strangers = new BitSet();

    /**
     * @param topology the neighbours of each node when all are there
     */
    @SuppressWarnings("PMD.ArrayIsStoredDirectly") // large, and never written
    SimMembership(SimCluster simCluster, int[][] topology, FaultPlan plan) {
        this.simCluster = simCluster;
        this.topology = topology;
        this.open = plan.faults().stream().anyMatch(SimMembership::opens);
        for (Fault fault : plan.faults()) {
            if (fault instanceof Fault.Join join) {
                late.set(join.node() % topology.length);
            }
        }
        late.clear(0); // a fault begins
    }

    private static boolean opens(Fault fault) {
        return fault instanceof Fault.Join || fault instanceof Fault.Estrange;
    }

    /** Whether neighbours change as nodes come and go. */
    boolean isOpen() {
        return open;
    }

    boolean isLate(SimNode node) {
        return late.get(node.index);
    }

    /** The nodes that the topology links with this one and that have been there. */
    List<SimNode> linksOf(SimNode node) {
        return IntStream.of(topology[node.index])
                .filter(other -> simCluster.node(other).life() > 0)
                .mapToObj(simCluster::node)
                .toList();
    }

    /** The nodes that the topology links with this one, there or not. */
    List<SimNode> neighboursOf(SimNode node) {
        return IntStream.of(topology[node.index]).mapToObj(simCluster::node).toList();
    }

    /** A node's process has begun. */
    void started(SimNode node) {
        if (!open) {
            List<NodeId> all = linkedByTopology(node);
            node.handle(new Event.NeighboursSet(all, simCluster.nodes()));
            return;
        }
        present.set(node.index);
        node.handle(new Event.NeighboursSet(List.of(), 0));
        announceAll();
    }

    private List<NodeId> linkedByTopology(SimNode node) {
        return IntStream.of(topology[node.index])
                .mapToObj(other -> simCluster.node(other).id)
                .toList();
    }

    /** Its process has died. */
    void crashed(SimNode node) {
        int life = node.life();
        if (open) {
            simCluster
                    .eventQueue()
                    .after(
                            simCluster.spec().leases().ownerNanos(),
                            () -> {
                                if (node.life() == life && !node.isAlive()) {
                                    present.clear(node.index);
                                    announceAll();
                                }
                            });
        }
    }

    /** The others and this node are no neighbours, or are again; links stay as they are. */
    void estrange(SimNode node, boolean now) {
        strangers.set(node.index, now);
        announceAll();
    }

    void reconcile() {
        if (!strangers.isEmpty()) {
            strangers.clear();
            announceAll();
        }
    }

    private void announceAll() {
        for (SimNode node : simCluster.all()) {
            long delay = simCluster.random().nextLong(simCluster.network().spec().redialNanos());
            simCluster.eventQueue().after(delay, () -> node.reach(() -> announce(node)));
        }
    }

    private void announce(SimNode node) {
        List<NodeId> there = new ArrayList<>(topology[node.index].length);
        List<SimPeer> newcomers = new ArrayList<>();
        for (SimNode other : neighboursOf(node)) {
            boolean is = isNeighbour(node.index, other.index);
            SimLink simLink =
                    is ? simCluster.network().link(node, other, false) : node.linkTo(other.index);
            if (simLink != null && simLink.side(node).setNeighbour(is)) {
                newcomers.add(simLink.side(node));
            }
            if (is) {
                there.add(other.id);
            }
        }
        List<NodeId> others =
                present.stream()
                        .filter(index -> index != node.index)
                        .mapToObj(index -> simCluster.node(index).id)
                        .toList();
        node.handle(new Event.NeighboursSet(there, present.cardinality(), others));
        newcomers.forEach(SimPeer::connect);
    }

    private boolean isNeighbour(int node, int other) {
        return present.get(other) && !strangers.get(other) && !strangers.get(node);
    }
}
