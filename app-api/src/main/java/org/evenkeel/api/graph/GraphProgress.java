package org.evenkeel.api.graph;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.evenkeel.model.Numbers;

/**
 * Progress of a graph.
 *
 * @param done tasks that have run and whose values are available
 * @param running tasks that were sent to their nodes
 * @param total tasks of the graph
 * @param replans how often the rest was planned again because nodes joined or left
 * @param elapsed time since the submission
 * @param remaining estimated time to the end: the longer of the critical path and the remaining
 *     work, scaled by the measured speed; empty before the first task has run
 * @param criticalPath names of the tasks on the critical path that have not run yet
 */
public record GraphProgress(
        int done,
        int running,
        int total,
        int replans,
        Duration elapsed,
        Optional<Duration> remaining,
        List<String> criticalPath) {

    /** Tasks of the critical path that {@link #outlook} names. */
    private static final int NAMED = 3;

    public GraphProgress {
        criticalPath = List.copyOf(criticalPath);
    }

    /**
     * Returns a human-readable estimate such as {@code 4.2 s left, by panel3, update3.4, panel4 and
     * 9 more}. Empty while nothing is known, and after the end.
     */
    public String outlook() {
        if (remaining.isEmpty() || criticalPath.isEmpty()) {
            return "";
        }
        int more = criticalPath.size() - NAMED;
        return Numbers.format(
                "%.1f s left, by %s%s",
                remaining.get().toMillis() / 1e3,
                String.join(", ", criticalPath.subList(0, Math.min(NAMED, criticalPath.size()))),
                more > 0 ? " and " + more + " more" : "");
    }
}
