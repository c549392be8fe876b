package org.evenkeel.examples.product;

/**
 * A block of a product: some rows of one matrix and some columns of the other.
 *
 * @param n numbers in each row and each column
 * @param rows of the first matrix, one behind the other
 * @param columns of the second, one behind the other
 */
public record Block(int n, double[] rows, double[] columns) {

    /** How many rows. */
    public int height() {
        return rows.length / n;
    }

    /** How many columns. */
    public int width() {
        return columns.length / n;
    }

    /** Computes one row of the block into its place among all of its rows. */
    public void compute(int row, double[] into) {
        for (int column = 0; column < width(); column++) {
            double sum = 0;
            for (int k = 0; k < n; k++) {
                sum += rows[row * n + k] * columns[column * n + k];
            }
            into[row * width() + column] = sum;
        }
    }

    /** All of it, row by row. */
    double[] compute() {
        double[] all = new double[height() * width()];
        for (int row = 0; row < height(); row++) {
            compute(row, all);
        }
        return all;
    }
}
