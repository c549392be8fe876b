package org.evenkeel.examples.measure;

import java.util.List;
import org.evenkeel.examples.queens.QueensBoard;

/**
 * Counts the ways to fill the remaining rows of a board.
 *
 * @param rows so many are filled before the way is counted at once, so that steps are short
 */
record QueensPiece(QueensBoard queensBoard, int rows) implements Piece<Long> {
    @Override
    public Long compute(Pace pace) throws InterruptedException {
        long solutions = 0;
        List<QueensBoard> parts = queensBoard.fill(rows);
        for (int i = 0; i < parts.size(); i++) {
            solutions += parts.get(i).countSolutions();
            pace.step();
        }
        return solutions;
    }
}
