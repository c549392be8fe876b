package org.evenkeel.worker;

/**
 * One wait of a task for its job, of some length: it fills the task's slot at first and gives it
 * away then, soon if another task could continue in it. Belongs to the task's thread.
 */
final class MessageWait {
    private final ParkedTasks.ParkedPermit parkedPermit;
    private final WorkerClock clock;
    private final long begun;
    private final long nanos;
    private final Runnable waker;
    private boolean parked;

    /** Whether the slot could not be given away when another task wanted it. */
    private boolean kept;

    /**
     * @param nanos longest time, {@link Long#MAX_VALUE} for ever
     * @param waker ends the question that is open; by any thread
     */
    MessageWait(
            ParkedTasks.ParkedPermit parkedPermit, WorkerClock clock, long nanos, Runnable waker) {
        this.parkedPermit = parkedPermit;
        this.clock = clock;
        this.begun = clock.nanos();
        this.nanos = nanos;
        this.waker = waker;
        parkedPermit.addSuccessorListener(waker);
    }

    /** What is left of its time, nanoseconds. */
    long left() {
        return nanos == Long.MAX_VALUE ? nanos : Math.max(0, nanos - waited());
    }

    private long waited() {
        return clock.nanos() - begun;
    }

    /**
     * For how long the next question may be left open; gives the slot away when it has been filled
     * for long enough. Whose time-out has come takes its slot again: there it is stopped.
     *
     * @param left what is left of the wait
     */
    long patience(long left) {
        if (left == 0) {
            parkedPermit.removeSuccessorListener(
                    waker); // this question is the last, and is to have its answer
            return 0;
        }
        long before = keeps() - waited();
        if (!parked && before > 0) {
            return Math.min(left, before);
        }
        long timeLeft = parkedPermit.timeLeft();
        if (timeLeft <= 0) {
            end();
            return left;
        }
        if (!parked) {
            releasePermit();
        }
        if (parked) {
            return Math.min(left, timeLeft);
        }
        long rest = ParkedTasks.AFTER_NANOS - waited(); // then it is tried again with each question
        return rest > 0 ? Math.min(left, rest) : left;
    }

    private void releasePermit() {
        parked = parkedPermit.releasePermit();
        kept = !parked;
        if (parked) {
            parkedPermit.removeSuccessorListener(waker);
        }
    }

    /** How long it fills its slot, if that can be given away. */
    private long keeps() {
        return isSought() ? ParkedTasks.FOR_SUCCESSOR_NANOS : ParkedTasks.AFTER_NANOS;
    }

    /** Whether it is time to give the slot to another task that could continue in it. */
    boolean givesWay() {
        return !parked && isSought() && waited() >= ParkedTasks.FOR_SUCCESSOR_NANOS;
    }

    /** Whether another task could continue in the slot, as far as that can be given away. */
    private boolean isSought() {
        return !kept && parkedPermit.hasSuccessor();
    }

    /** It is over; blocks until the task has a slot. */
    void end() {
        parkedPermit.removeSuccessorListener(waker);
        if (parked) {
            parked = false;
            parkedPermit.acquirePermit();
        }
    }
}
