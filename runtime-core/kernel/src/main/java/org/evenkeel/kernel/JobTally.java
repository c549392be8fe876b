package org.evenkeel.kernel;

import org.evenkeel.model.Outcome;

/** What became of the tasks that a job's client submitted here; for displays. */
final class JobTally {
    long submitted;
    long succeeded;
    long failed;
    long cancelled;

    void ended(Outcome.Status how) {
        switch (how) {
            case SUCCEEDED -> succeeded++;
            case CANCELLED -> cancelled++;
            case FAILED, TIMED_OUT, WORKERS_DIED -> failed++;
            case SUSPENDED, CHECKPOINT ->
                    throw new IllegalStateException("a suspended task has not ended");
        }
    }
}
