package org.evenkeel.api.graph;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * How far a graph is.
 *
 * @param done tasks that have run and whose values are there
 * @param running tasks that were sent to their nodes
 * @param total tasks of the graph
 * @param replans how often the rest was planned anew, because nodes came or went
 * @param elapsed since it was submitted
 * @param remaining until the end, by the longest way there and the work that is left, both as fast
 *     as the tasks so far in relation to what was estimated; empty before one has run
 * @param criticalPath names of the tasks on the longest way to the end, those that have run left
 *     out
 */
public record GraphProgress(
        int done,
        int running,
        int total,
        int replans,
        Duration elapsed,
        Optional<Duration> remaining,
        List<String> criticalPath) {

    public GraphProgress {
        criticalPath = List.copyOf(criticalPath);
    }
}
