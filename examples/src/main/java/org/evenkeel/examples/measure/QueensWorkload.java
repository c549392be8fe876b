package org.evenkeel.examples.measure;

import java.util.List;
import org.evenkeel.examples.queens.QueensBoard;

/**
 * The queens program.
 *
 * @param depth rows filled before the work is cut into tasks
 */
record QueensWorkload(int n, int depth) implements MeasuredWorkload {
    /** With three rows filled what is left of 14 queens takes a millisecond at most. */
    private static final int STEP_DEPTH = 3;

    private List<QueensPiece> pieces() {
        int more = Math.max(0, Math.min(n, STEP_DEPTH + Math.max(0, n - 14)) - depth);
        return QueensBoard.empty(n).fill(depth).stream()
                .map(queensBoard -> new QueensPiece(queensBoard, more))
                .toList();
    }

    @Override
    public Piece<?> sample() {
        List<QueensPiece> pieces = pieces();
        return pieces.get(pieces.size() / 2);
    }

    @Override
    public boolean run(ClusterMeasurement clusterMeasurement) throws InterruptedException {
        long solutions = clusterMeasurement.all(pieces()).stream().mapToLong(some -> some).sum();
        return solutions == QueensBoard.knownSolutions(n) || QueensBoard.knownSolutions(n) < 0;
    }
}
