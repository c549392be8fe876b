package org.evenkeel.examples.lu;

import org.evenkeel.api.graph.Step1;
import org.evenkeel.api.graph.Step2;
import org.evenkeel.examples.matrix.Columns;
import org.evenkeel.examples.matrix.MatrixPanel;

/** What the tasks of the factorisation do. */
final class LuSteps {

    private LuSteps() {}

    /** Finds the pivots of the columns that are next. */
    record Factor(int n, int from) implements Step1<double[], MatrixPanel> {
        @Override
        public MatrixPanel run(double[] columns) {
            return MatrixPanel.factor(columns, n, from);
        }
    }

    /** Does to columns right of a panel what was done to the panel. */
    record Update(int n) implements Step2<MatrixPanel, double[], double[]> {
        @Override
        public double[] run(MatrixPanel matrixPanel, double[] columns) {
            int from = matrixPanel.from();
            int width = matrixPanel.width();
            Columns.swapRows(columns, n, from, matrixPanel.pivots());
            for (int column = 0; column < columns.length; column += n) {
                for (int k = 0; k < width; k++) {
                    double factor = columns[column + from + k];
                    for (int r = k + 1; r < width; r++) {
                        columns[column + from + r] -=
                                factor * matrixPanel.columns()[k * n + from + r];
                    }
                }
            }
            double[] solved = Columns.rows(columns, n, from, width);
            Columns.subtractProduct(columns, matrixPanel.columns(), solved, n, from + width, n);
            return columns;
        }
    }
}
