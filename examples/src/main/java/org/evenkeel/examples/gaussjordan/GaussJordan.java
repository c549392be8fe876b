package org.evenkeel.examples.gaussjordan;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.evenkeel.api.graph.TaskGraph;
import org.evenkeel.api.graph.TaskGraphBuilder;
import org.evenkeel.api.graph.Value;
import org.evenkeel.examples.matrix.Columns;
import org.evenkeel.examples.matrix.Draw;
import org.evenkeel.examples.matrix.GraphProgram;
import org.evenkeel.examples.matrix.MatrixPanel;
import org.evenkeel.examples.program.Example;
import org.evenkeel.examples.program.ExampleMain;
import org.evenkeel.examples.program.Options;
import org.evenkeel.examples.program.RanGraph;
import org.evenkeel.examples.program.Report;
import org.evenkeel.examples.program.Runner;

/** The program: solves a random system of equations, checks the solution. */
public final class GaussJordan implements Example {

    /** What is assumed: flops of a worker in a second, and bytes of the network. */
    private static final double FLOPS = 1e9;

    private static final double BYTES = 500e6;

    public static void main(String[] arguments) {
        ExampleMain.run(new GaussJordan(), arguments);
    }

    @Override
    public String description() {
        return "Solves n equations by Gauss-Jordan elimination, with pivoting, as a graph of tasks.";
    }

    @Override
    public Options options() {
        return GraphProgram.options();
    }

    private record Made(TaskGraph graph, Value<double[]> solution) {}

    /** Column n of the drawn matrix is the right-hand side; it is right of all others. */
    private static Made graph(int n, int block, long seed) {
        TaskGraphBuilder builder =
                TaskGraph.named("gauss-jordan").speed(FLOPS).network(Duration.ofMillis(1), BYTES);
        List<Value<double[]>> columns = new ArrayList<>();
        List<Integer> widths = new ArrayList<>();
        for (int first = 0;
                first <= n;
                first = first + block >= n && first < n ? n : first + block) {
            int width = first == n ? 1 : Math.min(block, n - first);
            String name = first == n ? "f" : "a" + first / block;
            widths.add(width);
            columns.add(
                    builder.task(name, new Draw(n, first, width, seed))
                            .work(10.0 * n * width)
                            .bytes(8L * n * width));
        }
        int last = columns.size() - 1;
        for (int i = 0; i < last; i++) {
            double width = widths.get(i);
            Value<MatrixPanel> pivot =
                    builder.task("pivot" + i, columns.get(i), new JordanSteps.Pivot(n, i * block))
                            .work(3 * n * width * width)
                            .bytes((long) (8 * n * width));
            for (int j = i + 1; j <= last; j++) {
                String name = "update" + i + "." + (j == last ? "f" : "" + j);
                columns.set(
                        j,
                        builder.task(name, pivot, columns.get(j), new JordanSteps.Update(n))
                                .work(2 * n * width * widths.get(j))
                                .bytes(8L * n * widths.get(j)));
            }
        }
        return new Made(builder.build(), columns.get(last));
    }

    @Override
    public Report run(Options.Values values, Runner runner) throws Exception {
        int n = values.whole("n");
        int block = values.whole("block");
        long seed = values.number("seed");
        Made made = graph(n, block, seed);
        return GraphProgram.run(
                "jordan", made.graph(), values, runner, ran -> residual(made, ran, n, seed));
    }

    /** How far A x is from the right-hand side. */
    private static double residual(Made made, RanGraph ran, int n, long seed)
            throws InterruptedException {
        double[] x = ran.get(made.solution());
        double[] wrong = Columns.random(n, n, 1, seed);
        double[] sizes = new double[n];
        for (int i = 0; i < n; i++) {
            wrong[i] = -wrong[i];
        }
        for (int c = 0; c < n; c++) {
            double[] column = Columns.random(n, c, 1, seed);
            Columns.addProduct(wrong, column, x, c);
            for (int r = 0; r < n; r++) {
                sizes[r] += Math.abs(column[r]);
            }
        }
        return GraphProgram.norm(wrong) / (GraphProgram.norm(sizes) * GraphProgram.norm(x));
    }
}
