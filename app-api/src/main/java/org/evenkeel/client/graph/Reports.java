package org.evenkeel.client.graph;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.evenkeel.api.graph.GraphReport;

/** Makes the report of a graph out of its board. */
final class Reports {

    private Reports() {}

    /**
     * What the board does not know.
     *
     * @param firstLength of the first plan, seconds since the submission
     */
    record Totals(Map<String, Integer> nodes, double firstLength, int replans, int madeAgain) {}

    static GraphReport of(Board board, Totals totals) {
        List<GraphReport.TaskRow> rows = new ArrayList<>();
        List<GraphReport.Transfer> transfers = new ArrayList<>();
        double last = -1;
        double run = 0;
        for (Task task : board.tasks) {
            String name = board.entry(task).name();
            boolean ran = task.runs > 0;
            rows.add(
                    new GraphReport.TaskRow(
                            name,
                            task.plannedNode,
                            task.node,
                            task.plannedStart,
                            task.plannedEnd,
                            ran ? Math.max(0, task.end - task.runSeconds) : -1,
                            task.end,
                            task.runSeconds,
                            task.waitSeconds,
                            task.runs,
                            task.bytes));
            last = Math.max(last, task.end);
            run += ran ? task.runSeconds : 0;
            task.carried.forEach((node, held) ->
                    transfers.add(
                            new GraphReport.Transfer(
                                    name, task.bytes, held.from(), node, held.transfers())));
        }
        return new GraphReport(
                board.graph.name(),
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
