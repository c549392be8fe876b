package org.evenkeel.kernel;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.evenkeel.kernel.HeldTask.State;
import org.evenkeel.kernel.trace.TraceKind;
import org.evenkeel.model.Grant;
import org.evenkeel.model.JobId;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.Outcome;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.protocol.Finish;
import org.evenkeel.model.protocol.PeerMessage;
import org.evenkeel.model.protocol.PeerMessage.GrantedTask;
import org.jspecify.annotations.Nullable;

/**
 * Runs tasks on a node: from the placement of a copy until it ends, is lost or is stopped.
 *
 * <p>The protocol with slots: {@code placed -> started -> finished | parked -> ready -> ... |
 * returned | worker died}. The {@link Balancer} decides the placement; the {@link ForeignTasks} and
 * the {@link OwnerLedger} handle the end.
 */
record Execution(
        NodeContext context,
        WaitingTasks waiting,
        QuotaQueue quotaQueue,
        PhaseTasks phaseTasks,
        ProgramTasks programTasks,
        Slots slots,
        Balancer balancer,
        OwnerLedger ledger,
        ForeignTasks foreignTasks,
        Suspensions evacuation,
        Checkpoints checkpoints) {
    private static final String SERVED = "its program serves it itself";

    // ---- What slots say

    void onSlotOpened(Event.SlotOpened event) {
        slots.open(event.slot(), event.servesOnly());
        Slot slot = slots.get(event.slot());
        if (slot != null && event.servesOnly() != null) {
            serve(slot);
        } else {
            balancer.drainWaiting();
        }
    }

    void onSlotClosed(Event.SlotClosed event) {
        Slot slot = slots.get(event.slot());
        if (slot == null) {
            return;
        }
        for (HeldTask copy : slots.close(slot)) {
            lose(copy, false, event.why());
        }
    }

    void onWorkerDied(Event.WorkerDied event) {
        Slot slot = slots.get(event.slot());
        if (slot == null) {
            return;
        }
        slot.recalling = false;
        HeldTask running = slot.running;
        List<HeldTask> lost = slots.tasksIn(slot, event.job());
        List<HeldTask> waited = new ArrayList<>(lost);
        boolean ran = waited.remove(running);
        for (HeldTask copy : waited.reversed()) {
            slots.remove(slot, copy);
        }
        ledger.close(event.session(), "the worker of its parent task died");
        for (HeldTask copy : lost) {
            if (copy == running || event.fault() == Event.Fault.UNFIT) {
                blame(copy, event);
            } else {
                lose(copy, false, event.how());
            }
        }
        // Freed last: a task that a worker died with goes behind what waits. Put back at once it
        // would sit in every fresh worker of a slot that keeps dying, and be blamed for it.
        if (ran && running != null && slots.remove(slot, running) && slot.isFree()) {
            slotFreed(slot);
        }
    }

    /** What a worker's end means for the task that ran in it. */
    private void blame(HeldTask copy, Event.WorkerDied event) {
        boolean fails =
                switch (event.fault()) {
                    case UNKNOWN -> false;
                    case EXCESS -> true;
                    case UNFIT -> context.isSelf(copy.owner);
                };
        if (fails) {
            context.counters.finished++;
            context.counters.failed++;
            foreignTasks.complete(copy, failure(copy, event.how()), 0);
        } else {
            lose(copy, event.fault() == Event.Fault.UNKNOWN, event.how());
        }
    }

    void onTasksFinished(Event.TasksFinished event) {
        Slot slot = slots.get(event.slot());
        for (Finish finish : event.finishes()) {
            HeldTask copy = custodyOf(slot, finish.task(), finish.grant());
            if (copy == null) {
                context.out.release(finish.outcome());
                continue;
            }
            if (finish.outcome().isCheckpoint()) {
                checkpoints.made(copy, finish.outcome(), finish.runNanos());
                continue;
            }
            boolean ended = copy.state() != State.GONE && !finish.outcome().isSuspended();
            if (finish.outcome().isSuspended() && copy.state() != State.GONE) {
                evacuation.suspended(copy, finish.outcome());
            }
            slots.learn(copy, finish.runNanos(), ended && !copy.wentOn);
            count(finish.outcome());
            boolean freed = slot != null && slots.remove(slot, copy);
            if (finish.tailChild().number() != 0) {
                delegate(copy, finish.tailChild());
            } else {
                foreignTasks.complete(copy, finish.outcome(), finish.runNanos());
            }
            if (freed && slot != null && slot.isFree()) {
                slotFreed(slot);
            }
        }
    }

    private void count(Outcome outcome) {
        if (!outcome.isSuspended()) {
            context.counters.finished++;
            context.counters.failed += outcome.isSuccess() ? 0 : 1;
        }
    }

    /** A worker says why it has not suspended a task. */
    void onSuspensionDeferred(Event.SuspensionDeferred event) {
        Slot slot = slots.get(event.slot());
        HeldTask copy = custodyOf(slot, event.task().task(), event.task().grant());
        evacuation.suspensionDeferred(event, copy);
    }

    /** A worker says that a task continues there from its checkpoint. */
    void onContinued(Event.TaskContinued event) {
        Slot slot = slots.get(event.slot());
        HeldTask copy = custodyOf(slot, event.task().task(), event.task().grant());
        if (copy != null) {
            evacuation.continued(copy, event.readNanos());
        }
    }

    /** The copy that ended; one that was stopped meanwhile is only known to its slot. */
    private @Nullable HeldTask custodyOf(@Nullable Slot slot, TaskId task, Grant grant) {
        HeldTask copy = foreignTasks.find(task, grant);
        if (copy != null && (slot == null || copy.slot == slot.number)) {
            return copy;
        }
        return slot == null ? null : inSlot(slot, task, grant);
    }

    /** It counts like the death of a worker that ran it, so that it does not run for ever. */
    void onResultLost(Event.ResultLost event) {
        Slot slot = slots.get(event.slot());
        HeldTask copy = custodyOf(slot, event.task().task(), event.task().grant());
        if (copy == null) {
            return;
        }
        boolean freed = slot != null && slots.remove(slot, copy);
        lose(copy, true, event.why());
        if (freed && slot != null && slot.isFree()) {
            slotFreed(slot);
        }
    }

    private void delegate(HeldTask copy, TaskId child) {
        if (copy.state() == State.GONE) {
            return;
        }
        copy.become(State.DELEGATED);
        context.trace(copy.id(), TraceKind.DELEGATED, "");
        if (!ledger.delegate(child, copy)) {
            String why = "its tail call's child " + child + " is unknown here";
            foreignTasks.complete(copy, failure(copy, why), 0);
        }
    }

    /** A failure without an exception: none of those after which alone a task is run again. */
    private static Outcome failure(HeldTask copy, String why) {
        boolean isFinal = !copy.task.kind().options().retryRules().only().isEmpty();
        return new Outcome(Outcome.Status.FAILED, null, why, isFinal);
    }

    void onParked(Event.TaskParked event) {
        Slot slot = slots.get(event.slot());
        HeldTask copy = slot == null ? null : inSlot(slot, event.task());
        if (slot == null || copy == null) {
            return;
        }
        List<TaskId> open = new ArrayList<>();
        for (long number : event.children()) {
            TaskId child = new TaskId(event.session(), number);
            OwnedTask entry = ledger.get(child);
            if (entry != null && !entry.isDone()) {
                open.add(child);
            }
        }
        boolean waitsForChildren = event.children().length > 0;
        boolean satisfied =
                waitsForChildren
                        && (open.isEmpty() || event.any() && open.size() < event.children().length);
        if (slots.park(slot, copy, open, event.any(), satisfied)) {
            slotFreed(slot);
        }
    }

    void onResumed(Event.TaskResumed event) {
        Slot slot = slots.get(event.slot());
        if (slot != null) {
            slots.resumed(slot, event.task());
        }
    }

    private @Nullable HeldTask inSlot(Slot slot, TaskId task) {
        HeldTask running = slot.running;
        if (running != null && running.id().equals(task)) {
            return running;
        }
        for (HeldTask copy : slots.tasksIn(slot, null)) {
            if (copy.id().equals(task)) {
                return copy;
            }
        }
        return null;
    }

    void onRecallAnswered(Event.RecallAnswered event) {
        Slot slot = slots.get(event.slot());
        if (slot == null) {
            return;
        }
        slot.recalling = false;
        for (GrantedTask given : event.returned()) {
            HeldTask copy = inSlot(slot, given.task(), given.grant());
            if (copy != null) {
                returned(slot, copy);
            }
        }
    }

    /** The worker's word counts: here the task may already be taken for started, or be stopped. */
    private void returned(Slot slot, HeldTask copy) {
        boolean freed = slots.remove(slot, copy);
        if (copy.state() != State.GONE) {
            copy.become(State.READY);
            context.trace(copy.id(), TraceKind.RETURNED, slot.number, "");
            place(copy, null);
        }
        if (freed && slot.isFree()) {
            slotFreed(slot);
        }
    }

    /** A task in a slot under one grant, one that was stopped included. */
    private @Nullable HeldTask inSlot(Slot slot, TaskId task, Grant grant) {
        for (HeldTask copy : slots.tasksIn(slot, null)) {
            if (copy.id().equals(task) && copy.grant.equals(grant)) {
                return copy;
            }
        }
        return null;
    }

    private void slotFreed(Slot slot) {
        if (slot.servesOnly != null) {
            serve(slot);
        } else {
            balancer.workerFree();
        }
    }

    /** Gives a program that takes its tasks itself the next one of its job. */
    private void serve(Slot slot) {
        JobId job = slot.servesOnly;
        if (job == null || !slot.isFree()) {
            return;
        }
        HeldTask next = programTasks.takeOf(job);
        if (next != null) {
            slots.startIn(slot, next, SERVED);
        }
    }

    /** The same for a task of such a program; where none is free, it waits for one. */
    private void placeAtProgram(HeldTask copy) {
        Slot slot = slots.freeAttached(copy.task.kind().job());
        if (slot != null) {
            slots.startIn(slot, copy, SERVED);
            return;
        }
        programTasks.add(copy);
        context.trace(copy.id(), TraceKind.WAITING, ProgramTasks.WAITS);
    }

    /** At each heartbeat: tasks that wait for programs of other owners go there. */
    void sendToPrograms(PeerLinkTable links) {
        if (phaseTasks.isFrozen()) {
            return;
        }
        for (HeldTask copy : programTasks.ofOthers(context.self.id())) {
            PeerLinkTable.Peer owner = links.get(copy.owner.id());
            if (owner != null && owner.up && !owner.leaving) {
                programTasks.remove(copy);
                balancer.handTo(copy, owner.ref.id(), "its program is there");
            }
        }
    }

    void place(HeldTask copy, @Nullable NodeId from) {
        copy.placedNanos = copy.placedNanos == 0 ? context.now : copy.placedNanos;
        if (copy.task.kind().isServed()) {
            placeAtProgram(copy);
        } else {
            balancer.place(copy, from);
        }
    }

    // ---- Losing and stopping

    /**
     * Stops what runs in workers, and has it start anew elsewhere, from its newest checkpoint if
     * there is one. Tasks that wait for their children, and those that have waited and are next,
     * stay: their children are owned here.
     *
     * @param reason why each is stopped, human-readable
     */
    void restartRunning(Function<HeldTask, String> reason) {
        for (Slot slot : slots.all()) {
            HeldTask running = slot.runsInWorker();
            if (running != null) {
                String why = reason.apply(running);
                GrantedTask granted = new GrantedTask(running.id(), running.grant);
                context.out.later(new Effect.StopTasks(slot.number, List.of(granted), why));
                context.trace(running.id(), TraceKind.DROPPED, slot.number, why);
                lose(running, false, why);
                running.become(State.GONE);
            }
        }
    }

    void lose(HeldTask copy, boolean diedRunning, String why) {
        if (copy.state() == State.GONE) {
            return;
        }
        if (context.isSelf(copy.owner)) {
            copy.become(State.GONE);
            ledger.grants().lost(copy.id(), copy.grant, diedRunning, why);
            return;
        }
        foreignTasks.forget(copy);
        context.out.release(copy.task);
        context.trace(copy.id(), TraceKind.LOST, why);
        context.out.send(copy.owner, new PeerMessage.Lost(copy.id(), copy.grant, diedRunning, why));
    }

    /**
     * Stops a copy; no node wants its result. What runs keeps its slot until its worker has
     * answered.
     */
    void stop(HeldTask copy, String why) {
        quotaQueue.remove(copy);
        phaseTasks.remove(copy);
        programTasks.remove(copy);
        switch (copy.state()) {
            case READY -> waiting.remove(copy);
            case PREFETCHED, RUNNING, PARKED -> {
                if (copy.slot >= 0) {
                    context.out.later(
                            new Effect.StopTasks(
                                    copy.slot,
                                    List.of(new GrantedTask(copy.id(), copy.grant)),
                                    why));
                }
            }
            case DELEGATED -> ledger.cancelTailOf(copy, why);
            case HANDING, GONE -> {}
        }
        if (copy.state() == State.PREFETCHED) {
            Slot slot = slots.get(copy.slot);
            if (slot != null) {
                slots.remove(slot, copy);
            }
        }
        context.trace(copy.id(), TraceKind.DROPPED, why);
        copy.become(State.GONE);
    }

    void stopForeign(HeldTask copy, String why) {
        foreignTasks.release(copy);
        stop(copy, why);
        context.out.release(copy.task);
    }
}
