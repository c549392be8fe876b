package org.evenkeel.migration.worker;

/**
 * One wait of a task for its job, of some length: it fills the task's slot at first and gives it
 * away then. Belongs to the task's thread.
 */
final class MessageWait {
    private final Parking.Seat seat;
    private final long begun = System.nanoTime();
    private final long nanos;
    private boolean parked;

    /**
     * @param nanos longest time, {@link Long#MAX_VALUE} for ever
     */
    MessageWait(Parking.Seat seat, long nanos) {
        this.seat = seat;
        this.nanos = nanos;
    }

    /** What is left of its time, nanoseconds. */
    long left() {
        return nanos == Long.MAX_VALUE ? nanos : Math.max(0, nanos - waited());
    }

    private long waited() {
        return System.nanoTime() - begun;
    }

    /**
     * For how long the next question may be left open; gives the slot away when it has been filled
     * for long enough. Whose time-out has come takes its slot again: there it is stopped.
     *
     * @param left what is left of the wait
     */
    long patience(long left) {
        if (left == 0) {
            return 0;
        }
        long before = Parking.AFTER_NANOS - waited();
        if (!parked && before > 0) {
            return Math.min(left, before);
        }
        long timeLeft = seat.timeLeft();
        if (timeLeft <= 0) {
            end();
            return left;
        }
        parked = parked || seat.layDown();
        return parked ? Math.min(left, timeLeft) : left;
    }

    /** It is over; blocks until the task has a slot. */
    void end() {
        if (parked) {
            parked = false;
            seat.takeUp();
        }
    }
}
