package org.evenkeel.examples.lu;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.evenkeel.examples.matrix.Columns;
import org.evenkeel.examples.matrix.GraphProgram;
import org.evenkeel.examples.matrix.MatrixPanel;
import org.evenkeel.examples.program.Example;
import org.evenkeel.examples.program.ExampleMain;
import org.evenkeel.examples.program.Options;
import org.evenkeel.examples.program.RanGraph;
import org.evenkeel.examples.program.Report;
import org.evenkeel.examples.program.Runner;

/** The program: factors a random matrix, checks the factors. */
public final class Lu implements Example {
    public static void main(String[] arguments) {
        ExampleMain.run(new Lu(), arguments);
    }

    @Override
    public String description() {
        return "Factors a matrix into L and U, with partial pivoting, as a graph of tasks.";
    }

    @Override
    public Options options() {
        return GraphProgram.options();
    }

    @Override
    public Report run(Options.Values values, Runner runner) throws Exception {
        int n = values.whole("n");
        long seed = values.number("seed");
        LuGraph made = LuGraph.of(n, values.whole("block"), seed);
        return GraphProgram.run(
                "lu", made.graph(), values, runner, ran -> residual(made, ran, n, seed));
    }

    /** How far L U x is from the swapped A x, for a random x. */
    private static double residual(LuGraph made, RanGraph ran, int n, long seed)
            throws InterruptedException {
        List<MatrixPanel> matrixPanels = new ArrayList<>();
        for (var matrixPanel : made.matrixPanels()) {
            matrixPanels.add(ran.get(matrixPanel));
        }
        double[] x = new SplittableRandom(seed).doubles(n, -1, 1).toArray();
        double[] expected = new double[n];
        double[] sizes = new double[n];
        for (MatrixPanel matrixPanel : matrixPanels) {
            double[] columns = Columns.random(n, matrixPanel.from(), matrixPanel.width(), seed);
            Columns.addProduct(expected, columns, x, matrixPanel.from());
            for (int i = 0; i < columns.length; i++) {
                sizes[i % n] += Math.abs(columns[i]);
            }
        }
        double[] got = product(matrixPanels, x);
        for (MatrixPanel matrixPanel : matrixPanels) {
            Columns.swapRows(expected, n, matrixPanel.from(), matrixPanel.pivots());
        }
        for (int r = 0; r < n; r++) {
            got[r] -= expected[r];
        }
        return GraphProgram.norm(got) / (GraphProgram.norm(sizes) * GraphProgram.norm(x));
    }

    /** L (U x); rows of L that later panels swapped are swapped on the way. */
    private static double[] product(List<MatrixPanel> matrixPanels, double[] x) {
        int n = x.length;
        double[] above = new double[n];
        for (MatrixPanel matrixPanel : matrixPanels) {
            for (int c = 0; c < matrixPanel.width(); c++) {
                for (int r = 0; r <= matrixPanel.from() + c; r++) {
                    above[r] += matrixPanel.columns()[c * n + r] * x[matrixPanel.from() + c];
                }
            }
        }
        double[] result = new double[n];
        for (MatrixPanel matrixPanel : matrixPanels) {
            // What left columns have given to rows from here on is swapped as the panel's rows are.
            Columns.swapRows(result, n, matrixPanel.from(), matrixPanel.pivots());
            for (int c = 0; c < matrixPanel.width(); c++) {
                int diagonal = matrixPanel.from() + c;
                result[diagonal] += above[diagonal];
                for (int r = diagonal + 1; r < n; r++) {
                    result[r] += matrixPanel.columns()[c * n + r] * above[diagonal];
                }
            }
        }
        return result;
    }
}
