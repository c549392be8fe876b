package org.evenkeel.examples.product;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Two square matrices to be multiplied, drawn from a seed, the same on any machine.
 *
 * @param n rows and columns
 * @param first row by row
 * @param second column by column
 */
public record Factors(int n, double[] first, double[] second) {
    /** Rounding of sums of n products stays far below. */
    private static final double NEAR = 1e-9;

    /** Numbers from -1 to 1. */
    public static Factors draw(int n, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double[] first = random.doubles((long) n * n, -1, 1).toArray();
        double[] second = random.doubles((long) n * n, -1, 1).toArray();
        return new Factors(n, first, second);
    }

    /** The blocks of the product, row by row, of so many rows and columns or a few less. */
    public List<Block> blocks(int size) {
        List<Block> blocks = new ArrayList<>();
        for (int row = 0; row < n; row += size) {
            double[] rows = Arrays.copyOfRange(first, row * n, Math.min(n, row + size) * n);
            for (int column = 0; column < n; column += size) {
                double[] columns =
                        Arrays.copyOfRange(second, column * n, Math.min(n, column + size) * n);
                blocks.add(new Block(n, rows, columns));
            }
        }
        return blocks;
    }

    /**
     * Whether these are the blocks' products: put on a vector, product and factors must give the
     * same (Freivalds). A wrong number is overlooked only if it is wrong by next to nothing.
     */
    public boolean isProduct(List<double[]> computed, int size, long seed) {
        double[] vector = new SplittableRandom(seed).doubles(n, 1, 2).toArray();
        double[] inner = new double[n];
        for (int column = 0; column < n; column++) {
            for (int k = 0; k < n; k++) {
                inner[k] += second[column * n + k] * vector[column];
            }
        }
        double[] left = new double[n];
        int next = 0;
        for (int row = 0; row < n; row += size) {
            for (int column = 0; column < n; column += size) {
                int width = Math.min(n, column + size) - column;
                double[] block = computed.get(next++);
                for (int i = 0; i < block.length; i++) {
                    left[row + i / width] += block[i] * vector[column + i % width];
                }
            }
        }
        double worst = 0;
        for (int row = 0; row < n; row++) {
            double right = 0;
            for (int k = 0; k < n; k++) {
                right += first[row * n + k] * inner[k];
            }
            worst = Math.max(worst, Math.abs(left[row] - right));
        }
        return worst < NEAR * n;
    }
}
