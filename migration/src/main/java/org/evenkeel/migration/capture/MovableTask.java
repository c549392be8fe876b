package org.evenkeel.migration.capture;

import java.util.List;
import java.util.Objects;
import org.evenkeel.api.Checkpointable;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskContext;
import org.evenkeel.migration.capture.Flow.Outcome;
import org.evenkeel.migration.envelope.Envelope;
import org.evenkeel.migration.envelope.RefusedCheckpoint;
import org.evenkeel.migration.envelope.StackCodec;
import org.evenkeel.migration.frames.Frame;
import org.evenkeel.migration.frames.Suspension;
import org.evenkeel.migration.graph.CannotTravel;
import org.evenkeel.migration.graph.DamagedGraph;
import org.evenkeel.migration.graph.Pieces;
import org.evenkeel.migration.weave.WovenLoader;
import org.evenkeel.model.Digest;
import org.jspecify.annotations.Nullable;

/**
 * One run of a task that can be put away when it is asked for: to be moved, or only to have a
 * checkpoint of it.
 *
 * <p>{@link #ask} may be called from any thread, everything else belongs to the task's.
 */
public final class MovableTask {

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
    private volatile boolean asked;
    private @Nullable Task<?> task;
    private @Nullable List<Frame> stack;
    private boolean left;
    private long triedNanos;
    private long notBeforeNanos = System.nanoTime();

    public MovableTask(WovenLoader program, Label label, CheckpointSink sink) {
        this.program = program;
        this.label = label;
        this.sink = sink;
    }

    /** The next checkpoint it can be put away at puts it away. */
    public void ask() {
        asked = true;
    }

    /** Whether it was asked and has not been put away. */
    public boolean isAsked() {
        return asked;
    }

    /** It is not put away at this checkpoint, for a reason the context knows. */
    public void defer(String reason) {
        if (System.nanoTime() - notBeforeNanos >= 0) {
            triedNanos = System.nanoTime();
            deferred(reason);
        }
    }

    /**
     * To be called by the context's {@code checkpoint()}, directly. Returns at once unless asked.
     */
    public void checkpoint() {
        if (!asked || System.nanoTime() - notBeforeNanos < 0) {
            return;
        }
        triedNanos = System.nanoTime();
        if (task instanceof Checkpointable<?> explicit) {
            handOver(explicit);
        } else {
            deferred(Flow.suspend());
        }
    }

    /** What failed is not tried again for ten times as long as it took. */
    private void deferred(String reason) {
        long now = System.nanoTime();
        notBeforeNanos = now + 10 * (now - triedNanos);
        sink.deferred(reason);
    }

    private void handOver(Checkpointable<?> explicit) {
        if (left) {
            throw new Suspension(); // it caught the first
        }
        Pieces content;
        try {
            content = StackCodec.writeObject(explicit.state(), program, Envelope.MAX_BYTES);
        } catch (CannotTravel e) {
            deferred(String.valueOf(e.getMessage()));
            return;
        }
        asked = false;
        left = !sink.putAway(envelope(Envelope.Kind.STATE, content));
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
     * @return what it returned; null if it is somebody else's now
     * @throws Exception what it throws
     */
    public Outcome.@Nullable Finished begin(Task<?> toRun, TaskContext context) throws Exception {
        task = toRun;
        return live(Flow.begin(toRun, context));
    }

    /**
     * Reads a checkpoint, from which {@link #goOn} lets the task go on.
     *
     * @param submitted the task as it was submitted; needed where it keeps its own state
     * @throws RefusedCheckpoint if the checkpoint is of other code
     * @throws DamagedGraph if it is none
     */
    public void load(Envelope checkpoint, @Nullable Task<?> submitted, TaskContext context)
            throws RefusedCheckpoint, DamagedGraph {
        checkpoint.requireFits(label.bundle());
        task = submitted;
        switch (checkpoint.kind()) {
            case STACK -> stack = StackCodec.read(checkpoint.content(), program, context);
            case STATE -> restore(checkpoint, context);
        }
    }

    /**
     * Lets the task go on from the checkpoint that was read.
     *
     * @return what it returned; null if it is somebody else's now
     * @throws Exception what the task throws
     */
    public Outcome.@Nullable Finished goOn(TaskContext context) throws Exception {
        List<Frame> from = stack;
        stack = null;
        if (from != null) {
            return live(Flow.resume(from));
        }
        return live(Flow.begin(Objects.requireNonNull(task), context));
    }

    @SuppressWarnings("unchecked")
    private void restore(Envelope checkpoint, TaskContext context) throws DamagedGraph {
        if (!(task instanceof Checkpointable<?> explicit)) {
            throw new DamagedGraph(
                    "a checkpoint of a task that keeps its own state, which it is not");
        }
        Object state = StackCodec.readObject(checkpoint.content(), program, context);
        ((Checkpointable<@Nullable Object>) explicit).restore(state);
    }

    private Outcome.@Nullable Finished live(Outcome first) throws Exception {
        Outcome outcome = first;
        while (!left && outcome instanceof Outcome.PutAway away) {
            try {
                Pieces content = StackCodec.write(away.stack(), program, Envelope.MAX_BYTES);
                asked = false;
                left = !sink.putAway(envelope(Envelope.Kind.STACK, content));
            } catch (CannotTravel e) {
                deferred(String.valueOf(e.getMessage()));
            }
            if (!left) {
                outcome = Flow.resume(away.stack());
            }
        }
        return left ? null : (Outcome.Finished) Objects.requireNonNull(outcome);
    }
}
