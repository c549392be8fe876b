package org.evenkeel.kernel;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.evenkeel.kernel.trace.TraceKind;
import org.evenkeel.model.BoundedMap;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.Outcome;
import org.evenkeel.model.Payload;
import org.evenkeel.model.protocol.PeerMessage.GrantedTask;
import org.jspecify.annotations.Nullable;

/**
 * Has started tasks suspended, so that they resume elsewhere (R10).
 *
 * <p>A task: {@code RUNNING -> asked -> suspended: its checkpoint goes to its owner as a result
 * would, {@link Outcome.Status#SUSPENDED}, and it is gone here | ended as it would have | stays,
 * and its worker says why}. The owner keeps the checkpoint in place of what the task was and issues
 * the next grant from it; so no node runs the old grant any more when the new one begins, and
 * nothing is lost with the node that is left.
 */
final class Suspensions {
    private static final int MAX_KINDS = 1_000;

    /** A kind of which so many stayed is left alone for so many leases of the master. */
    private static final int ENOUGH_TRIES = 3;

    private static final int LEASES_BETWEEN = 60;

    /** A kind that stayed until a node closed is tried again after a day. */
    private static final long STAYED_NANOS = 24L * 3_600 * 1_000_000_000;

    private final NodeContext context;
    private final Slots slots;
    private final List<Long> leftInPhases = new ArrayList<>();

    /** Kinds of which a task was still there when this node closed, and when that was. */
    private final Map<String, Long> stayed = BoundedMap.ofNewest(MAX_KINDS);

    private final Map<String, Tries> inVain = BoundedMap.ofNewest(MAX_KINDS);

    /** Tasks of a kind that phases have asked for since one was suspended, and when the last. */
    private record Tries(int count, long lastNanos) {}

    Suspensions(NodeContext context, Slots slots) {
        this.context = context;
        this.slots = slots;
    }

    /**
     * Asks for every task that has started in a worker, those excepted whose parents wait for them
     * here, and has what was sent ahead returned. Asking again has the workers say what prevents
     * it; and a task whose children have not ended until then leaves before them, which are
     * submitted again where it resumes.
     */
    void requestSuspensions() {
        slots.recall(Integer.MAX_VALUE);
        for (Slot slot : slots.all()) {
            HeldTask running = slot.runsInWorker();
            if (running != null) {
                requestSuspension(slot, running);
            }
            for (Slot.Parked parked : slot.parked.values()) {
                if (parked.task.state() == HeldTask.State.PARKED) {
                    requestSuspension(slot, parked.task);
                }
            }
        }
    }

    /**
     * This node is closing: asks for every task that runs in a worker. What waits for its children
     * stays, and so do children whose parents wait for them here. Asking again reaches workers that
     * had not started, and has the others say what prevents it.
     */
    void requestSuspensionsAtClosing() {
        for (Slot slot : slots.all()) {
            HeldTask running = slot.runsInWorker();
            if (running != null && !isBound(running)) {
                begin(slot, running, false);
            }
        }
    }

    /**
     * Whether a task that would not end before this node closes may start all the same, for it is
     * expected to be suspended in time: no task of its kind has lately stayed until this node
     * closed, and there is time for more than moving it.
     *
     * @param leftNanos until the node begins to close
     */
    boolean maySuspend(HeldTask task, long leftNanos) {
        long move =
                context.migrations.predictNanos(
                        task.task.kind().name(), context.config.phases().moveNanos());
        return !isBound(task)
                && !hasStayed(task)
                && leftNanos >= MoveCandidates.RUNS_BETWEEN * move;
    }

    /** This node is open again: those that were asked may stay. */
    void stayHere() {
        for (Slot slot : slots.all()) {
            HeldTask running = slot.running;
            if (running != null) {
                running.askedNanos = 0;
                running.askedToLeave = false;
                running.towards = null;
                running.savesNanos = 0;
                running.inPhase = 0;
                running.deferralReason = "";
            }
        }
    }

    /**
     * The hours of this node have ended: the next task of a kind of which one still runs here
     * although it was asked starts only if it will end in time.
     */
    void rememberWhatStayed() {
        for (Slot slot : slots.all()) {
            HeldTask running = slot.runsInWorker();
            if (running != null && !running.deferralReason.isEmpty()) {
                stayed.put(running.task.kind().name(), context.now);
            }
        }
    }

    /** Why a task that was asked has stayed, to follow what it is about; human-readable. */
    String whyStayed(HeldTask running) {
        if (running.askedNanos == 0) {
            return "";
        }
        String why =
                running.deferralReason.isEmpty()
                        ? "its worker has not said why"
                        : running.deferralReason;
        return ", and the task could not be suspended: " + why;
    }

