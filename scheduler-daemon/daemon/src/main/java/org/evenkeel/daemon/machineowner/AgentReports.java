package org.evenkeel.daemon.machineowner;

import java.time.Duration;
import java.util.Map;
import org.evenkeel.model.BoundedMap;

/**
 * What agents say of the owner: one in each desktop session of the machine. For one thread.
 *
 * @param <A> an agent
 */
final class AgentReports<A> {

    /** Agents that are heard; of more, the earliest are forgotten. */
    static final int MAX_AGENTS = 64;

    /** An agent that has said nothing for so long knows nothing. */
    static final Duration STALE = Duration.ofSeconds(10);

    /**
     * A report.
     *
     * @param inputNanos when the last input was
     * @param saidNanos when it was said
     */
    private record Report(long inputNanos, boolean locked, long saidNanos) {}

    /**
     * What is known of the owner.
     *
     * @param idleNanos {@link Long#MAX_VALUE} when nothing is
     * @param locked whether all screens are locked
     */
    record Known(long idleNanos, boolean locked) {
        static final Known NOTHING = new Known(Long.MAX_VALUE, false);
    }

    private final Map<A, Report> reports = BoundedMap.ofNewest(MAX_AGENTS);

    void said(A agent, Duration idle, boolean locked, long now) {
        reports.remove(agent);
        reports.put(agent, new Report(now - idle.toNanos(), locked, now));
    }

    /** Whether it had said something. */
    boolean gone(A agent) {
        return reports.remove(agent) != null;
    }

    boolean isEmpty() {
        return reports.isEmpty();
    }

    /** Of several sessions, the one that was used last and is not locked. */
    Known known(long now) {
        reports.values().removeIf(report -> now - report.saidNanos() > STALE.toNanos());
        long idle = Long.MAX_VALUE;
        boolean locked = !reports.isEmpty();
        for (Report report : reports.values()) {
            if (!report.locked()) {
                locked = false;
                idle = Math.min(idle, now - report.inputNanos());
            }
        }
        return new Known(idle, locked);
    }
}
