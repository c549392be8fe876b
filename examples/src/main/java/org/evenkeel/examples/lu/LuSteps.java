package org.evenkeel.examples.lu;

import org.evenkeel.api.graph.Step1;
import org.evenkeel.api.graph.Step2;
import org.evenkeel.examples.matrix.Columns;
import org.evenkeel.examples.matrix.Panel;

/** What the tasks of the factorisation do. */
final class LuSteps {

    private LuSteps() {}

    /** Finds the pivots of the columns that are next. */
    record Factor(int n, int from) implements Step1<double[], Panel> {
        @Override
        public Panel run(double[] columns) {
            return Panel.factor(columns, n, from);
        }
    }

    /** Does to columns right of a panel what was done to the panel. */
    record Update(int n) implements Step2<Panel, double[], double[]> {
        @Override
        public double[] run(Panel panel, double[] columns) {
            int from = panel.from();
            int width = panel.width();
            Columns.swapRows(columns, n, from, panel.pivots());
            for (int column = 0; column < columns.length; column += n) {
                for (int k = 0; k < width; k++) {
                    double factor = columns[column + from + k];
                    for (int r = k + 1; r < width; r++) {
                        columns[column + from + r] -= factor * panel.columns()[k * n + from + r];
                    }
                }
            }
            double[] solved = Columns.rows(columns, n, from, width);
            Columns.subtractProduct(columns, panel.columns(), solved, n, from + width, n);
            return columns;
        }
    }
}
