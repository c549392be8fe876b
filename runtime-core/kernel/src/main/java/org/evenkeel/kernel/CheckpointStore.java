package org.evenkeel.kernel;

import java.util.concurrent.TimeUnit;
import org.evenkeel.kernel.HeldTask.State;
import org.evenkeel.kernel.trace.TraceKind;
import org.evenkeel.model.Grant;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.Outcome;
import org.evenkeel.model.Payload;
import org.evenkeel.model.TaskId;
import org.jspecify.annotations.Nullable;

/**
 * The owner's side of checkpoints of tasks that run on (R4): the newest by (grant, number) takes
 * the place of the task's payload, under the grant that is in force. The next grant begins with it,
 * whoever needs one.
 *
 * <p>A checkpoint: {@code came -> of a grant that is over, or not newer: its bytes are given up |
 * taken -> durable at the task's level: its holder hears so and gives up its own}.
 */
record CheckpointStore(NodeContext context, OwnedTasks owned, TaskRecords records, Grants grants) {
    /**
     * A checkpoint came.
     *
     * @param ranNanos how long the task had run under the grant: the checkpoint's number
     * @param holder where it runs
     * @param answered runs when the holder can forget it: it is durable, or not wanted
     */
    void came(
            TaskId id,
            Grant grant,
            Outcome checkpoint,
            long ranNanos,
            NodeId holder,
            Runnable answered) {
        OwnedTask entry = owned.get(id);
        if (entry == null || entry.isDone() || !entry.isUnder(grant)) {
            context.out.release(checkpoint);
            answered.run();
            return;
        }
        if (!grant.equals(entry.checkpointedUnder)) {
            entry.checkpointedUnder = grant;
            entry.checkpointedAtNanos = -1;
            entry.durableAtNanos = -1;
        }
        if (ranNanos <= entry.checkpointedAtNanos) {
            context.out.release(checkpoint);
            if (ranNanos <= entry.durableAtNanos) {
                answered.run();
            }
            return;
        }
        take(entry, checkpoint, ranNanos, holder, answered);
    }

    private void take(
            OwnedTask entry, Outcome checkpoint, long ranNanos, NodeId holder, Runnable answered) {
        Payload payload = checkpoint.payload();
        if (payload == null) {
            return; // no outcome of this kind is without
        }
        boolean blame = entry.failures > 0 || !entry.deaths.isEmpty();
        entry.deaths.clear(); // it has come further than where they died
        entry.checkpointedAtNanos = ranNanos;
        entry.checkpoints++;
        context.trace(
                entry.id(),
                TraceKind.CHECKPOINTED,
                entry.checkpoints
                        + " in all, the last of "
                        + payload.sizeBytes()
                        + " bytes at "
                        + holder
                        + ", after "
                        + TimeUnit.NANOSECONDS.toMillis(ranNanos)
                        + " ms there");
        context.out.release(entry.task);
        entry.task = entry.task.resumedFrom(payload);
        HeldTask here = entry.here;
        if (here != null && here.state() != State.HANDING) {
            here.task = entry.task;
        } else {
            grants.heldBy(entry, holder);
        }
        Grant grant = entry.checkpointedUnder;
        records.checkpointed(entry, blame, () -> durable(entry, grant, ranNanos, answered));
    }

    private void durable(OwnedTask entry, @Nullable Grant grant, long ranNanos, Runnable answered) {
        if (owned.get(entry.id()) != entry || entry.isPassing) {
            return; // its next owner answers
        }
        if (grant != null && grant.equals(entry.checkpointedUnder)) {
            entry.durableAtNanos = Math.max(entry.durableAtNanos, ranNanos);
        }
        answered.run();
    }

    /** A copy that was another owner's is this one's now: so is the checkpoint it waited with. */
    void claimed(OwnedTask entry) {
        HeldTask here = entry.here;
        Outcome checkpoint = here == null ? null : here.checkpoint;
        if (here != null && checkpoint != null) {
            here.checkpoint = null;
            came(
                    entry.id(),
                    here.grant,
                    checkpoint,
                    here.checkpointedAtNanos,
                    context.self.id(),
                    () -> {});
        }
    }
}
