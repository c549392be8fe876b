package org.evenkeel.examples.measure;

import java.util.Arrays;
import org.evenkeel.examples.mgsort.Segment;

/** Sorts and merges a few numbers, for a worker to get warm. */
record SortPiece(int length) implements Piece<int[]> {
    @Override
    public int[] compute(Pace pace) throws InterruptedException {
        int[][] parts = Segment.cut(Segment.random(length, 1));
        for (int i = 0; i < parts.length; i++) {
            Arrays.sort(parts[i]);
        }
        pace.step();
        return Segment.merge(parts);
    }
}
