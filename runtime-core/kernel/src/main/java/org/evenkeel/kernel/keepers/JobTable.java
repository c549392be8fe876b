package org.evenkeel.kernel.keepers;

import java.util.Collections;
import java.util.Comparator;
import java.util.SortedMap;
import java.util.TreeMap;
import org.evenkeel.model.JobId;
import org.evenkeel.model.NodeId;
import org.jspecify.annotations.Nullable;

/** The jobs that are open, and those that were closed and are not forgotten. */
final class JobTable {

    /** The order in which jobs are written down. */
    static final Comparator<JobId> ORDER = (a, b) -> Long.compareUnsigned(a.value(), b.value());

    private final TreeMap<JobId, JobState> jobs = new TreeMap<>(ORDER);
    private long bytes;

    /** All of them, sorted by id, unsigned; a view. */
    SortedMap<JobId, JobState> all() {
        return Collections.unmodifiableSortedMap(jobs);
    }

    /** What they take of the limit. */
    long bytes() {
        return bytes;
    }

    @Nullable JobState get(JobId job) {
        return jobs.get(job);
    }

    /** Adds or replaces one. */
    void put(JobId job, JobState state) {
        JobState before = jobs.put(job, state);
        bytes += state.bytes() - (before == null ? 0 : before.bytes());
    }

    /** No job is owned by this node any more. */
    void endOwnership(NodeId node) {
        jobs.replaceAll((job, state) ->
                state instanceof JobState.Open open && node.equals(open.owner())
                        ? open.withoutOwner()
                        : state);
    }

    /** Forgets those that were closed. */
    void forgetClosed() {
        jobs.values().removeIf(state -> state instanceof JobState.Closed);
        bytes = jobs.values().stream().mapToLong(JobState::bytes).sum();
    }
}
