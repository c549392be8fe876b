package org.evenkeel.client.graph;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.evenkeel.api.graph.TaskGraph;
import org.evenkeel.client.graph.Task.State;

/** What is left of a graph that runs: the longest way to its end, and how long it will take. */
final class Forecast {

    private final List<String> criticalPath = new ArrayList<>();
    private Optional<Double> seconds = Optional.empty();

    private Forecast() {}

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
    static Forecast of(Board board, int workers) {
        TaskGraph.Estimates assumed = board.graph.estimates();
        double[] toEnd = new double[board.tasks.size()];
        int[] next = new int[toEnd.length];
        double work = 0;
        double ran = 0;
        double estimated = 0;
        int first = -1;
        for (int i = toEnd.length - 1; i >= 0; i--) {
            Task task = board.tasks.get(i);
            TaskGraph.Entry entry = board.entry(task);
            double own = entry.work() / assumed.speed();
            next[i] = -1;
            if (task.state == State.DONE) {
                ran += task.runSeconds;
                estimated += own;
                continue;
            }
            work += own;
            for (int consumer : board.consumers(task)) {
                if (board.tasks.get(consumer).state != State.DONE && toEnd[consumer] > toEnd[i]) {
                    toEnd[i] = toEnd[consumer];
                    next[i] = consumer;
                }
            }
            toEnd[i] += own;
            if (first < 0 || toEnd[i] > toEnd[first]) {
                first = i;
            }
        }
        Forecast forecast = new Forecast();
        for (int i = first; i >= 0; i = next[i]) {
            forecast.criticalPath.add(board.graph.tasks().get(i).name());
        }
        if (first < 0) {
            forecast.seconds = Optional.of(0.0);
        } else if (estimated > 0) {
            double left = Math.max(toEnd[first], work / Math.max(1, workers));
            forecast.seconds = Optional.of(left * ran / estimated);
        }
        return forecast;
    }
}
