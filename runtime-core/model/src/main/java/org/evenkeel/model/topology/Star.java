package org.evenkeel.model.topology;

import java.util.List;
import java.util.stream.IntStream;

/** Node 0 is everybody's only neighbour. */
record Star() implements Topology {

    @Override
    public String name() {
        return "star";
    }

    @Override
    public List<Integer> neighbours(int index, int nodes) {
        Indices.check(index, nodes);
        return index == 0 ? IntStream.range(1, nodes).boxed().toList() : List.of(0);
    }
}
