package org.evenkeel.client.graph;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.evenkeel.api.graph.GraphReport;

/** Makes the report of a graph out of its board. */
final class GraphReportBuilder {
    /**
     * What the board does not know.
     *
     * @param firstLength of the first plan, seconds since the submission
     */
    record Totals(Map<String, Integer> nodes, double firstLength, int replans, int madeAgain) {}

    static GraphReport of(GraphState graphState, Totals totals) {
        List<GraphReport.TaskRow> rows = new ArrayList<>();
        List<GraphReport.Transfer> transfers = new ArrayList<>();
        double last = -1;
        double run = 0;
        for (GraphNode graphNode : graphState.graphNodes) {
            String name = graphState.entry(graphNode).name();
            boolean ran = graphNode.runs > 0;
            rows.add(
                    new GraphReport.TaskRow(
                            name,
                            graphNode.plannedNode,
                            graphNode.node,
                            graphNode.plannedStart,
                            graphNode.plannedEnd,
                            ran ? Math.max(0, graphNode.end - graphNode.runSeconds) : -1,
                            graphNode.end,
                            graphNode.runSeconds,
                            graphNode.waitSeconds,
                            graphNode.runs,
                            graphNode.bytes));
            last = Math.max(last, graphNode.end);
            run += ran ? graphNode.runSeconds : 0;
            graphNode.carried.forEach((node, held) ->
                    transfers.add(
                            new GraphReport.Transfer(
                                    name, graphNode.bytes, held.from(), node, held.transfers())));
        }
        return new GraphReport(
                graphState.graph.name(),
                totals.nodes(),
                totals.firstLength(),
                last,
                run,
                totals.replans(),
                totals.madeAgain(),
                rows,
                transfers);
    }
}
