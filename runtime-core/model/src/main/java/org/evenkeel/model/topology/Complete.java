package org.evenkeel.model.topology;

import java.util.List;
import java.util.stream.IntStream;

/** Everybody is everybody's neighbour: each load goes to all, so for small clusters only. */
record Complete() implements Topology {

    @Override
    public String name() {
        return "complete";
    }

    @Override
    public List<Integer> neighbours(int index, int nodes) {
        Indices.check(index, nodes);
        return Indices.ascending(index, IntStream.range(0, nodes));
    }
}
