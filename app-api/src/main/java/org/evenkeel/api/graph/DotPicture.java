package org.evenkeel.api.graph;

import java.util.LinkedHashSet;
import java.util.List;
import org.evenkeel.model.Numbers;

/** A graph in the DOT language, with what {@code evenkeel lab plan graph} wants to know. */
final class DotPicture {

    private DotPicture() {}

    static String of(TaskGraph graph) {
        TaskGraph.Estimates assumed = graph.estimates();
        StringBuilder dot = new StringBuilder();
        dot.append("digraph ").append(quoted(graph.name())).append(" {\n");
        dot.append("  speed = ").append(number(assumed.speed())).append('\n');
        dot.append("  alpha = ").append(number(assumed.latencySeconds())).append('\n');
        dot.append("  beta = ").append(number(assumed.bytesPerSecond())).append('\n');
        List<TaskGraph.Entry> tasks = graph.tasks();
        for (TaskGraph.Entry task : tasks) {
            dot.append("  %s [work=%s]%n".formatted(quoted(task.name()), number(task.work())));
        }
        int[] consumers = graph.consumers();
        for (TaskGraph.Entry task : tasks) {
            for (int input : new LinkedHashSet<>(task.inputs())) {
                TaskGraph.Entry from = tasks.get(input);
                String broadcast = consumers[input] > 1 ? ", broadcast=" + quoted(from.name()) : "";
                dot.append(
                        "  %s -> %s [data=%d%s]%n"
                                .formatted(
                                        quoted(from.name()),
                                        quoted(task.name()),
                                        from.bytes(),
                                        broadcast));
            }
        }
        return dot.append("}\n").toString();
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    /** Nine decimals are what a plan takes. */
    private static String number(double value) {
        String text = Numbers.format("%.9f", value);
        String trimmed = text.replaceAll("0+$", "");
        return trimmed.endsWith(".") ? trimmed.substring(0, trimmed.length() - 1) : trimmed;
    }
}
