package org.evenkeel.examples.measure;

import java.util.Arrays;
import java.util.List;
import org.evenkeel.examples.mgsort.Segment;

/**
 * Merge sort.
 *
 * @param m numbers to sort
 */
record SortWorkload(int m) implements Workload {
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
    public boolean run(Crew crew) throws InterruptedException {
        int[] numbers = Segment.random(m, 1);
        SortTask root = root(numbers, crew, "");
        int[] sorted = crew.one(root, root.options());
        Arrays.sort(numbers);
        return Arrays.equals(sorted, numbers);
    }

    /** In one run most nodes see a leaf or two: what children take would be new to them later. */
    @Override
    public void runAt(Crew crew, List<String> route) throws InterruptedException {
        SortTask root = root(Segment.random(m, 1), crew, route.getLast());
        Errand<Done<int[]>> errand = new Errand<>(route, root);
        crew.one(errand, errand.options());
    }

    private SortTask root(int[] numbers, Crew crew, String node) {
        return new SortTask(numbers, threshold(), m, crew.times(), crew.machines(), node);
    }
}
