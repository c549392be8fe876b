package org.evenkeel.examples.measure;

import java.util.Arrays;
import java.util.List;
import org.evenkeel.examples.mgsort.Segment;

/**
 * Merge sort.
 *
 * @param m numbers to sort
 */
record SortWorkload(int m) implements MeasuredWorkload {
    /** Of the paper of 1997: 640,000 numbers and leaves of at most 20,000. */
    private static final int LEAVES = 32;

    private int threshold() {
        return Math.max(1, m / LEAVES);
    }

    @Override
    public Piece<?> sample() {
        return new SortPiece(threshold());
    }

    @Override
    public boolean run(ClusterMeasurement clusterMeasurement) throws InterruptedException {
        int[] numbers = Segment.random(m, 1);
        SortTask root = root(numbers, clusterMeasurement, "");
        int[] sorted = clusterMeasurement.one(root, root.options());
        Arrays.sort(numbers);
        return Arrays.equals(sorted, numbers);
    }

    /** In one run most nodes see a leaf or two: what children take would be new to them later. */
    @Override
    public void runAt(ClusterMeasurement clusterMeasurement, List<String> route)
            throws InterruptedException {
        SortTask root = root(Segment.random(m, 1), clusterMeasurement, route.getLast());
        RoutedMeasurement<Done<int[]>> routedMeasurement = new RoutedMeasurement<>(route, root);
        clusterMeasurement.one(routedMeasurement, routedMeasurement.options());
    }

    private SortTask root(int[] numbers, ClusterMeasurement clusterMeasurement, String node) {
        return new SortTask(
                numbers,
                threshold(),
                m,
                clusterMeasurement.times(),
                clusterMeasurement.machines(),
                node);
    }
}
