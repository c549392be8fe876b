package org.evenkeel.kernel.journal;

/** Sums up a segment: depends on the check of every record in it and on their order. */
final class RunningCheck {

    private static final long FACTOR = 0x9E3779B97F4A7C15L;

    private long value;

    RunningCheck(long segment) {
        value = segment * FACTOR;
    }

    void add(int recordsCheck) {
        value = (Long.rotateLeft(value, 13) ^ recordsCheck) * FACTOR;
    }

    long value() {
        return value;
    }
}
