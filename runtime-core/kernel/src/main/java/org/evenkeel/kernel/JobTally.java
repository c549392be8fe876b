package org.evenkeel.kernel;

import java.util.List;
import org.evenkeel.kernel.FailureGroups.Failure;
import org.evenkeel.model.Outcome;
import org.evenkeel.model.Outcome.Status;
import org.jspecify.annotations.Nullable;

/** What became of the tasks that a job's client submitted here; for displays. */
final class JobTally {
    long submitted;
    long succeeded;
    long failed;
    long cancelled;
    private @Nullable FailureGroups failures;

    void ended(Status how) {
        switch (how) {
            case SUCCEEDED -> succeeded++;
            case CANCELLED -> cancelled++;
            case FAILED, TIMED_OUT, WORKERS_DIED -> failed++;
            case SUSPENDED, CHECKPOINT ->
                    throw new IllegalStateException("a suspended task has not ended");
        }
    }

    /** A task that its client cancels ends at no node and did not fail. */
    static boolean isFailure(Outcome outcome, String ranOn) {
        return !outcome.isSuccess() && (outcome.status() != Status.CANCELLED || !ranOn.isEmpty());
    }

    void failed(Failure failure, FailureGroups.Memory memory) {
        FailureGroups groups = failures;
        if (groups == null) {
            groups = new FailureGroups(memory);
            failures = groups;
        }
        groups.add(failure);
    }

    List<FailureGroup> failures() {
        return failures == null ? List.of() : failures.list();
    }

    /** Releases the memory of what failed. */
    void clear() {
        if (failures != null) {
            failures.clear();
        }
    }
}
