package org.evenkeel.examples.matrix;

import java.util.SplittableRandom;

/**
 * Neighbouring columns of a matrix, all their rows: an array that has one column after the other.
 */
public final class Columns {

    private Columns() {}

    /**
     * Columns of a square matrix of random numbers between -1 and 1; the same ones whoever asks.
     *
     * @param n rows
     * @param first column, counted from 0
     * @param count of columns
     */
    public static double[] random(int n, int first, int count, long seed) {
        double[] columns = new double[n * count];
        for (int c = 0; c < count; c++) {
            SplittableRandom random =
                    new SplittableRandom(seed + 0x9E3779B97F4A7C15L * (first + c + 1));
            for (int r = 0; r < n; r++) {
                columns[c * n + r] = random.nextDouble(-1, 1);
            }
        }
        return columns;
    }

    /** Swaps rows {@code from + k} and {@code with[k]}, for each k in its order. */
    public static void swapRows(double[] columns, int n, int from, int[] with) {
        for (int column = 0; column < columns.length; column += n) {
            for (int k = 0; k < with.length; k++) {
                double kept = columns[column + from + k];
                columns[column + from + k] = columns[column + with[k]];
                columns[column + with[k]] = kept;
            }
        }
    }

    /**
     * Takes multiples of the columns of one block from those of another, in some rows: {@code C -=
     * L * T}.
     *
     * @param to C, n rows
     * @param multipliers L, n rows
     * @param by T, as many rows as L has columns, one column for each of C
     * @param begin first row
     * @param end row behind the last one
     */
    public static void subtractProduct(
            double[] to, double[] multipliers, double[] by, int n, int begin, int end) {
        int width = multipliers.length / n;
        for (int column = 0; column * n < to.length; column++) {
            int c = column * n;
            int k = 0;
            for (; k + 3 < width; k += 4) {
                int l = k * n;
                double a = by[column * width + k];
                double b = by[column * width + k + 1];
                double d = by[column * width + k + 2];
                double e = by[column * width + k + 3];
                for (int r = begin; r < end; r++) {
                    to[c + r] -=
                            a * multipliers[l + r]
                                    + b * multipliers[l + n + r]
                                    + d * multipliers[l + 2 * n + r]
                                    + e * multipliers[l + 3 * n + r];
                }
            }
            for (; k < width; k++) {
                int l = k * n;
                double a = by[column * width + k];
                for (int r = begin; r < end; r++) {
                    to[c + r] -= a * multipliers[l + r];
                }
            }
        }
    }

    /** Some rows of columns, as columns of their own. */
    public static double[] rows(double[] columns, int n, int begin, int count) {
        int width = columns.length / n;
        double[] some = new double[count * width];
        for (int c = 0; c < width; c++) {
            System.arraycopy(columns, c * n + begin, some, c * count, count);
        }
        return some;
    }

    /** Puts rows back where {@link #rows} took them from. */
    public static void putRows(double[] columns, int n, int begin, double[] some) {
        int width = columns.length / n;
        int count = some.length / width;
        for (int c = 0; c < width; c++) {
            System.arraycopy(some, c * count, columns, c * n + begin, count);
        }
    }

    /** Multiplies columns by as many numbers and adds what comes of it to a vector. */
    public static void addProduct(double[] to, double[] columns, double[] by, int first) {
        int n = to.length;
        for (int c = 0; c * n < columns.length; c++) {
            double factor = by[first + c];
            for (int r = 0; r < n; r++) {
                to[r] += factor * columns[c * n + r];
            }
        }
    }
}
