package org.evenkeel.testcontainers;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.evenkeel.testcontainers.engine.EngineException;

/** Waits until nodes are linked. */
final class MembershipWait {
    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final long PAUSE_MILLIS = 200;

    private MembershipWait() {}

    /**
     * Returns when the first node hears from so many, itself included, and all their links are up.
     */
    static void await(EvenkeelCluster cluster, int count) {
        long end = System.nanoTime() + LIMIT.toNanos();
        List<Map<?, ?>> report = cluster.report();
        while (report.size() < count || !report.stream().allMatch(MembershipWait::isLinked)) {
            if (System.nanoTime() > end) {
                throw new EngineException("the nodes did not find each other: " + report);
            }
            try {
                Thread.sleep(PAUSE_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new EngineException("interrupted while the nodes found each other", e);
            }
            report = cluster.report();
        }
    }

    private static boolean isLinked(Map<?, ?> node) {
        return node.get("neighbours") instanceof List<?> neighbours
                && neighbours.stream()
                        .allMatch(one ->
                                one instanceof Map<?, ?> neighbour
                                        && Boolean.TRUE.equals(neighbour.get("up")));
    }
}
