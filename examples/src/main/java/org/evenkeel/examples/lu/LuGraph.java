package org.evenkeel.examples.lu;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.evenkeel.api.graph.TaskGraph;
import org.evenkeel.api.graph.TaskGraphBuilder;
import org.evenkeel.api.graph.Value;
import org.evenkeel.examples.matrix.Draw;
import org.evenkeel.examples.matrix.MatrixPanel;

/**
 * The graph: panel i is found in columns i when all panels before were applied to them, and is then
 * applied to all columns right of it.
 *
 * @param matrixPanels the columns of L and U, from left to right
 */
record LuGraph(TaskGraph graph, List<Value<MatrixPanel>> matrixPanels) {

    /** What is assumed: flops of a worker in a second, and bytes of the network. */
    private static final double FLOPS = 1e9;

    private static final double BYTES = 500e6;

    /**
     * Makes it.
     *
     * @param n rows and columns
     * @param block columns of a task, the last one may have fewer
     */
    static LuGraph of(int n, int block, long seed) {
        TaskGraphBuilder builder =
                TaskGraph.named("lu").speed(FLOPS).network(Duration.ofMillis(1), BYTES);
        List<Value<double[]>> columns = new ArrayList<>();
        for (int first = 0; first < n; first += block) {
            int width = Math.min(block, n - first);
            columns.add(
                    builder.task("a" + first / block, new Draw(n, first, width, seed))
                            .work(10.0 * n * width)
                            .bytes(8L * n * width));
        }
        List<Value<MatrixPanel>> matrixPanels = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            int from = i * block;
            double rows = n - from;
            double width = Math.min(block, n - from);
            Value<MatrixPanel> matrixPanel =
                    builder.task("panel" + i, columns.get(i), new LuSteps.Factor(n, from))
                            .work(width * width * (rows - width / 3))
                            .bytes((long) (8 * n * width))
                            .output();
            matrixPanels.add(matrixPanel);
            for (int j = i + 1; j < columns.size(); j++) {
                double across = Math.min(block, n - j * block);
                columns.set(
                        j,
                        builder.task(
                                        "update" + i + "." + j,
                                        matrixPanel,
                                        columns.get(j),
                                        new LuSteps.Update(n))
                                .work(width * across * (2 * rows - width))
                                .bytes((long) (8 * n * across)));
            }
        }
        return new LuGraph(builder.build(), matrixPanels);
    }
}
