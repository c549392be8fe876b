package org.evenkeel.simulator;

import org.evenkeel.model.Outcome;
import org.evenkeel.model.TaskId;
import org.evenkeel.simulator.check.Check;
import org.evenkeel.simulator.check.Violation;
import org.evenkeel.simulator.fault.Fault;
import org.evenkeel.simulator.fault.FaultPlan;

/**
 * S2, S3: a client gets one outcome of each task, its own, and none that nothing in the run
 * explains.
 */
final class OutcomeRules implements Check {
    private final boolean cancels;
    private final boolean manyDeaths;
    private final int retries;
    private final long deadlineNanos;
    private final SimCluster simCluster;

    /**
     * @param deadlineNanos as in {@link SimSpec}
     */
    OutcomeRules(SimCluster simCluster, FaultPlan plan, int retries, long deadlineNanos) {
        this.simCluster = simCluster;
        this.cancels = plan.faults().stream().anyMatch(fault -> fault instanceof Fault.Cancel);
        long kills =
                plan.faults().stream().filter(fault -> fault instanceof Fault.WorkerKill).count();
        this.manyDeaths = kills >= simCluster.spec().limits().deaths();
        this.retries = retries;
        this.deadlineNanos = deadlineNanos;
    }

    @Override
    public void completed(TaskId task, Outcome outcome, int fromNode) {
        TaskRecord record = simCluster.openRecord(task);
        boolean explained =
                switch (outcome.status()) {
                    case SUCCEEDED -> isOwn(record, outcome);
                    case FAILED -> mayFail(record);
                    case CANCELLED -> cancels;
                    case WORKERS_DIED -> manyDeaths;
                    case TIMED_OUT -> mayBeLate(record, outcome);
                    case SUSPENDED, CHECKPOINT -> false;
                };
        if (!explained) {
            throw new Violation("S3", task, task + " ended unexplained: " + outcome);
        }
    }

    private boolean mayFail(TaskRecord record) {
        return record.work.failures() > retries || record.work.tail();
    }

    private boolean mayBeLate(TaskRecord record, Outcome outcome) {
        boolean over = simCluster.now() - record.submittedNanos >= deadlineNanos;
        return deadlineNanos > 0 && Outcome.isDeadline(outcome.summary()) && over;
    }

    private static boolean isOwn(TaskRecord record, Outcome outcome) {
        return outcome.payload() instanceof TaskRecord.Result result
                && (result.of().equals(record.id) || record.work.tail());
    }
}
