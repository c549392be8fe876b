package org.evenkeel.model;

/**
 * The right to execute a task once; only the task's owner issues it, in strictly increasing order.
 *
 * @param epoch raised by the client at every resubmission, from 1
 * @param number counted by the owner within the epoch, from 1
 */
public record Grant(int epoch, int number) implements Comparable<Grant> {

    /**
     * By how much a client raises the epoch when it submits again; owners that pass a task on raise
     * it by one, so that the two never meet.
     */
    public static final int CLIENT_STRIDE = 1024;

    private static final Grant FIRST = new Grant(1, 1);

    /** The grant that acceptance implies. */
    public static Grant first(int epoch) {
        return epoch == 1 ? FIRST : new Grant(epoch, 1);
    }

    /** The next grant of the same epoch. */
    public Grant next() {
        return new Grant(epoch, number + 1);
    }

    @Override
    public int compareTo(Grant other) {
        int byEpoch = Integer.compare(epoch, other.epoch);
        return byEpoch != 0 ? byEpoch : Integer.compare(number, other.number);
    }

    @Override
    public String toString() {
        return epoch + "." + number;
    }
}
