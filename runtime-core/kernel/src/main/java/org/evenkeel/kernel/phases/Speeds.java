package org.evenkeel.kernel.phases;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.model.protocol.PhaseReply.Counts;

/**
 * How fast nodes are: what each has calibrated, refined by how long tasks of one kind took on them.
 * Nodes without enough of such tasks keep their calibrated speed, and all together stay as fast as
 * they were calibrated.
 */
final class Speeds {
    private static final int ENOUGH_RUNS = 4;

    /** The speed of a worker of each node, in the order given. */
    static double[] of(List<Counts> nodes) {
        double[] speeds = new double[nodes.size()];
        Map<Long, List<Integer>> byKind = new LinkedHashMap<>();
        for (int i = 0; i < speeds.length; i++) {
            Counts node = nodes.get(i);
            speeds[i] = node.speed();
            if (node.kind() != 0 && node.kindRuns() >= ENOUGH_RUNS && node.kindNanos() > 0) {
                byKind.computeIfAbsent(node.kind(), kind -> new ArrayList<>()).add(i);
            }
        }
        for (List<Integer> same : byKind.values()) {
            double calibrated = 0;
            double measured = 0;
            for (int node : same) {
                calibrated += speeds[node];
                measured += 1.0 / nodes.get(node).kindNanos();
            }
            for (int node : same) {
                speeds[node] = calibrated / measured / nodes.get(node).kindNanos();
            }
        }
        return speeds;
    }
}
