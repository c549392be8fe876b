package org.evenkeel.model.topology;

import java.util.List;
import java.util.stream.IntStream;

/** Each node has the one before and the one after it, the last and the first being neighbours. */
record Ring() implements Topology {

    @Override
    public String name() {
        return "ring";
    }

    @Override
    public List<Integer> neighbours(int index, int nodes) {
        Indices.check(index, nodes);
        return Indices.ascending(
                index, IntStream.of((index + nodes - 1) % nodes, (index + 1) % nodes));
    }
}
