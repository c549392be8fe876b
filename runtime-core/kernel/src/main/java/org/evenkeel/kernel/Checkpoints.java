package org.evenkeel.kernel;

import java.util.List;
import org.evenkeel.kernel.Event.Timer;
import org.evenkeel.kernel.HeldTask.State;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.Outcome;
import org.evenkeel.model.protocol.PeerMessage;
import org.evenkeel.model.protocol.PeerMessage.Checkpointed;
import org.evenkeel.model.protocol.PeerMessage.GrantedTask;
import org.jspecify.annotations.Nullable;

/**
 * Has checkpoints made of what runs here, as often as its submitter said, and keeps each until its
 * owner has it. The tasks run on.
 *
 * <p>A checkpoint: {@code due -> its worker is asked -> made -> sent to its owner, again on each
 * link and when it is overdue -> acknowledged, overtaken by the next, or its copy is gone:
 * forgotten}. While one is not acknowledged no other is asked for, so a task has at most one on its
 * way.
 */
final class Checkpoints {
    private final NodeContext context;
    private final Slots slots;
    private final ForeignTasks foreignTasks;
    private final CheckpointStore kept;
    private long timerNanos = Long.MAX_VALUE;

    Checkpoints(NodeContext context, Slots slots, ForeignTasks foreignTasks, CheckpointStore kept) {
        this.context = context;
        this.slots = slots;
        this.foreignTasks = foreignTasks;
        this.kept = kept;
    }

    // ---- When

    /** After each event: the timer is set for the first that is due. */
    void settle() {
        if (context.checkpointDueNanos < timerNanos) {
            timerNanos = context.checkpointDueNanos;
            context.out.later(new Effect.SetTimer(Timer.CHECKPOINT, timerNanos));
        }
        context.checkpointDueNanos = Long.MAX_VALUE;
    }

    /** Asks for those that are due. */
    void timerFired() {
        timerNanos = Long.MAX_VALUE;
        for (Slot slot : slots.all()) {
            for (HeldTask copy : slots.tasksIn(slot, null)) {
                if (copy.checkpointDueNanos > 0) {
                    check(slot, copy);
                    context.checkpointDueNanos =
                            Math.min(context.checkpointDueNanos, copy.checkpointDueNanos);
                }
            }
        }
    }

    private void check(Slot slot, HeldTask copy) {
        if (copy.checkpointDueNanos > context.now) {
            return;
        }
        copy.checkpointDueNanos = context.now + copy.checkpointNanos();
        boolean leaves = copy.askedNanos > 0;
        boolean onItsWay =
                copy.checkpoint != null
                        || copy.checkpointBeingWritten && context.isSelf(copy.owner);
        boolean runs =
                slot.running == copy && copy.state() == State.RUNNING && !context.workersFrozen;
        if (runs && !leaves && !onItsWay) {
            List<GrantedTask> one = List.of(new GrantedTask(copy.id(), copy.grant));
            context.out.later(new Effect.CheckpointTasks(slot.number, one));
        }
    }

    // ---- What came of it

    /**
     * A worker has made one.
     *
     * @param ranNanos how long the task had run: one that was longer on its way than the next is
     *     not needed
     */
    void made(HeldTask copy, Outcome checkpoint, long ranNanos) {
        boolean runs = copy.state() == State.RUNNING || copy.state() == State.PARKED;
        if (!runs || ranNanos <= copy.checkpointedAtNanos) {
            context.out.release(checkpoint);
            return;
        }
        copy.checkpointedAtNanos = ranNanos;
        if (context.isSelf(copy.owner)) {
            NodeId self = context.self.id();
            copy.checkpointBeingWritten = true;
            kept.came(
                    copy.id(),
                    copy.grant,
                    checkpoint,
                    ranNanos,
                    self,
                    () -> copy.checkpointBeingWritten = false);
            return;
        }
        foreignTasks.dropCheckpoint(copy);
        copy.checkpoint = checkpoint;
        send(copy);
    }

    private void send(HeldTask copy) {
        Outcome checkpoint = copy.checkpoint;
        if (checkpoint != null && !foreignTasks.isBeingPassed(copy.id())) {
            copy.checkpointSentNanos = context.now;
            context.out.result(
                    copy.owner,
                    new PeerMessage.Result(
                            copy.id(), copy.grant, checkpoint, copy.checkpointedAtNanos));
        }
    }

    /** Says those again that were not acknowledged: to this owner, or (null) the overdue ones. */
    void resend(@Nullable NodeId owner) {
        for (HeldTask copy : foreignTasks.foreign()) {
            boolean due =
                    owner == null
                            ? context.now - copy.checkpointSentNanos
                                    > context.config.heartbeatNanos()
                            : owner.equals(copy.owner.id());
            if (copy.checkpoint != null && due) {
                send(copy);
            }
        }
    }

    /** Owners have these, or do not want them. */
    void acknowledged(List<Checkpointed> checkpoints) {
        for (Checkpointed one : checkpoints) {
            HeldTask copy = foreignTasks.foreign(one.task().task());
            if (copy != null
                    && copy.grant.equals(one.task().grant())
                    && copy.checkpointedAtNanos == one.ranNanos()) {
                foreignTasks.dropCheckpoint(copy);
            }
        }
    }
}
