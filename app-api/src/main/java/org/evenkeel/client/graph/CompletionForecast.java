package org.evenkeel.client.graph;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.evenkeel.api.graph.TaskGraph;
import org.evenkeel.client.graph.GraphNode.State;

/** What is left of a graph that runs: the longest way to its end, and how long it will take. */
final class CompletionForecast {

    private final List<String> criticalPath = new ArrayList<>();
    private Optional<Double> seconds = Optional.empty();

    private CompletionForecast() {}

    /** Names of the tasks on the longest way to the end. */
    List<String> criticalPath() {
        return criticalPath;
    }

    /** Until the end; empty when nothing has run that could be a measure. */
    Optional<Double> seconds() {
        return seconds;
    }

    /**
     * Looks ahead.
     *
     * @param workers that there are
     */
    static CompletionForecast of(GraphState graphState, int workers) {
        TaskGraph.Estimates assumed = graphState.graph.estimates();
        double[] toEnd = new double[graphState.graphNodes.size()];
        int[] next = new int[toEnd.length];
        double work = 0;
        double ran = 0;
        double estimated = 0;
        int first = -1;
        for (int i = toEnd.length - 1; i >= 0; i--) {
            GraphNode graphNode = graphState.graphNodes.get(i);
            TaskGraph.Entry entry = graphState.entry(graphNode);
            double own = entry.work() / assumed.speed();
            next[i] = -1;
            if (graphNode.state == State.DONE) {
                ran += graphNode.runSeconds;
                estimated += own;
                continue;
            }
            work += own;
            for (int consumer : graphState.consumers(graphNode)) {
                if (graphState.graphNodes.get(consumer).state != State.DONE
                        && toEnd[consumer] > toEnd[i]) {
                    toEnd[i] = toEnd[consumer];
                    next[i] = consumer;
                }
            }
            toEnd[i] += own;
            if (first < 0 || toEnd[i] > toEnd[first]) {
                first = i;
            }
        }
        CompletionForecast completionForecast = new CompletionForecast();
        for (int i = first; i >= 0; i = next[i]) {
            completionForecast.criticalPath.add(graphState.graph.tasks().get(i).name());
        }
        if (first < 0) {
            completionForecast.seconds = Optional.of(0.0);
        } else if (estimated > 0) {
            double left = Math.max(toEnd[first], work / Math.max(1, workers));
            completionForecast.seconds = Optional.of(left * ran / estimated);
        }
        return completionForecast;
    }
}
