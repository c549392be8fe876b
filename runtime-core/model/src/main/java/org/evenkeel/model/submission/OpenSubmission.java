package org.evenkeel.model.submission;

import org.evenkeel.model.Grant;

/**
 * A task that was submitted and whose outcome has not come, as far as {@link SubmissionMachine}
 * sees it. Its driver extends this by what the task is. Only the machine changes it, so it is read
 * by the thread, or under the lock, that drives the machine. The number of a task that was
 * submitted does not change.
 */
public abstract class OpenSubmission {
    private final boolean durable;
    private long number;
    private int epoch = 1;
    private int bytes;
    private boolean adopted;
    private boolean cancelled;
    private boolean held;

    /**
     * @param durable whether the disk of its owner keeps the task
     */
    protected OpenSubmission(boolean durable) {
        this.durable = durable;
    }

    /** Its number in the session, from 1; 0 before it has one. */
    public final long number() {
        return number;
    }

    /** The epoch of its grants; the first time that it is submitted 1. */
    public final int epoch() {
        return epoch;
    }

    /** Whether its submitter has cancelled it. */
    public final boolean isCancelRequested() {
        return cancelled;
    }

    /** Bytes of the payload that count against the window. */
    final int bytes() {
        return bytes;
    }

    final boolean isDurable() {
        return durable;
    }

    /** Whether an earlier client of the session submitted it: its payload is not here. */
    final boolean isAdopted() {
        return adopted;
    }

    /** Whether it waits for room in the window. */
    public final boolean isHeld() {
        return held;
    }

    final void assignNumber(long given) {
        number = given;
    }

    final void charge(int payloadBytes) {
        bytes = payloadBytes;
    }

    final void adopt() {
        adopted = true;
    }

    final void requestCancel() {
        cancelled = true;
    }

    final void setHeld(boolean now) {
        held = now;
    }

    /** It is submitted again, to a process that may not have it. */
    final void raiseEpoch() {
        epoch += Grant.CLIENT_STRIDE;
    }
}
