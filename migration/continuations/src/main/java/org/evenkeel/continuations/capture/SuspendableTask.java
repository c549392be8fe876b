package org.evenkeel.continuations.capture;

import java.util.List;
import java.util.Objects;
import org.evenkeel.api.Checkpointable;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskContext;
import org.evenkeel.continuations.capture.SuspendableRun.Outcome;
import org.evenkeel.continuations.envelope.Envelope;
import org.evenkeel.continuations.envelope.RefusedCheckpoint;
import org.evenkeel.continuations.envelope.StackCodec;
import org.evenkeel.continuations.frames.Frame;
import org.evenkeel.continuations.frames.Suspension;
import org.evenkeel.continuations.frames.Waits;
import org.evenkeel.continuations.graph.ChildHandleResolver;
import org.evenkeel.continuations.graph.DamagedGraph;
import org.evenkeel.continuations.graph.Pieces;
import org.evenkeel.continuations.graph.UncapturableObjectException;
import org.evenkeel.continuations.weave.WovenLoader;
import org.evenkeel.model.Digest;
import org.jspecify.annotations.Nullable;

/**
 * One run of a task that can be suspended when it is asked for: to be moved, or only to have a
 * checkpoint of it.
 *
 * <p>{@link #ask} may be called from any thread, everything else belongs to the task's.
 */
public final class SuspendableTask {

    /**
     * What is written on its checkpoints.
     *
     * @param bundle digest of the program
     * @param home node whose files it uses
     */
    public record Label(Digest bundle, String taskId, long epoch, long grant, String home) {}

    private final WovenLoader program;
    private final Label label;
    private final CheckpointSink sink;
    private final @Nullable ChildHandleResolver handles;
    private volatile boolean asked;
    private volatile boolean wanted;
    private @Nullable Task<?> task;
    private @Nullable List<Frame> stack;
    private boolean left;
    private long triedNanos;
    private long notBeforeNanos = System.nanoTime();

    /** The same for checkpoints of it while it runs. */
    private long notWantedBeforeNanos = notBeforeNanos;

    private final CheckpointPause checkpointPause = new CheckpointPause();

    /**
     * @param handles the children of the task, null when it has none
     */
    public SuspendableTask(
            WovenLoader program,
            Label label,
            CheckpointSink sink,
            @Nullable ChildHandleResolver handles) {
        this.program = program;
        this.label = label;
        this.sink = sink;
        this.handles = handles;
    }

    /** The next checkpoint it can be suspended at suspends it. */
    public void ask() {
        asked = true;
    }

    /** A checkpoint is made of it at the next it can be suspended at, and it runs on. */
    public void want() {
        wanted = true;
    }

    /** Whether it was asked and has not been suspended. */
    public boolean isAsked() {
        return asked;
    }

    /** Whether anything is to be done at a checkpoint. */
    public boolean isDue() {
        return asked || wanted;
    }

    /** It is not suspended at this checkpoint, for a reason the context knows. */
    public void defer(String reason) {
        if (isTime()) {
            triedNanos = System.nanoTime();
            deferred(reason);
        }
    }

    /**
     * To be called by the context's {@code checkpoint()}, directly. Returns at once unless asked.
     */
    public void checkpoint() {
        if (!isDue() || !isTime()) {
            return;
        }
        triedNanos = System.nanoTime();
        if (task instanceof Checkpointable<?> explicit) {
            handOver(explicit);
        } else {
            deferred(SuspendableRun.suspend());
        }
    }

    /**
     * To be called by the context while the task waits. Returns at once unless asked.
     *
     * @param who the context, which waits again when the task resumes
     * @param what what is waited for; each must be able to travel
     */
    public void waiting(Waits.Waiter who, @Nullable Object... what) {
        if (!asked || !isTime()) {
            return;
        }
        triedNanos = System.nanoTime();
        if (task instanceof Checkpointable<?>) {
            deferred(
                    "it keeps its own state, which can be suspended at a checkpoint only, and "
                            + "it waits");
        } else {
            deferred(SuspendableRun.suspend(who, what));
        }
    }

    private boolean isTime() {
        long from = asked ? notBeforeNanos : notWantedBeforeNanos;
        return System.nanoTime() - from >= 0;
    }

    /** What failed is not tried again for ten times as long as it took. */
    private void deferred(String reason) {
        long now = System.nanoTime();
        notBeforeNanos = now + 10 * (now - triedNanos);
        pause(now);
        sink.deferred(reason);
    }

