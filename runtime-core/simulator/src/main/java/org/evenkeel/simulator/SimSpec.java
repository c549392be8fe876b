package org.evenkeel.simulator;

import java.util.function.Consumer;
import org.evenkeel.model.Durability;
import org.evenkeel.simulator.fault.FaultPlan;
import org.evenkeel.simulator.work.Workload;

/**
 * Everything one simulation depends on; equal specs give equal runs.
 *
 * @param cluster machines and daemons
 * @param network what connects them
 * @param workload what clients submit
 * @param faults what goes wrong
 * @param jobs the tasks belong to these many jobs in turn, at least 1
 * @param durability of every task
 * @param retries of every task
 * @param checked whether every invariant is checked after every event; costs time
 * @param seed of all chance
 * @param processors of each node, for each client's tasks; 0 for as many as there are
 * @param hours when nodes are open
 * @param minWorkers workers that each job asks for at once; 0 for none in particular
 * @param checkpointNanos between two checkpoints of a task that runs; 0 for none
 * @param retryNanos before a task that failed is run again for the first time; twice as long each
 *     further time; 0 for at once
 * @param deadlineNanos from the submission of a task until it ends in any case; 0 for none
 */
public record SimSpec(
        ClusterSpec cluster,
        NetworkSpec network,
        Workload workload,
        FaultPlan faults,
        int jobs,
        Durability durability,
        int retries,
        boolean checked,
        long seed,
        int processors,
        SimAvailability hours,
        int minWorkers,
        long checkpointNanos,
        long retryNanos,
        long deadlineNanos) {

    /** Without quotas; all are always open. */
    public SimSpec(
            ClusterSpec cluster,
            NetworkSpec network,
            Workload workload,
            FaultPlan faults,
            int jobs,
            Durability durability,
            int retries,
            boolean checked,
            long seed) {
        this(
                cluster,
                network,
                workload,
                faults,
                jobs,
                durability,
                retries,
                checked,
                seed,
                0,
                SimAvailability.ALWAYS,
                0,
                0,
                0,
                0);
    }

    /** Without faults, one job, in memory, unchecked. */
    public static SimSpec of(
            ClusterSpec cluster, NetworkSpec network, Workload workload, long seed) {
        return new SimSpec(
                cluster, network, workload, FaultPlan.NONE, 1, Durability.MEMORY, 0, false, seed);
    }

    /** With these faults, checked. */
    public SimSpec with(FaultPlan plan) {
        return changed(draft -> {
            draft.faults = plan;
            draft.checked = true;
        });
    }

    /** With a quota of processors for each client at each node. */
    public SimSpec withProcessors(int quota) {
        return changed(draft -> draft.processors = quota);
    }

    /** Under another policy. */
    public SimSpec withPolicy(String policy) {
        return withCluster(cluster.withPolicy(policy));
    }

    /** On other machines. */
    public SimSpec withCluster(ClusterSpec other) {
        return changed(draft -> draft.cluster = other);
    }

    /** With other tasks. */
    public SimSpec withWorkload(Workload other) {
        return changed(draft -> draft.workload = other);
    }

    /** With nodes that are not always open. */
    public SimSpec withHours(SimAvailability times) {
        return changed(draft -> draft.hours = times);
    }

    /** With jobs that ask for so many workers at once. */
    public SimSpec withMinWorkers(int workers) {
        return changed(draft -> draft.minWorkers = workers);
    }

    /** With checkpoints of tasks that run. */
    public SimSpec withCheckpoints(long everyNanos) {
        return changed(draft -> draft.checkpointNanos = everyNanos);
    }

    /** With deadlines of tasks. */
    public SimSpec withDeadline(long nanos) {
        return changed(draft -> draft.deadlineNanos = nanos);
    }

    /** The longest delay before a task that failed is run again; 0 for none. */
    long longestRetryNanos() {
        return 4 * retryNanos;
    }

    /** With delays before tasks that failed are run again. */
    public SimSpec withRetryDelay(long firstNanos) {
        return changed(draft -> draft.retryNanos = firstNanos);
    }

    private SimSpec changed(Consumer<Draft> change) {
        Draft draft = new Draft(this);
        change.accept(draft);
        return new SimSpec(
                draft.cluster,
                network,
                draft.workload,
                draft.faults,
                jobs,
                durability,
                retries,
                draft.checked,
                seed,
                draft.processors,
                draft.hours,
                draft.minWorkers,
                draft.checkpointNanos,
                draft.retryNanos,
                draft.deadlineNanos);
    }

    /** What can be changed. */
    private static final class Draft {
        private ClusterSpec cluster;
        private Workload workload;
        private FaultPlan faults;
        private boolean checked;
        private int processors;
        private SimAvailability hours;
        private int minWorkers;
        private long checkpointNanos;
        private long retryNanos;
        private long deadlineNanos;

        Draft(SimSpec spec) {
            cluster = spec.cluster;
            workload = spec.workload;
            faults = spec.faults;
            checked = spec.checked;
            processors = spec.processors;
            hours = spec.hours;
            minWorkers = spec.minWorkers;
            checkpointNanos = spec.checkpointNanos;
            retryNanos = spec.retryNanos;
            deadlineNanos = spec.deadlineNanos;
        }
    }
}
