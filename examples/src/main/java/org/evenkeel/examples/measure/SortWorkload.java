package org.evenkeel.examples.measure;

import java.util.Arrays;
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
        return run(crew, "");
    }

    /** In one run most nodes see a leaf or two: what children take would be new to them later. */
    @Override
    public void runAt(Crew crew, String node) throws InterruptedException {
        run(crew, node);
    }

    private boolean run(Crew crew, String node) throws InterruptedException {
        int[] numbers = Segment.random(m, 1);
        SortTask root = new SortTask(numbers, threshold(), m, crew.times(), crew.machines(), node);
        int[] sorted = crew.one(root, root.options());
        Arrays.sort(numbers);
        return Arrays.equals(sorted, numbers);
    }
}
