package org.evenkeel.simulator.check;

import java.util.List;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.Payload;
import org.evenkeel.model.protocol.PeerMessage;

/** Nodes that are always linked; time and faults are as the test says. */
final class ClusterOfTest implements ClusterSight {
    private final List<NodeOfTest> nodes;
    long nowNanos;
    boolean healed = true;

    ClusterOfTest(NodeOfTest... nodes) {
        this.nodes = List.of(nodes);
    }

    @Override
    public int nodes() {
        return nodes.size();
    }

    @Override
    public NodeSight node(int index) {
        return nodes.get(index);
    }

    @Override
    public int indexOf(NodeId id) {
        for (NodeOfTest node : nodes) {
            if (node.ref.id().equals(id)) {
                return node.index();
            }
        }
        throw new IllegalArgumentException("no node " + id);
    }

    @Override
    public boolean isLinked(int a, int b) {
        return true;
    }

    @Override
    public Iterable<PeerMessage> inFlight(int from, int to) {
        return List.of();
    }

    @Override
    public long progress(Payload payload) {
        return 0;
    }

    @Override
    public boolean isHealed() {
        return healed;
    }

    @Override
    public long nowNanos() {
        return nowNanos;
    }
}