    private boolean hasStayed(HeldTask task) {
        Long at = stayed.get(task.task.kind().name());
        return at != null && context.now - at < STAYED_NANOS;
    }

    private void requestSuspension(Slot slot, HeldTask started) {
        if (isBound(started)) {
            suspensionDeferred(started, "its parent waits for it here");
            if (started == slot.running && isAwaited(slot)) {
                begin(slot, started, true);
            }
            return;
        }
        boolean again = started.askedToLeave;
        started.askedToLeave = true;
        begin(slot, started, again);
    }

    /** Whether a task that was asked can leave only when the slot's worker has come to it. */
    private static boolean isAwaited(Slot slot) {
        return slot.parked.values().stream().anyMatch(one -> one.task.askedNanos > 0);
    }

    /** Whether it can go nowhere: its parent waits for it in a worker of this node. */
    boolean isBound(HeldTask running) {
        return running.task.isSpawned() && context.isSelf(running.owner);
    }

    /** Asks for one that runs, and is to resume at this node. */
    void requestSuspension(Slot slot, HeldTask running, NodeId towards, long phase) {
        running.towards = towards;
        running.inPhase = phase;
        inVain.merge(
                running.task.kind().name(),
                new Tries(1, context.now),
                (before, now) -> new Tries(before.count() + 1, now.lastNanos()));
        begin(slot, running, false);
    }

    /** Whether tasks of its kind were asked for of late, and none of them came to a checkpoint. */
    boolean isHopeless(HeldTask running) {
        Tries tries = inVain.get(running.task.kind().name());
        return tries != null
                && tries.count() >= ENOUGH_TRIES
                && context.now - tries.lastNanos()
                        < LEASES_BETWEEN * context.config.masterLeaseNanos();
    }

    private void begin(Slot slot, HeldTask running, boolean withChildren) {
        running.askedNanos = running.askedNanos == 0 ? context.now : running.askedNanos;
        List<GrantedTask> one = List.of(new GrantedTask(running.id(), running.grant));
        context.out.later(new Effect.SuspendTasks(slot.number, one, withChildren));
    }

    /** It was suspended: its checkpoint is here. */
    void suspended(HeldTask copy, Outcome outcome) {
        Payload checkpoint = outcome.payload();
        if (checkpoint != null && copy.askedNanos > 0) {
            long took = context.now - copy.askedNanos;
            boolean late = took > context.config.masterLeaseNanos();
            if (!late || copy.towards == null) { // else it tells of the task, not of moves
                context.migrations.add(copy, MoveTimes.Part.OUT, took, checkpoint.sizeBytes());
            }
            if (late) {
                copy.towards = null; // who lacked work then has found some, or is gone
            }
        }
        if (copy.towards != null && copy.savesNanos > 0) {
            context.counters.movedToSave++;
            context.counters.savedNanos += copy.savesNanos;
        }
        inVain.remove(copy.task.kind().name());
        stayed.remove(copy.task.kind().name());
        if (copy.inPhase > 0) {
            leftInPhases.add(copy.inPhase);
        }
    }

    /** The phases whose tasks have left since this was asked last, one for each task. */
    List<Long> takeLeftInPhases() {
        List<Long> left = List.copyOf(leftInPhases);
        leftInPhases.clear();
        return left;
    }

    /** A worker has read a task's checkpoint and resumes from it. */
    void continued(HeldTask copy, long readNanos) {
        copy.wentOn = true;
        context.migrations.add(copy, MoveTimes.Part.IN, readNanos, 0);
        long waited = context.now - readNanos - copy.placedNanos;
        context.migrations.add(copy, MoveTimes.Part.WAIT, waited, 0);
        context.trace(copy.id(), TraceKind.RESUMED_FROM_CHECKPOINT, copy.slot, "");
    }

    /** A worker says why a task is still there, or why there is no checkpoint of it. */
    void suspensionDeferred(Event.SuspensionDeferred event, @Nullable HeldTask copy) {
        if (copy != null && copy.askedNanos > 0) {
            suspensionDeferred(copy, event.why());
        } else if (copy != null && !copy.noCheckpoint.equals(event.why())) {
            copy.noCheckpoint = event.why();
            context.trace(copy.id(), TraceKind.NO_CHECKPOINT, copy.slot, event.why());
        }
    }

    private void suspensionDeferred(HeldTask copy, String why) {
        if (!copy.deferralReason.equals(why)) {
            copy.deferralReason = why;
            context.trace(copy.id(), TraceKind.SUSPENSION_DEFERRED, copy.slot, why);
        }
    }
}
