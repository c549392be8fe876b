package org.evenkeel.kernel;

import org.evenkeel.model.Grant;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.Outcome;
import org.evenkeel.model.Task;
import org.evenkeel.model.TaskId;
import org.jspecify.annotations.Nullable;

/**
 * One task under one grant at this node.
 *
 * <p>States: {@code READY -> HANDING -> gone | READY -> PREFETCHED <-> READY | READY or PREFETCHED
 * -> RUNNING <-> PARKED | RUNNING -> DELEGATED | RUNNING or DELEGATED -> gone}.
 */
public final class HeldTask {

    /** Where a held task is. */
    public enum State {
        /** Waits here. */
        READY,
        /** Was sent ahead to a worker that still runs another; counts as waiting. */
        PREFETCHED,
        /** Runs in a slot. */
        RUNNING,
        /** Started, waits for children or for others of its job; its slot runs others. */
        PARKED,
        /** Offered to a neighbour that has not answered: neither runs nor is offered elsewhere. */
        HANDING,
        /** Ended by a tail call: its child will produce its result. */
        DELEGATED,
        /** No longer here. */
        GONE;

        /**
         * Whether a task may be in this state after another. What a worker says is late: of a task
         * that was sent ahead it may say that it waits, ends or is returned.
         */
        boolean mayFollow(State before) {
            return switch (this) {
                case READY -> before != READY && before != GONE && before != DELEGATED;
                case PREFETCHED, HANDING -> before == READY;
                case RUNNING -> before != HANDING && before != DELEGATED && before != GONE;
                case PARKED, DELEGATED ->
                        before == RUNNING || before == PREFETCHED || before == PARKED;
                case GONE -> true;
            };
        }
    }

    /** As it was started; of an owner's own copy always as the owner has it. */
    Task task;

    final Grant grant;

    /** Who commits its result; a later process of the same node may take the place of one. */
    NodeRef owner;

    int hop;
    private State state = State.READY;

    /** Slot that runs or prefetched it, -1 otherwise. */
    int slot = -1;

    /** When it was offered last. */
    long offeredNanos;

    /** When it came here, and when it was asked to leave; 0 for not yet. */
    long placedNanos;

    long askedNanos;

    /** Whether it was asked to leave because this node does. */
    boolean askedToLeave;

    /** When it began to run here, and whether it resumed from a checkpoint. */
    long startedNanos;

    boolean wentOn;

    /**
     * Where it is to resume when it is moved to a certain node: of a running one from here, of one
     * that its owner places from wherever it was suspended. Null for wherever it runs soonest.
     */
    @Nullable NodeId towards;

    /** Where it was suspended: that node is linked with the one where it is to resume. */
    @Nullable NodeId suspendedAt;

    /** What is saved if it resumes elsewhere, as predicted when it was asked for that. */
    long savesNanos;

    /** The phase that has chosen it. */
    long inPhase;

    /** Why it is still here although it is to be suspended; empty when nothing was said. */
    String deferralReason = "";

    /** When the next checkpoint of it is to be made while it runs; 0 for never. */
    long checkpointDueNanos;

    /** How long it had run at the last one that was made. */
    long checkpointedAtNanos = -1;

    /** One that its owner has not acknowledged, null for none. */
    @Nullable Outcome checkpoint;

    /** When that was sent last. */
    long checkpointSentNanos;

    /** Whether this node owns it itself, and the last one is not durable yet. */
    boolean checkpointBeingWritten;

    /** Why none could be made the last time; empty when nothing was said. */
    String noCheckpoint = "";

    /** Whether it waits because it may not start now, and that was told. */
    boolean waitsForHours;

    /** Who is being offered it, while HANDING, and as whose: that is the taker's to know. */
    @Nullable NodeId handingTo;

    @Nullable NodeRef offeredAs;

    HeldTask(Task task, Grant grant, int hop, NodeRef owner) {
        this.task = task;
        this.grant = grant;
        this.hop = hop;
        this.owner = owner;
    }

    public Task task() {
        return task;
    }

    /** Between two checkpoints while it runs, 0 for none. */
    long checkpointNanos() {
        return task.kind().options().checkpointNanos();
    }

    public TaskId id() {
        return task.id();
    }

    public Grant grant() {
        return grant;
    }

    public State state() {
        return state;
    }

    /**
     * Enters another state; there is no other way.
     *
     * @throws IllegalStateException when the state before does not lead there
     */
    void become(State next) {
        if (!next.mayFollow(state)) {
            throw new IllegalStateException(this + " cannot become " + next);
        }
        state = next;
    }

    /** Hand-overs of this grant so far. */
    public int hop() {
        return hop;
    }

    /** The slot that runs it or has it sent ahead, -1 when none does. */
    public int slot() {
        return slot;
    }

    /** Who commits its result. */
    public NodeRef owner() {
        return owner;
    }

    @Override
    public String toString() {
        return task.id() + "/" + grant + "#" + hop + " " + state;
    }
}
