package org.evenkeel.api.graph;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.evenkeel.model.Numbers;

/**
 * Plan and result of a graph. Times are seconds since the submission, measured by the program;
 * negative if not known yet.
 *
 * @param graph name of the graph
 * @param nodes nodes of the last plan, with their workers
 * @param plannedSeconds end of the last task by the first plan
 * @param seconds end of the last task
 * @param runSeconds running time of all tasks, without waits for inputs
 * @param replans how often the rest was planned again because nodes joined or left
 * @param madeAgain tasks that ran again because their values were lost with a node
 * @param tasks the tasks, in the order of the graph
 * @param transfers values sent to other nodes; small values travel with the tasks and are not
 *     listed
 */
public record GraphReport(
        String graph,
        Map<String, Integer> nodes,
        double plannedSeconds,
        double seconds,
        double runSeconds,
        int replans,
        int madeAgain,
        List<TaskRow> tasks,
        List<Transfer> transfers) {

    public GraphReport {
        nodes = Map.copyOf(nodes);
        tasks = List.copyOf(tasks);
        transfers = List.copyOf(transfers);
    }

    /**
     * A task.
     *
     * @param plannedNode node by the last plan that contained the task
     * @param node node that ran it
     * @param plannedStart start by that plan
     * @param start end of the task minus its running time
     * @param runSeconds running time without the wait for inputs
     * @param waitSeconds wait for inputs when its turn had come
     * @param runs how often it has run to its end
     * @param bytes size of its value
     */
    public record TaskRow(
            String name,
            String plannedNode,
            String node,
            double plannedStart,
            double plannedEnd,
            double start,
            double end,
            double runSeconds,
            double waitSeconds,
            int runs,
            long bytes) {}

    /**
     * A value that was sent to a node.
     *
     * @param value name of its task
     * @param from node that sent it
     * @param count how often it was sent
     */
    public record Transfer(String value, long bytes, String from, String to, int count) {}

    /**
     * Returns the running time of all tasks divided by the time that the graph took; 0 before the
     * end.
     */
    public double speedUp() {
        return seconds > 0 ? runSeconds / seconds : 0;
    }

    /** Returns a human-readable line for each task, by planned start. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(
                Numbers.format(
                        "%-24s %-10s %-10s %9s %9s %9s %9s",
                        "task", "planned", "ran", "start s", "started", "end s", "ended"));
        tasks.stream()
                .sorted(java.util.Comparator.comparingDouble(TaskRow::plannedStart))
                .forEach(row ->
                        lines.add(
                                Numbers.format(
                                        "%-24s %-10s %-10s %9s %9s %9s %9s%s",
                                        row.name(),
                                        row.plannedNode(),
                                        row.node(),
                                        time(row.plannedStart()),
                                        time(row.start()),
                                        time(row.plannedEnd()),
                                        time(row.end()),
                                        row.runs() > 1 ? "  ran " + row.runs() + " times" : "")));
        lines.add(summary());
        return lines;
    }

    /** Returns a human-readable summary of one line. */
    public String summary() {
        return Numbers.format(
                "%d tasks on %d workers of %d nodes: planned %s s, took %s s, run time %s s, %d values carried%s%s",
                tasks.size(),
                nodes.values().stream().mapToInt(workers -> workers).sum(),
                nodes.size(),
                time(plannedSeconds),
                time(seconds),
                time(runSeconds),
                transfers.stream().mapToInt(Transfer::count).sum(),
                replans == 0 ? "" : ", planned again " + replans + " times",
                madeAgain == 0 ? "" : ", " + madeAgain + " tasks run again");
    }

    private static String time(double seconds) {
        return seconds < 0 ? "-" : Numbers.format("%.3f", seconds);
    }

    /** Returns the report as one JSON object. */
    public String toJson() {
        JsonText json = new JsonText();
        json.open('{').field("graph", graph).name("nodes").open('{');
        new TreeMap<>(nodes).forEach(json::field);
        json.close('}')
                .field("plannedSeconds", plannedSeconds)
                .field("seconds", seconds)
                .field("runSeconds", runSeconds)
                .field("replans", replans)
                .field("madeAgain", madeAgain)
                .name("tasks")
                .open('[');
        for (TaskRow row : tasks) {
            json.element()
                    .open('{')
                    .field("task", row.name())
                    .field("plannedNode", row.plannedNode())
                    .field("node", row.node())
                    .field("plannedStart", row.plannedStart())
                    .field("plannedEnd", row.plannedEnd())
                    .field("start", row.start())
                    .field("end", row.end())
                    .field("runSeconds", row.runSeconds())
                    .field("waitSeconds", row.waitSeconds())
                    .field("runs", row.runs())
                    .field("bytes", row.bytes())
                    .close('}');
        }
        json.close(']').name("transfers").open('[');
        for (Transfer transfer : transfers) {
            json.element()
                    .open('{')
                    .field("value", transfer.value())
                    .field("bytes", transfer.bytes())
                    .field("from", transfer.from())
                    .field("to", transfer.to())
                    .field("count", transfer.count())
                    .close('}');
        }
        return json.close(']').close('}').toString();
    }
}
