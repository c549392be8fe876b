package org.evenkeel.daemon.session;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.evenkeel.daemon.config.SubmitterQuotas.Quota;
import org.jspecify.annotations.Nullable;

/**
 * What one submitter has at this node, in all its sessions, and what it may have. Tasks that its
 * tasks spawn are not counted. Belongs to the event loop.
 */
final class Submitter {

    private final String name;
    private final Limits limits;
    private final Set<QuotaGate> waiting = new LinkedHashSet<>();
    private int sessions;
    private int jobs;
    private long tasks;
    private long bytes;
    private boolean waking;

    /**
     * What it may have.
     *
     * @param quota 0: no limit
     * @param source the key that says so
     * @param node whose configuration that is
     */
    record Limits(Quota quota, String source, String node) {

        /** Human-readable: which limit, how much, and who says so. */
        String words(String good, long limit, String name) {
            return "the quota of "
                    + limit
                    + " "
                    + good
                    + " for "
                    + (name.isEmpty() ? "this machine's user" : "submitter " + name)
                    + " at node "
                    + node
                    + " (its daemon's "
                    + source
                    + "."
                    + good
                    + ")";
        }
    }

    Submitter(String name, Limits limits) {
        this.name = name;
        this.limits = limits;
    }

    /** The name in its certificate, empty for this machine's user. */
    String name() {
        return name;
    }

    Limits limits() {
        return limits;
    }

    /** Whether its tasks have to be counted one by one. */
    boolean isCounted() {
        return limits.quota().countsTasks();
    }

    int sessions() {
        return sessions;
    }

    int jobs() {
        return jobs;
    }

    long tasks() {
        return tasks;
    }

    long bytes() {
        return bytes;
    }

    /** Tasks that wait for room. */
    int waiting() {
        return waiting.stream().mapToInt(QuotaGate::size).sum();
    }

    void countSession(int by) {
        sessions += by;
    }

    void countJobs(int by) {
        jobs += by;
    }

    /** Why it may not open another job, null when it may. */
    @Nullable String whyNoJob() {
        int limit = limits.quota().jobs();
        return limit == 0 || jobs < limit
                ? null
                : limits.words("jobs", limit, name)
                        + " is used up; end some (\"evenkeel jobs\" lists them)";
    }

    /** Why a task with this payload can never be taken, null when it can. */
    @Nullable String whyNever(long payloadBytes) {
        long limit = limits.quota().bytes();
        return limit == 0 || payloadBytes <= limit
                ? null
                : "its payload of "
                        + payloadBytes
                        + " bytes exceeds "
                        + limits.words("bytes", limit, name);
    }

    /** Counts a task if there is room for it; whether there was. */
    boolean take(long payloadBytes) {
        Quota quota = limits.quota();
        boolean room =
                (quota.tasks() == 0 || tasks < quota.tasks())
                        && (quota.bytes() == 0 || bytes + payloadBytes <= quota.bytes());
        if (room) {
            add(1, payloadBytes);
        }
        return room;
    }

    /** Counts, room or not: what is there is there. */
    void add(long moreTasks, long moreBytes) {
        tasks += moreTasks;
        bytes += moreBytes;
    }

    /** The limit that keeps a task of this size waiting, human-readable. */
    String reached(long payloadBytes) {
        Quota quota = limits.quota();
        boolean byTasks = quota.tasks() > 0 && tasks >= quota.tasks();
        return byTasks
                ? limits.words("tasks", quota.tasks(), name)
                : limits.words("bytes", quota.bytes(), name)
                        + " has no capacity for "
                        + payloadBytes
                        + " more bytes";
    }

    void awaits(QuotaGate gate) {
        waiting.add(gate);
    }

    void leaves(QuotaGate gate) {
        waiting.remove(gate);
    }

    /** Something was dereferenced: who waited longest continues first. */
    void freed() {
        if (waking || waiting.isEmpty()) {
            return;
        }
        waking = true;
        try {
            for (QuotaGate gate : List.copyOf(waiting)) {
                gate.resume();
            }
        } finally {
            waking = false;
        }
    }
}
