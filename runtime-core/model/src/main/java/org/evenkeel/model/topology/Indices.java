package org.evenkeel.model.topology;

import java.util.List;
import java.util.stream.IntStream;

/** Checks and orders what topologies return. */
final class Indices {
    static void check(int index, int nodes) {
        if (nodes < 1 || index < 0 || index >= nodes) {
            throw new IllegalArgumentException("no node " + index + " among " + nodes);
        }
    }

    /** The others in ascending order, each once. */
    static List<Integer> ascending(int self, IntStream others) {
        return others.filter(other -> other != self).distinct().sorted().boxed().toList();
    }
}
