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

    /**
     * Numbers are a tree: the first owner of a client's epoch may try 5 times to pass a task on, in
     * steps of 2^28, each of those it gives it to 5 times in steps of 2^25, and so on; the sixth
     * step is for who takes a replica over. So no two owners issue the same grant, although one
     * that was started anew cannot know whether it had passed it, and a replica need not know.
     */
    private static final int FIRST_STEP_BITS = 28;

    private static final int STEP_BITS = 3;
    private static final int MOST_OWNERS = 5;
    private static final int TAKE_OVER = 6;

    private static final Grant FIRST = new Grant(1, 1);

    /** The grant that acceptance implies. */
    public static Grant first(int epoch) {
        return epoch == 1 ? FIRST : new Grant(epoch, 1);
    }

    /** What an owner continues with that tries to pass it on: above what it has issued. */
    public Grant kept() {
        int step = 1 << stepBits();
        return new Grant(epoch, number / step * step + step + 1);
    }

    /** Whether it is {@link #kept()} of another, or {@link #given()}: none was issued since. */
    public boolean isKept() {
        int step = 1 << stepBits();
        return number > step && number % step == 1;
    }

    /** What the next owner begins with, where this one has {@link #kept()} this. */
    public Grant given() {
        return new Grant(epoch + 1, number);
    }

    /**
     * What begins with who takes over the replica of it: above what its owner may have passed on
     * meanwhile without the replica's knowing.
     */
    public Grant takenOver() {
        int step = 1 << stepBits();
        int all = step << STEP_BITS; // overflows for a first owner, before whom no owner is
        int before = all < 0 ? 0 : number / all * all;
        return new Grant(epoch, before + TAKE_OVER * step + 1).given();
    }

    /** Whether it can be passed on once more before its client submits it again. */
    public boolean isPassable() {
        int tries = number >> stepBits() & (1 << STEP_BITS) - 1;
        return owners() < MOST_OWNERS && tries < TAKE_OVER - 1;
    }

    /** Owners that have passed it on in this epoch of the client. */
    private int owners() {
        return (epoch - 1) % CLIENT_STRIDE;
    }

    /** How often its client has submitted the task, from 1. */
    public int submissions() {
        return (epoch - 1) / CLIENT_STRIDE + 1;
    }

    /** Whether the client has not submitted the task again between the two. */
    public boolean isOfSameSubmission(Grant other) {
        return submissions() == other.submissions();
    }

    private int stepBits() {
        return FIRST_STEP_BITS - STEP_BITS * Math.min(owners(), MOST_OWNERS);
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
