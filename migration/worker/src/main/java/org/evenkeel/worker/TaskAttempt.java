package org.evenkeel.worker;

import java.io.IOException;
import java.util.Arrays;
import java.util.Objects;
import org.evenkeel.api.Checkpointable;
import org.evenkeel.api.PayloadException;
import org.evenkeel.api.Task;
import org.evenkeel.client.GuardedObserver;
import org.evenkeel.client.codec.Noted;
import org.evenkeel.client.session.FinishedTask;
import org.evenkeel.continuations.capture.CheckpointSink;
import org.evenkeel.continuations.capture.SuspendableRun.Outcome;
import org.evenkeel.continuations.capture.SuspendableTask;
import org.evenkeel.continuations.envelope.Envelope;
import org.evenkeel.continuations.envelope.RefusedCheckpoint;
import org.evenkeel.continuations.graph.DamagedGraph;
import org.evenkeel.continuations.weave.WovenLoader;
import org.jspecify.annotations.Nullable;

/**
 * One run of a plain task, from its payload to its value; or to a checkpoint, with which it leaves.
 */
final class TaskAttempt implements CheckpointSink {

    private final Worker worker;
    private final TaskRun run;
    private final @Nullable SuspendableTask movable;

    /** What was submitted, when the task keeps its own state. */
    private byte @Nullable [] submitted;

    private @Nullable FinishedTask left;
    private GuardedObserver.@Nullable ObservedRun observed;

    TaskAttempt(Worker worker, TaskRun run) {
        this.worker = worker;
        this.run = run;
        WovenLoader program = worker.woven();
        this.movable =
                program == null
                        ? null
                        : new SuspendableTask(
                                program,
                                new SuspendableTask.Label(
                                        worker.bundleDigest(),
                                        run.taskId(),
                                        run.ticket().epoch(),
                                        run.ticket().grant(),
                                        worker.node()),
                                this,
                                run.suspendedChildren());
        run.setMovable(movable);
    }

    /** What is to be told of a task that was suspended; null when it was not. */
    @Nullable FinishedTask left() {
        return left;
    }

    /**
     * Tells an observer that the task has ended here, or has left.
     *
     * @return its note for the submitter
     */
    byte[] observeEnd(@Nullable Throwable thrown) {
        GuardedObserver.ObservedRun seen = observed;
        if (seen == null) {
            return Noted.NONE;
        }
        if (left != null) {
            seen.moved();
            return Noted.NONE;
        }
        return seen.ended(thrown);
    }

    /** Runs the task; what it returns counts unless it was suspended. */
    @Nullable Object call() throws Exception {
        Task<?> task = load();
        run.requireNotStopped();
        SuspendableTask moves = movable;
        if (moves == null) {
            return Objects.requireNonNull(task).run(run);
        }
        return value(task == null ? moves.resume(run) : moves.begin(task, run));
    }

    /** The task as it was submitted; null when it resumes from a checkpoint, which is read now. */
    private @Nullable Task<?> load() throws Exception {
        long begunNanos = System.nanoTime();
        try (OpenedCheckpoint checkpoint = worker.taskPayloads().checkpoint(run.task)) {
            if (checkpoint != null) {
                load(checkpoint);
                worker.reportContinued(run, System.nanoTime() - begunNanos);
                return null;
            }
        }
        TaskPayloads.Bytes bytes = worker.taskPayloads().bytes(run.task);
        observed = worker.observe(run, false, bytes.note());
        Task<?> task = task(bytes);
        if (task instanceof Checkpointable) {
            submitted = Arrays.copyOfRange(bytes.array(), bytes.from(), bytes.to());
        }
        return task;
    }

    private Task<?> task(TaskPayloads.Bytes bytes) throws IOException, ClassNotFoundException {
        if (!(worker.taskPayloads().decode(run.task, bytes) instanceof Task<?> task)) {
            throw new PayloadException("the payload of " + run.task.kind().name + " is not a Task");
        }
        return task;
    }

    private void load(OpenedCheckpoint opened) throws Exception {
        CheckpointPayload from = opened.continuation();
        if (movable == null) {
            throw new RefusedCheckpoint(
                    "the checkpoint of task "
                            + run.taskId()
                            + " was taken by a program with checkpoints, and this one has none");
        }
        byte[] task = from.submitted();
        if (task != null) {
            opened.requireRight();
        }
        submitted = task;
        observed = worker.observe(run, true, from.envelope().note());
        run.resumeAt(from.envelope());
        try {
            SuspendableTask moves = movable;
            Task<?> first = task == null ? null : task(TaskPayloads.Bytes.of(task, 0, task.length));
            opened.read(() -> moves.load(from.envelope(), first, run, opened::requireRight));
        } catch (DamagedGraph e) {
            opened.requireRight(); // says what is the matter
            throw e;
        }
    }

    private static @Nullable Object value(Outcome.@Nullable Finished finished) {
        return finished == null ? null : finished.value();
    }

    // ---- Checkpoints

    /** Where it cannot be stored the task runs on here. */
    @Override
    public boolean suspend(Envelope checkpoint) {
        CheckpointPayload payload = payload(checkpoint);
        try {
            left =
                    worker.results()
                            .suspended(run.ticket(), payload, run.runNanos(System.nanoTime()));
            return false;
        } catch (IOException e) {
            deferred("its checkpoint could not be stored: " + e);
            return true;
        }
    }

    /** It is written down before the task runs on, which may change what it is made of. */
    @Override
    public void checkpoint(Envelope checkpoint) {
        CheckpointPayload payload = payload(checkpoint);
        try {
            worker.linkWriter()
                    .sendLater(
                            worker.results()
                                    .checkpoint(
                                            run.ticket(),
                                            payload,
                                            run.runNanos(System.nanoTime())));
        } catch (IOException e) {
            deferred("its checkpoint could not be stored: " + e);
        }
    }

    /** A checkpoint as it travels: with how much home has heard of the task by then. */
    private CheckpointPayload payload(Envelope checkpoint) {
        run.flush();
        GuardedObserver.ObservedRun seen = observed;
        byte[] note = seen == null ? Noted.NONE : seen.checkpoint();
        return new CheckpointPayload(run.counted(checkpoint, note), submitted);
    }

    @Override
    public void deferred(String reason) {
        worker.reportSuspensionDeferred(run, reason);
    }
}
