package org.evenkeel.model.topology;

import java.util.List;
import java.util.stream.IntStream;

/** Nodes whose indices differ in one bit are neighbours; there must be a power of two. */
record Hypercube() implements Topology {

    @Override
    public String name() {
        return "hypercube";
    }

    @Override
    public List<Integer> neighbours(int index, int nodes) {
        Indices.check(index, nodes);
        if (Integer.bitCount(nodes) != 1) {
            int below = Integer.highestOneBit(nodes);
            throw new IllegalArgumentException(
                    "a hypercube needs a power of two of nodes, such as %s or %s, not %s"
                            .formatted(below, 2L * below, nodes));
        }
        IntStream bits = IntStream.range(0, Integer.numberOfTrailingZeros(nodes));
        return Indices.ascending(index, bits.map(bit -> index ^ 1 << bit));
    }
}