    /**
     * Hands over what was captured.
     *
     * @return whether the task is another copy's now
     */
    private boolean isLeft(Envelope checkpoint) {
        if (asked) {
            asked = false;
            return !sink.suspend(checkpoint);
        }
        wanted = false;
        sink.checkpoint(checkpoint);
        pause(System.nanoTime());
        return false;
    }

    /** No checkpoint of the task that runs on for a while: they are to cost little of its time. */
    private void pause(long now) {
        notWantedBeforeNanos = now + checkpointPause.nanosAfter(now - triedNanos);
    }

    private void handOver(Checkpointable<?> explicit) {
        if (left) {
            throw new Suspension(); // it caught the first
        }
        Pieces content;
        try {
            content =
                    StackCodec.writeObject(explicit.state(), program, Envelope.MAX_BYTES, handles);
        } catch (UncapturableObjectException e) {
            deferred(String.valueOf(e.getMessage()));
            return;
        }
        left = isLeft(envelope(Envelope.Kind.STATE, content));
        if (left) {
            throw new Suspension();
        }
    }

    private Envelope envelope(Envelope.Kind kind, Pieces content) {
        return Envelope.here(
                kind,
                label.bundle(),
                label.taskId(),
                label.epoch(),
                label.grant(),
                label.home(),
                content);
    }

    /**
     * Runs the task from its beginning.
     *
     * @return what it returned; null if it is another copy's now
     * @throws Exception what it throws
     */
    public Outcome.@Nullable Finished begin(Task<?> toRun, TaskContext context) throws Exception {
        task = toRun;
        return live(SuspendableRun.begin(toRun, context));
    }

    /** Asked when a checkpoint was read, and before anything is done with it. */
    public interface Check {
        /**
         * @throws DamagedGraph if what was read is not what was written
         */
        void requireRight() throws DamagedGraph;
    }

    /**
     * Reads a checkpoint, from which {@link #resume} lets the task resume.
     *
     * @param submitted the task as it was submitted; needed where it keeps its own state
     * @throws RefusedCheckpoint if the checkpoint is of other code
     * @throws DamagedGraph if it is none
     */
    public void load(
            Envelope checkpoint, @Nullable Task<?> submitted, TaskContext context, Check check)
            throws RefusedCheckpoint, DamagedGraph {
        checkpoint.requireFits(label.bundle());
        task = submitted;
        switch (checkpoint.kind()) {
            case STACK -> {
                stack = StackCodec.read(checkpoint.content(), program, context, handles);
                check.requireRight();
                allRead();
            }
            case STATE -> restore(checkpoint, context, check);
        }
    }

    /**
     * Lets the task resume from the checkpoint that was read.
     *
     * @return what it returned; null if it is another copy's now
     * @throws Exception what the task throws
     */
    public Outcome.@Nullable Finished resume(TaskContext context) throws Exception {
        List<Frame> from = stack;
        stack = null;
        if (from != null) {
            return live(SuspendableRun.resume(from));
        }
        return live(SuspendableRun.begin(Objects.requireNonNull(task), context));
    }

    /** Children that had not ended are submitted only when it is sure that the task resumes. */
    private void allRead() {
        if (handles != null) {
            handles.allRead();
        }
    }

    @SuppressWarnings("unchecked")
    private void restore(Envelope checkpoint, TaskContext context, Check check)
            throws DamagedGraph {
        if (!(task instanceof Checkpointable<?> explicit)) {
            throw new DamagedGraph("a checkpoint with its own state, for a task that keeps none");
        }
        Object state = StackCodec.readObject(checkpoint.content(), program, context, handles);
        check.requireRight();
        allRead();
        ((Checkpointable<@Nullable Object>) explicit).restore(state);
    }

    private Outcome.@Nullable Finished live(Outcome first) throws Exception {
        Outcome outcome = first;
        while (!left && outcome instanceof Outcome.Suspended away) {
            try {
                Pieces content =
                        StackCodec.write(away.stack(), program, Envelope.MAX_BYTES, handles);
                left = isLeft(envelope(Envelope.Kind.STACK, content));
            } catch (UncapturableObjectException e) {
                deferred(String.valueOf(e.getMessage()));
            }
            if (!left) {
                outcome = SuspendableRun.resume(away.stack());
            }
        }
        return left ? null : (Outcome.Finished) Objects.requireNonNull(outcome);
    }
}
