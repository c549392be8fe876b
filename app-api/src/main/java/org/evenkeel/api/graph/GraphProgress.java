package org.evenkeel.api.graph;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
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

    /** Tasks of the critical path that {@link #outlook} names. */
    private static final int NAMED = 3;

    public GraphProgress {
        criticalPath = List.copyOf(criticalPath);
    }

    /**
     * Human-readable, what is to be expected: {@code 4.2 s left, by panel3, update3.4, panel4 and 9
     * more}. Empty while nothing is known, and when it is over.
     */
    public String outlook() {
        if (remaining.isEmpty() || criticalPath.isEmpty()) {
            return "";
        }
        int more = criticalPath.size() - NAMED;
        return String.format(
                Locale.ROOT,
                "%.1f s left, by %s%s",
                remaining.get().toMillis() / 1e3,
                String.join(", ", criticalPath.subList(0, Math.min(NAMED, criticalPath.size()))),
                more > 0 ? " and " + more + " more" : "");
    }
}
