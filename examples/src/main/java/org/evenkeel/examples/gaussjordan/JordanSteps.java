package org.evenkeel.examples.gaussjordan;

import org.evenkeel.api.graph.Step1;
import org.evenkeel.api.graph.Step2;
import org.evenkeel.examples.matrix.Columns;
import org.evenkeel.examples.matrix.MatrixPanel;

/** What the tasks of the elimination do. */
final class JordanSteps {

    private JordanSteps() {}

    /**
     * Finds pivots in the rows that have none yet, inverts the block of the pivots' rows, and
     * multiplies all other rows by that: so much of the block's rows is to be taken from each.
     */
    record Pivot(int n, int from) implements Step1<double[], MatrixPanel> {
        @Override
        public MatrixPanel run(double[] columns) {
            MatrixPanel found = MatrixPanel.factor(columns.clone(), n, from);
            int width = found.width();
            Columns.swapRows(columns, n, from, found.pivots());
            double[] inverse = inverse(Columns.rows(columns, n, from, width), width);
            double[] multipliers = new double[n * width];
            double[] negative = inverse.clone();
            for (int i = 0; i < negative.length; i++) {
                negative[i] = -negative[i];
            }
            Columns.subtractProduct(multipliers, columns, negative, n, 0, n);
            Columns.putRows(multipliers, n, from, inverse);
            return new MatrixPanel(n, from, multipliers, found.pivots());
        }

        private static double[] inverse(double[] block, int width) {
            MatrixPanel factors = MatrixPanel.factor(block, width, 0);
            double[] inverse = new double[width * width];
            for (int c = 0; c < width; c++) {
                double[] unit = new double[width];
                unit[c] = 1;
                Columns.swapRows(unit, width, 0, factors.pivots());
                for (int k = 0; k < width; k++) {
                    for (int r = k + 1; r < width; r++) {
                        unit[r] -= unit[k] * factors.columns()[k * width + r];
                    }
                }
                for (int k = width - 1; k >= 0; k--) {
                    unit[k] /= factors.columns()[k * width + k];
                    for (int r = 0; r < k; r++) {
                        unit[r] -= unit[k] * factors.columns()[k * width + r];
                    }
                }
                System.arraycopy(unit, 0, inverse, c * width, width);
            }
            return inverse;
        }
    }

    /** Takes a panel's multiples of its rows from all other rows of columns right of it. */
    record Update(int n) implements Step2<MatrixPanel, double[], double[]> {
        @Override
        public double[] run(MatrixPanel matrixPanel, double[] columns) {
            int from = matrixPanel.from();
            int width = matrixPanel.width();
            Columns.swapRows(columns, n, from, matrixPanel.pivots());
            double[] rows = Columns.rows(columns, n, from, width);
            Columns.putRows(columns, n, from, new double[rows.length]);
            double[] inverse = Columns.rows(matrixPanel.columns(), n, from, width);
            Columns.subtractProduct(columns, matrixPanel.columns(), rows, n, 0, from);
            Columns.subtractProduct(columns, matrixPanel.columns(), rows, n, from + width, n);
            double[] solved = new double[rows.length];
            double[] negative = rows.clone();
            for (int i = 0; i < negative.length; i++) {
                negative[i] = -negative[i];
            }
            Columns.subtractProduct(solved, inverse, negative, width, 0, width);
            Columns.putRows(columns, n, from, solved);
            return columns;
        }
    }
}
