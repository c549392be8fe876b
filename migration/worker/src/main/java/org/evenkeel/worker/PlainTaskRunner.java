package org.evenkeel.worker;

import org.evenkeel.client.Handle;
import org.evenkeel.client.codec.Encoded;
import org.evenkeel.client.codec.Noted;
import org.evenkeel.client.session.FinishedTask;
import org.evenkeel.client.session.OpenSubmissions;
import org.evenkeel.wire.proto.Status;
import org.jspecify.annotations.Nullable;

/** Runs plain tasks: decodes them, runs them, sends what became of them. */
final class PlainTaskRunner {

    private final Worker worker;
    private final OpenSubmissions openSubmissions;

    PlainTaskRunner(Worker worker) {
        this.worker = worker;
        this.openSubmissions = worker.openSubmissions();
    }

    /** What a plain runner does all its life. */
    void live(WorkerSlot.Runner me) {
        try {
            for (StartedTask task = worker.workerSlot().next(me);
                    task != null;
                    task = worker.workerSlot().next(me)) {
                run(me, task);
            }
        } catch (Throwable e) {
            worker.die(e);
        }
    }

    private void run(WorkerSlot.Runner me, StartedTask started) {
        TaskRun run = worker.newRun(started, me);
        TaskAttempt taskAttempt = new TaskAttempt(worker, run);
        ChildTasks.setCurrent(run);
        worker.running(run);
        FinishedTask finished;
        boolean fatal = false;
        try {
            finished = succeed(run, taskAttempt.call(), taskAttempt);
        } catch (OutOfMemoryError e) {
            fatal = true;
            run.end();
            finished =
                    FinishedTask.failed(
                            run.ticket(),
                            new FinishedTask.Failure(
                                    Status.FAILED,
                                    null,
                                    e.toString(),
                                    started.kind().isFinal(Status.FAILED, e.getClass())),
                            runNanos(run));
        } catch (Throwable e) {
            finished = fail(run, e, taskAttempt);
        }
        if (!fatal) {
            run.close(taskAttempt.left() == null);
        }
        ChildTasks.setCurrent(null);
        worker.ran(run);
        long ran = runNanos(run);
        started.kind().ran(ran);
        boolean soon =
                worker.workerSlot().waiting() > 0
                        && started.kind().usualNanos() < Results.BATCH_NANOS;
        worker.results().send(finished, soon && !fatal);
        Handle<?> tail = run.tailChild;
        if (tail != null && finished.isDelegated()) {
            openSubmissions.delegationSent(tail);
        }
        if (taskAttempt.left() != null) {
            run.suspendedChildren().abandon("its parent resumes elsewhere");
        } else if (run.stopped() != Stopped.NO) {
            run.suspendedChildren().abandon("its parent was stopped");
        }
        if (fatal) {
            worker.exit(Worker.EXIT_OUT_OF_MEMORY, "out of memory in task " + run.taskId());
        }
    }

    private static long runNanos(TaskRun run) {
        return run.runNanos(System.nanoTime());
    }

    private FinishedTask succeed(TaskRun run, @Nullable Object value, TaskAttempt taskAttempt)
            throws Exception {
        FinishedTask left = taskAttempt.left();
        if (left != null) {
            taskAttempt.observeEnd(null);
            endOf(run);
            return left;
        }
        Handle<?> tail = run.tailChild;
        if (tail != null && !tail.isDone() && !tail.isBlob() && !openSubmissions.isHeld(tail)) {
            if (endOf(run) == Stopped.TIMED_OUT) {
                return timedOut(run, taskAttempt);
            }
            if (openSubmissions.delegate(tail)) {
                taskAttempt.observeEnd(null);
                return FinishedTask.delegated(run.ticket(), tail.number(), runNanos(run));
            }
        }
        // A child that ended already or has not left, or whose payload stays here until it has run.
        Object result = tail == null ? value : tail.get();
        Encoded encoded = worker.results().encode(result);
        byte[] note = run.stopped() == Stopped.NO ? taskAttempt.observeEnd(null) : Noted.NONE;
        FinishedTask finished =
                worker.results().success(run.ticket(), encoded, note, runNanos(run));
        return endOf(run) == Stopped.TIMED_OUT ? timedOut(run, taskAttempt) : finished;
    }

    private FinishedTask timedOut(TaskRun run, TaskAttempt taskAttempt) {
        return fail(run, new InterruptedException("it exceeded its time limit"), taskAttempt);
    }

    /** Ends the run and clears an interruption that came for it. */
    @SuppressWarnings("ReturnValueIgnored")
    private static Stopped endOf(TaskRun run) {
        Stopped stopped = run.end();
        Thread.interrupted();
        return stopped;
    }

    private FinishedTask fail(TaskRun run, Throwable cause, TaskAttempt taskAttempt) {
        Throwable thrown = LaterClassFile.explained(cause, worker.node());
        byte[] note = taskAttempt.observeEnd(thrown);
        Stopped stopped = endOf(run);
        Status status =
                switch (stopped) {
                    case NO -> Status.FAILED;
                    case CANCELLED -> Status.CANCELLED;
                    case TIMED_OUT -> Status.TIMED_OUT;
                };
        if (status != Status.CANCELLED) {
            run.log().fail(thrown);
        }
        boolean isFinal = run.task.kind().isFinal(status, thrown.getClass());
        return worker.results().failure(run.ticket(), status, thrown, note, runNanos(run), isFinal);
    }
}
