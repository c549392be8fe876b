package org.evenkeel.examples.queens;

import java.util.ArrayList;
import java.util.List;

/**
 * A board of {@code n} columns whose first rows hold one queen each and none attacks another.
 *
 * <p>What matters for the rows below is three sets of columns, each an int with one bit for a
 * column.
 *
 * @param n rows and columns
 * @param columns columns that hold a queen
 * @param left columns of the next row attacked along a diagonal that goes left
 * @param right the same for diagonals that go right
 */
public record QueensBoard(int n, int columns, int left, int right) {

    /** Largest board; its solutions are counted in a long. */
    public static final int MAX_N = 24;

    /** Solutions for boards of 0 to 18 rows (OEIS A000170), to check against. */
    private static final long[] KNOWN = {
        1,
        1,
        0,
        0,
        2,
        10,
        4,
        40,
        92,
        352,
        724,
        2_680,
        14_200,
        73_712,
        365_596,
        2_279_184,
        14_772_512,
        95_815_104,
        666_090_624
    };

    /** A board without queens. */
    public static QueensBoard empty(int n) {
        if (n < 1 || n > MAX_N) {
            throw new IllegalArgumentException(n + " queens; 1 to " + MAX_N + " are possible");
        }
        return new QueensBoard(n, 0, 0, 0);
    }

    /** The number of solutions where it is known by heart, otherwise -1. */
    public static long knownSolutions(int n) {
        return n < KNOWN.length ? KNOWN[n] : -1;
    }

    /** All boards that come from this one by filling {@code rows} more rows, in a fixed order. */
    public List<QueensBoard> fill(int rows) {
        List<QueensBoard> queensBoards = List.of(this);
        for (int row = 0; row < rows; row++) {
            List<QueensBoard> next = new ArrayList<>();
            queensBoards.forEach(queensBoard -> queensBoard.addNextRow(next));
            queensBoards = next;
        }
        return queensBoards;
    }

    private void addNextRow(List<QueensBoard> to) {
        for (int free = free(all(n), columns, left, right); free != 0; free &= free - 1) {
            int queen = free & -free;
            to.add(new QueensBoard(n, columns | queen, (left | queen) << 1, (right | queen) >>> 1));
        }
    }

    /** Counts the ways to fill all remaining rows. */
    public long countSolutions() {
        return count(all(n), columns, left, right);
    }

    private static long count(int all, int columns, int left, int right) {
        if (columns == all) {
            return 1;
        }
        long solutions = 0;
        for (int free = free(all, columns, left, right); free != 0; free &= free - 1) {
            int queen = free & -free;
            solutions += count(all, columns | queen, (left | queen) << 1, (right | queen) >>> 1);
        }
        return solutions;
    }

    /** Counts the boards that {@link #countSolutions} looks at: this one and all below it. */
    public long countBoards() {
        return boards(all(n), columns, left, right);
    }

    private static long boards(int all, int columns, int left, int right) {
        long boards = 1;
        if (columns != all) {
            for (int free = free(all, columns, left, right); free != 0; free &= free - 1) {
                int queen = free & -free;
                boards += boards(all, columns | queen, (left | queen) << 1, (right | queen) >>> 1);
            }
        }
        return boards;
    }

    private static int free(int all, int columns, int left, int right) {
        return all & ~(columns | left | right);
    }

    private static int all(int n) {
        return (1 << n) - 1;
    }
}
