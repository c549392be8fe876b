package org.evenkeel.kernel;

import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Queue;
import java.util.SequencedCollection;
import java.util.SequencedMap;
import java.util.concurrent.TimeUnit;
import org.evenkeel.model.JobId;
import org.jspecify.annotations.Nullable;

/**
 * The waiting tasks of one priority by job. Jobs take turns, so that no job waits for all tasks of
 * another one: the tasks of one job start for {@value #TURN_MILLIS} ms, or one of them if it runs
 * longer, then those of the next. A job that begins to wait here is the last.
 *
 * <p>A turn is a time and not a task because a worker runs the tasks of one job: tiny tasks of two
 * jobs in alternation would change the worker with every one.
 */
final class JobTurns {

    private static final long TURN_MILLIS = 100;
    private static final long TURN_NANOS = TimeUnit.MILLISECONDS.toNanos(TURN_MILLIS);

    /** In the order of their turns; none is empty. */
    private final SequencedMap<JobId, JobLanes> byJob = new LinkedHashMap<>();

    /** The map's values, kept: to ask for an end through them allocates nothing. */
    private final SequencedCollection<JobLanes> inTurn = byJob.sequencedValues();

    private @Nullable JobLanes turn;
    private long turnBeganNanos;

    /** Empty lanes for the next job that comes: often it is the one that has just left. */
    private @Nullable JobLanes spare;

    /** All jobs with tasks here, the one whose turn it is first. */
    SequencedCollection<JobLanes> all() {
        return inTurn;
    }

    @Nullable JobLanes find(JobId job) {
        return byJob.get(job);
    }

    /** The lanes of a job to which a task is about to be added. */
    JobLanes of(JobId job) {
        JobLanes lanes = byJob.get(job);
        if (lanes == null) {
            lanes = spare == null ? new JobLanes() : spare;
            spare = null;
            lanes.job = job;
            byJob.put(job, lanes);
        }
        return lanes;
    }

    /** The job whose turn it is to start tasks; null if none waits. */
    @Nullable JobLanes next(long nowNanos) {
        if (byJob.isEmpty()) {
            return null;
        }
        JobLanes first = inTurn.getFirst();
        if (first == turn && byJob.size() > 1 && nowNanos - turnBeganNanos >= TURN_NANOS) {
            passTurn(first);
            first = inTurn.getFirst();
        }
        if (first != turn) {
            turn = first;
            turnBeganNanos = nowNanos;
        }
        return first;
    }

    /** The job becomes the last; call it after a task of it was handed on. */
    void passTurn(JobLanes lanes) {
        if (byJob.containsKey(lanes.job)) {
            byJob.putLast(lanes.job, lanes);
            turn = turn == lanes ? null : turn;
        }
    }

    /** Forgets a job without tasks; call it after one was taken out. */
    void taken(JobLanes lanes) {
        if (lanes.isEmpty()) {
            byJob.remove(lanes.job);
            spare = lanes;
            turn = turn == lanes ? null : turn;
        }
    }

    /**
     * Adds tasks in the order of their start, as if each turn were one task: how long those that
     * have not started will run is unknown.
     *
     * @param most of them in the list at the end; it has fewer now
     */
    void addInStartOrder(int most, List<HeldTask> to) {
        int jobsRead = Math.min(byJob.size(), most - to.size());
        Queue<Iterator<HeldTask>> jobs = new ArrayDeque<>(jobsRead);
        for (JobLanes lanes : inTurn) {
            if (jobs.size() == jobsRead) {
                break; // each has a task, so the turns of those behind it come too late
            }
            jobs.add(lanes.inStartOrder());
        }
        while (!jobs.isEmpty() && to.size() < most) {
            Iterator<HeldTask> tasks = jobs.remove();
            to.add(tasks.next());
            if (tasks.hasNext()) {
                jobs.add(tasks);
            }
        }
    }
}
