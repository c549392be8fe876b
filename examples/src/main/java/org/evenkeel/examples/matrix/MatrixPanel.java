package org.evenkeel.examples.matrix;

/**
 * Columns in which pivots were found.
 *
 * @param n rows
 * @param from its first column, and the row of its first pivot
 * @param columns all rows of them
 * @param pivots row {@code from + k} was swapped with this one
 */
@SuppressWarnings("ArrayRecordComponent") // no test compares it
public record MatrixPanel(int n, int from, double[] columns, int[] pivots) {

    /** How many columns. */
    public int width() {
        return pivots.length;
    }

    /**
     * Eliminates by columns with partial pivoting: what is on and above the diagonal is U then,
     * what is below is L, whose diagonal is 1.
     *
     * @param columns changed
     * @throws ArithmeticException if there is no pivot: the matrix is singular
     */
    public static MatrixPanel factor(double[] columns, int n, int from) {
        int width = columns.length / n;
        int[] pivots = new int[width];
        for (int k = 0; k < width; k++) {
            int row = from + k;
            int pivot = row;
            for (int r = row + 1; r < n; r++) {
                if (Math.abs(columns[k * n + r]) > Math.abs(columns[k * n + pivot])) {
                    pivot = r;
                }
            }
            pivots[k] = pivot;
            for (int c = 0; c < width; c++) {
                double kept = columns[c * n + row];
                columns[c * n + row] = columns[c * n + pivot];
                columns[c * n + pivot] = kept;
            }
            double divisor = columns[k * n + row];
            if (divisor == 0) {
                throw new ArithmeticException("the matrix is singular");
            }
            for (int r = row + 1; r < n; r++) {
                columns[k * n + r] /= divisor;
            }
            for (int c = k + 1; c < width; c++) {
                double factor = columns[c * n + row];
                for (int r = row + 1; r < n; r++) {
                    columns[c * n + r] -= factor * columns[k * n + r];
                }
            }
        }
        return new MatrixPanel(n, from, columns, pivots);
    }
}
